#include "connectors/transforms/keys_case.hpp"

#include "connectors/transforms/key_renaming.hpp"
#include "connectors/transforms/unicode_case.hpp"
#include "connectors/transforms/unicode_text.hpp"

namespace faucet {

namespace {

enum class key_style { snake, camel, pascal, kebab, screaming_snake, dot };

constexpr std::array<enum_name<key_style>, 6> enum_names(key_style) {
  return {{{"snake", key_style::snake},
           {"camel", key_style::camel},
           {"pascal", key_style::pascal},
           {"kebab", key_style::kebab},
           {"screaming_snake", key_style::screaming_snake},
           {"dot", key_style::dot}}};
}

struct keys_case_options {
  key_style mode;
};

void fields(option_visitor& v, keys_case_options& x) {
  v.field("mode", x.mode, required, "Style of every key.");
}

/// The words of a key, without what separates them.
std::vector<std::string> words(std::string_view key) {
  std::vector<std::string> result;
  auto begins_word = true;
  auto after_small_letter = false;
  while (!key.empty()) {
    auto c = take_character(key);
    if (!is_word_character(c)) {
      begins_word = true;
      continue;
    }
    if (begins_word || (after_small_letter && is_upper_case(c))) {
      result.emplace_back();
    }
    append_character(result.back(), c);
    begins_word = false;
    after_small_letter = is_lower_case(c);
  }
  return result;
}

class keys_case final : public key_renaming {
public:
  explicit keys_case(const keys_case_options& options) : style_(options.mode) {
    // nop
  }

protected:
  void rename(std::string_view key, std::string& out) override {
    auto found = words(key);
    if (found.empty()) {
      out = key;
    }
    for (size_t i = 0; i < found.size(); ++i) {
      if (i > 0) {
        out += separator();
      }
      append_word(out, found[i], i == 0);
    }
  }

private:
  [[nodiscard]] std::string_view separator() const noexcept {
    switch (style_) {
      case key_style::snake:
      case key_style::screaming_snake:
        return "_";
      case key_style::kebab:
        return "-";
      case key_style::dot:
        return ".";
      case key_style::camel:
      case key_style::pascal:
        return "";
    }
    return "";
  }

  void append_word(std::string& out, std::string_view word, bool is_first) const {
    if (style_ == key_style::screaming_snake) {
      append_upper(out, word);
      return;
    }
    std::string lower;
    append_lower(lower, word);
    if (style_ == key_style::pascal || (style_ == key_style::camel && !is_first)) {
      append_capitalized(out, lower);
    } else {
      out += lower;
    }
  }

  key_style style_;
};

} // namespace

transform_descriptor keys_case_transform() {
  return describe_transform<keys_case, keys_case_options>("keys_case",
                                                          "Gives every key one style of case.");
}

} // namespace faucet
