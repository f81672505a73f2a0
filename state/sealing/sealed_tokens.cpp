#include "state/sealing/sealed_tokens.hpp"

#include "config/plain_scalar.hpp"
#include "config/scalar_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace faucet {

namespace {

constexpr std::string_view token_begin = "${sealed:";
constexpr std::string_view number_end = ":number";

std::string token_of(size_t index, std::string_view end = {}) {
  return std::string{token_begin} + std::to_string(index) + std::string{end} + "}";
}

/// Finds values in texts.
class value_finder {
public:
  explicit value_finder(const std::vector<std::string>& values) : values_(values) {
    for (size_t i = 0; i < values.size(); ++i) {
      if (!values[i].empty()) {
        order_.push_back(i);
        begins_[static_cast<unsigned char>(values[i].front())] = true;
      }
    }
    std::ranges::stable_sort(order_, std::ranges::greater{},
                             [&](size_t i) { return values[i].size(); });
  }

  /// The longest value that begins there.
  [[nodiscard]] std::optional<size_t> at(std::string_view rest) const {
    if (!begins_[static_cast<unsigned char>(rest.front())]) {
      return std::nullopt;
    }
    auto found =
      std::ranges::find_if(order_, [&](size_t i) { return rest.starts_with(values_[i]); });
    return found == order_.end() ? std::nullopt : std::optional{*found};
  }

  /// The text with what `f` says in place of each value; what was put is not looked at again.
  template <class F>
  [[nodiscard]] std::string replaced(std::string_view text, F f) const {
    std::string result;
    while (!text.empty()) {
      auto found = at(text);
      if (found) {
        result += f(*found);
        text.remove_prefix(values_[*found].size());
      } else {
        result += text.front();
        text.remove_prefix(1);
      }
    }
    return result;
  }

private:
  const std::vector<std::string>& values_;
  std::vector<size_t> order_; ///< longest first
  std::array<bool, 256> begins_{};
};

bool is_number(const node& x) {
  return std::holds_alternative<int64_t>(x.content())
         || std::holds_alternative<uint64_t>(x.content())
         || std::holds_alternative<number_text>(x.content());
}

void put_tokens(node& x, const value_finder& finder, const std::vector<std::string>& values) {
  auto with_tokens = [&](const std::string& text) {
    return finder.replaced(text, [](size_t i) { return token_of(i); });
  };
  if (auto* text = std::get_if<std::string>(&x.content())) {
    *text = with_tokens(*text);
  } else if (is_number(x)) {
    auto found = std::ranges::find(values, *scalar_text(x));
    if (found != values.end()) {
      x.content() = token_of(static_cast<size_t>(found - values.begin()), number_end);
    }
  } else if (auto* items = std::get_if<node::list_type>(&x.content())) {
    for (auto& item : *items) {
      put_tokens(item, finder, values);
    }
  } else if (auto* entries = std::get_if<node::map_type>(&x.content())) {
    for (auto& entry : *entries) {
      entry.key = with_tokens(entry.key);
      put_tokens(entry.value, finder, values);
    }
  }
}

struct token {
  size_t index = 0;
  bool is_number = false;
  size_t size = 0; ///< of its text
};

/// Reads the token that a text begins with.
std::optional<token> read_token(std::string_view text) {
  auto end = text.find('}');
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  token result{.size = end + 1};
  auto inside = text.substr(token_begin.size(), end - token_begin.size());
  result.is_number = inside.ends_with(number_end);
  if (result.is_number) {
    inside.remove_suffix(number_end.size());
  }
  auto is_plain = !inside.empty() && (inside == "0" || inside.front() != '0');
  auto read = std::from_chars(inside.data(), inside.data() + inside.size(), result.index);
  auto is_whole = read.ec == std::errc{} && read.ptr == inside.data() + inside.size();
  return is_plain && is_whole ? std::optional{result} : std::nullopt;
}

tl::unexpected<error> refuse(std::string what, const position& where) {
  return fail(ec::invalid_config, std::move(what), to_string(where));
}

/// Puts values into a tree.
class token_opener {
public:
  explicit token_opener(const std::vector<std::string>& values) : values_(values) {
    // nop
  }

  expected<void> open(node& x) const {
    if (auto* items = std::get_if<node::list_type>(&x.content())) {
      for (auto& item : *items) {
        if (auto ok = open(item); !ok) {
          return ok;
        }
      }
    } else if (auto* entries = std::get_if<node::map_type>(&x.content())) {
      for (auto& entry : *entries) {
        auto key = text_of(entry.key, entry.where);
        if (!key) {
          return fail(std::move(key));
        }
        entry.key = std::move(*key);
        if (auto ok = open(entry.value); !ok) {
          return ok;
        }
      }
    } else if (x.text() != nullptr && x.text()->find(token_begin) != std::string::npos) {
      return open_text(x);
    }
    return {};
  }

private:
  expected<void> open_text(node& x) const {
    auto whole = x.text()->starts_with(token_begin) ? read_token(*x.text()) : std::nullopt;
    if (whole && whole->is_number && whole->size == x.text()->size()) {
      auto number = whole->index < values_.size() ? number_of(values_[whole->index]) : std::nullopt;
      if (!number) {
        return refuse("a sealed number is none, or not there", x.where());
      }
      x.content() = std::move(*number);
    } else {
      auto text = text_of(*x.text(), x.where());
      if (!text) {
        return fail(std::move(text));
      }
      x.content() = std::move(*text);
    }
    return {};
  }

  [[nodiscard]] expected<std::string> text_of(std::string_view text, const position& where) const {
    std::string result;
    for (auto at = text.find(token_begin); at != text.npos; at = text.find(token_begin)) {
      auto found = read_token(text.substr(at));
      if (!found || found->is_number) {
        return refuse("a token of a sealed value is malformed", where);
      }
      if (found->index >= values_.size()) {
        return refuse("${sealed:" + std::to_string(found->index) + "} has no sealed value", where);
      }
      result += text.substr(0, at);
      result += values_[found->index];
      text.remove_prefix(at + found->size);
    }
    result += text;
    return result;
  }

  const std::vector<std::string>& values_;
};

} // namespace

std::vector<std::string> worth_hiding(const std::vector<std::string>& values) {
  std::vector<std::string> result;
  for (const auto& x : values) {
    auto is_plain = x.empty() || x == "true" || x == "false";
    if (!is_plain && std::ranges::find(result, x) == result.end()) {
      result.push_back(x);
    }
  }
  return result;
}

std::vector<std::string> sealable(const std::vector<std::string>& values) {
  auto result = worth_hiding(values);
  std::erase_if(result, [](const std::string& x) { return x.find("${") != std::string::npos; });
  return result;
}

std::string starred(std::string_view text, const std::vector<std::string>& values) {
  return value_finder{values}.replaced(text, [](size_t) { return "***"; });
}

bool holds_tokens(const node& tree) {
  auto holds = [](const std::string& text) { return text.find(token_begin) != std::string::npos; };
  if (const auto* items = tree.list()) {
    return std::ranges::any_of(*items, [](const node& x) { return holds_tokens(x); });
  }
  if (const auto* entries = tree.map()) {
    return std::ranges::any_of(
      *entries, [&](const auto& x) { return holds(x.key) || holds_tokens(x.value); });
  }
  return tree.text() != nullptr && holds(*tree.text());
}

void put_tokens(node& tree, const std::vector<std::string>& values) {
  put_tokens(tree, value_finder{values}, values);
}

expected<void> put_values(node& tree, const std::vector<std::string>& values) {
  return token_opener{values}.open(tree);
}

} // namespace faucet
