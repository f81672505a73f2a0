#include "config/options.hpp"

#include "config/nearest_name.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace faucet::detail {

namespace {

/// Fills members from a map and remembers which keys were known.
class reader final : public option_visitor {
public:
  reader(const node& from, std::string_view owner) : from_(from), owner_(owner) {
    // nop
  }

  expected<void> result() && {
    if (!failure_) {
      refuse_unknown_keys();
    }
    if (failure_) {
      return tl::unexpected<error>(std::move(*failure_));
    }
    return {};
  }

protected:
  void visit(const option& x) override {
    known_.push_back(x.name);
    const auto* found = from_.find(x.name);
    if (!x.traits.former_name.empty()) {
      known_.push_back(x.traits.former_name);
      found = found != nullptr ? found : from_.find(x.traits.former_name);
    }
    if (failure_) {
      return;
    }
    if (found == nullptr) {
      if (x.is_required) {
        failure_ =
          error{ec::invalid_config,
                "missing required key \"" + std::string{x.name} + "\" of " + std::string{owner_},
                to_string(from_.where())};
      }
      return;
    }
    if (auto ok = x.slot.read(*found, x.name); !ok) {
      failure_ = std::move(ok).error();
    }
  }

private:
  void refuse_unknown_keys() {
    for (const auto& entry : *from_.map()) {
      if (std::ranges::find(known_, entry.key) == known_.end()) {
        failure_ = unknown_key(entry, known_, owner_);
        return;
      }
    }
  }

  const node& from_;
  std::string_view owner_;
  std::vector<std::string_view> known_;
  std::optional<error> failure_;
};

class describer final : public option_visitor {
public:
  type_schema result;

protected:
  void visit(const option& x) override {
    option_schema entry{.name = std::string{x.name},
                        .help = std::string{x.help},
                        .type = x.slot.describe(),
                        .is_required = x.is_required,
                        .secret = x.traits.secret,
                        .former_name = std::string{x.traits.former_name},
                        .default_json = {}};
    if (!x.is_required) {
      entry.default_json = x.slot.to_json();
    }
    result.options.push_back(std::move(entry));
  }
};

/// The text of a scalar, as it may stand for another type: "10" for 10.
const std::string* text_of(const node& from) {
  return from.text();
}

std::string shown(const node& found) {
  if (found.secret()) {
    return "a secret";
  }
  if (const auto* text = found.text()) {
    constexpr size_t longest = 60;
    return "string \"" + (text->size() > longest ? text->substr(0, longest) + "…" : *text) + "\"";
  }
  std::string result = found.type_name();
  if (const auto* x = std::get_if<int64_t>(&found.content())) {
    result += " " + std::to_string(*x);
  } else if (const auto* u = std::get_if<uint64_t>(&found.content())) {
    result += " " + std::to_string(*u);
  } else if (const auto* n = std::get_if<number_text>(&found.content())) {
    result += " " + n->text;
  } else if (const auto* b = std::get_if<bool>(&found.content())) {
    result += *b ? " true" : " false";
  }
  return result;
}

template <class T>
bool parse_whole(std::string_view text, T& into) {
  auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), into);
  return status == std::errc{} && end == text.data() + text.size() && !text.empty();
}

template <class T>
bool integer_of(const node& from, T& into) {
  if (const auto* x = std::get_if<int64_t>(&from.content())) {
    into = static_cast<T>(*x);
    return std::in_range<T>(*x);
  }
  if (const auto* x = std::get_if<uint64_t>(&from.content())) {
    into = static_cast<T>(*x);
    return std::in_range<T>(*x);
  }
  const auto* text = text_of(from);
  return text != nullptr && parse_whole(*text, into);
}

} // namespace

expected<void> read_fields(const node& from, std::string_view owner,
                           const std::function<void(option_visitor&)>& visit_all) {
  static const node nothing{node::map_type{}};
  if (from.is_null()) { // "config:" with nothing behind it
    reader empty{nothing, owner};
    visit_all(empty);
    auto result = std::move(empty).result();
    if (!result) {
      result.error().which = to_string(from.where());
    }
    return result;
  }
  if (from.map() == nullptr) {
    return wrong_type(from, owner, "a map");
  }
  reader visitor{from, owner};
  visit_all(visitor);
  return std::move(visitor).result();
}

type_schema describe_fields(const std::function<void(option_visitor&)>& visit_all) {
  describer visitor;
  visitor.result.what = type_schema::form::object;
  visit_all(visitor);
  return std::move(visitor.result);
}

tl::unexpected<error> wrong_type(const node& found, std::string_view key,
                                 std::string_view expected_type) {
  return fail(ec::invalid_config,
              std::string{key} + ": expected " + std::string{expected_type} + ", found "
                + shown(found),
              to_string(found.where()));
}

expected<void> read_bool(const node& from, std::string_view key, bool& into) {
  if (const auto* x = std::get_if<bool>(&from.content())) {
    into = *x;
    return {};
  }
  const auto* text = text_of(from);
  if (text != nullptr && (*text == "true" || *text == "false")) {
    into = *text == "true";
    return {};
  }
  return wrong_type(from, key, "true or false");
}

expected<void> read_integer(const node& from, std::string_view key, int64_t min, int64_t max,
                            int64_t& into) {
  if (!integer_of(from, into)) {
    return wrong_type(from, key, "an integer");
  }
  if (into < min || into > max) {
    return wrong_type(from, key,
                      "an integer from " + std::to_string(min) + " to " + std::to_string(max));
  }
  return {};
}

expected<void> read_unsigned(const node& from, std::string_view key, uint64_t max, uint64_t& into) {
  if (!integer_of(from, into) || into > max) {
    return wrong_type(from, key, "an integer from 0 to " + std::to_string(max));
  }
  return {};
}

expected<void> read_double(const node& from, std::string_view key, double& into) {
  int64_t whole = 0;
  if (integer_of(from, whole)) {
    into = static_cast<double>(whole);
    return {};
  }
  const auto* number = std::get_if<number_text>(&from.content());
  const auto* text = number != nullptr ? &number->text : text_of(from);
  if (text == nullptr || !parse_whole(*text, into) || !std::isfinite(into)) {
    return wrong_type(from, key, "a number");
  }
  return {};
}

expected<void> read_character(const node& from, std::string_view key, char& into) {
  constexpr int64_t last_ascii = 127;
  int64_t code = 0;
  const auto* text = text_of(from);
  if (text != nullptr && text->size() == 1) {
    into = text->front();
    return {};
  }
  if (integer_of(from, code) && code >= 1 && code <= last_ascii) {
    into = static_cast<char>(code);
    return {};
  }
  return wrong_type(from, key, "one ASCII character or its byte value");
}

expected<void> read_string(const node& from, std::string_view key, std::string& into) {
  if (const auto* text = from.text()) {
    into = *text;
    return {};
  }
  return wrong_type(from, key, "a string");
}

expected<size_t> read_choice(const node& from, std::string_view key,
                             std::span<const std::string_view> spellings) {
  const auto* text = from.text();
  if (text != nullptr) {
    auto found = std::ranges::find(spellings, *text);
    if (found != spellings.end()) {
      return static_cast<size_t>(found - spellings.begin());
    }
  }
  std::string all;
  for (auto spelling : spellings) {
    all += (all.empty() ? "one of " : ", ") + std::string{spelling};
  }
  return wrong_type(from, key, all);
}

std::string json_text(std::string_view text) {
  std::string result = "\"";
  for (auto c : text) {
    static constexpr char digits[] = "0123456789abcdef";
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (byte < 0x20) {
      result += {'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]};
    } else {
      result += c;
    }
  }
  return result + "\"";
}

std::string json_text(double x) {
  char buffer[32];
  auto [end, ignored] = std::to_chars(buffer, buffer + sizeof buffer, x);
  return {buffer, end};
}

} // namespace faucet::detail
