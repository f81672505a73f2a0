#include "connectors/transforms/spell_symbols.hpp"

#include "connectors/config_error.hpp"
#include "connectors/transforms/key_renaming.hpp"

#include <algorithm>

namespace faucet {

namespace {

struct spell_symbols_options {
  named<std::string> extra;
  std::string separator;
};

void fields(option_visitor& v, spell_symbols_options& x) {
  v.field("extra", x.extra, named<std::string>{},
          "Further symbols and their words; they override the built-in ones.");
  v.field("separator", x.separator, " ", "What stands on either side of each word.");
}

expected<void> check(const spell_symbols_options& options, const node& config) {
  for (const auto& [symbol, word] : options.extra) {
    if (symbol.empty()) {
      return config_error(config, "extra", "a symbol in extra is empty");
    }
  }
  return {};
}

constexpr auto built_in_words = std::to_array<std::pair<std::string_view, std::string_view>>({
  {"#", "number"},
  {"$", "dollar"},
  {"%", "percent"},
  {"&", "and"},
  {"*", "star"},
  {"+", "plus"},
  {"/", "slash"},
  {"<", "lt"},
  {"=", "equals"},
  {">", "gt"},
  {"@", "at"},
  {"\\", "backslash"},
  {"^", "caret"},
  {"|", "pipe"},
  {"~", "tilde"},
});

class spell_symbols final : public key_renaming {
public:
  explicit spell_symbols(spell_symbols_options options)
    : separator_(std::move(options.separator)), words_(std::move(options.extra)) {
    words_.insert(words_.end(), built_in_words.begin(), built_in_words.end());
    // The longest first; of equal symbols the configured one stays in front.
    std::ranges::stable_sort(words_, std::ranges::greater{},
                             [](const auto& x) { return x.first.size(); });
  }

protected:
  void rename(std::string_view key, std::string& out) override {
    while (!key.empty()) {
      auto found =
        std::ranges::find_if(words_, [&](const auto& x) { return key.starts_with(x.first); });
      if (found == words_.end()) {
        out += key[0];
        key.remove_prefix(1);
      } else {
        out += separator_ + found->second + separator_;
        key.remove_prefix(found->first.size());
      }
    }
  }

private:
  std::string separator_;
  named<std::string> words_;
};

} // namespace

transform_descriptor spell_symbols_transform() {
  return describe_transform<spell_symbols, spell_symbols_options>(
    "spell_symbols", "Replaces the symbols in every key by words.");
}

} // namespace faucet
