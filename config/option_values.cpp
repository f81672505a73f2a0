#include "config/option_types.hpp"
#include "model/json_writer.hpp"
#include "model/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace faucet::detail {

namespace {

/// How much of a wrong text is shown.
constexpr size_t longest_shown = 60;

std::string shown(const node& found) {
  if (found.secret()) {
    return "a secret " + std::string{found.type_name()};
  }
  if (const auto* text = found.text()) {
    return "string " + json_text(shortened(*text, longest_shown));
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
  const auto* text = from.text();
  return text != nullptr && parse_whole(*text, into);
}

std::string range_name(std::optional<int64_t> minimum, std::optional<int64_t> maximum) {
  if (minimum && maximum) {
    return "from " + std::to_string(*minimum) + " to " + std::to_string(*maximum);
  }
  if (minimum) {
    return "of at least " + std::to_string(*minimum);
  }
  return maximum ? "of at most " + std::to_string(*maximum) : "of any size";
}

} // namespace

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
  const auto* text = from.text();
  if (text != nullptr && (*text == "true" || *text == "false")) {
    into = *text == "true";
    return {};
  }
  return wrong_type(from, key, "true or false");
}

expected<void> read_integer(const node& from, std::string_view key, int64_t min, int64_t max,
                            int64_t& into) {
  if (integer_of(from, into) && into >= min && into <= max) {
    return {};
  }
  return wrong_type(from, key, "an integer " + range_name(min, max));
}

expected<void> read_unsigned(const node& from, std::string_view key, uint64_t max, uint64_t& into) {
  if (integer_of(from, into) && into <= max) {
    return {};
  }
  if (std::in_range<int64_t>(max)) {
    return wrong_type(from, key, "an integer " + range_name(0, static_cast<int64_t>(max)));
  }
  return wrong_type(from, key, "an integer " + range_name(0, std::nullopt));
}

expected<void> read_double(const node& from, std::string_view key, double& into) {
  if (const auto* x = std::get_if<int64_t>(&from.content())) {
    into = static_cast<double>(*x);
    return {};
  }
  if (const auto* x = std::get_if<uint64_t>(&from.content())) {
    into = static_cast<double>(*x);
    return {};
  }
  const auto* number = std::get_if<number_text>(&from.content());
  const auto* text = number != nullptr ? &number->text : from.text();
  if (text == nullptr || !parse_whole(*text, into) || !std::isfinite(into)) {
    return wrong_type(from, key, "a number");
  }
  return {};
}

expected<void> read_character(const node& from, std::string_view key, char& into) {
  constexpr int64_t last_ascii = 127;
  int64_t code = 0;
  const auto* text = from.text();
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
  std::string result;
  append_json(result, value::of_string(text));
  return result;
}

std::string json_text(double x) {
  char buffer[32];
  auto [end, ignored] = std::to_chars(buffer, buffer + sizeof buffer, x);
  return {buffer, end};
}

expected<void> check_bounds(const node& found, std::string_view key, std::optional<int64_t> minimum,
                            std::optional<int64_t> maximum) {
  double x = 0;
  if ((!minimum && !maximum) || !read_double(found, key, x)) {
    return {};
  }
  if ((minimum && x < static_cast<double>(*minimum))
      || (maximum && x > static_cast<double>(*maximum))) {
    return wrong_type(found, key, "a number " + range_name(minimum, maximum));
  }
  return {};
}

expected<void> check_path(const node& found, std::string_view key) {
  if (found.text()->find('\0') == std::string::npos) {
    return {};
  }
  return fail(ec::invalid_config, std::string{key} + ": a path cannot hold the character NUL",
              to_string(found.where()));
}

} // namespace faucet::detail
