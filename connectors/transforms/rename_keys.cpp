#include "connectors/transforms/rename_keys.hpp"

#include "connectors/config_error.hpp"
#include "connectors/transforms/key_renaming.hpp"
#include "connectors/transforms/regex_syntax.hpp"
#include "connectors/transforms/unicode_text.hpp"

namespace faucet {

namespace {

struct rename_keys_options {
  std::string pattern;
  std::string replacement;
};

void fields(option_visitor& v, rename_keys_options& x) {
  v.field("pattern", x.pattern, required, "Regular expression (RE2) to look for in every key.");
  v.field("replacement", x.replacement, required,
          "What replaces each match; $1, ${1}, $name and ${name} stand for groups.");
}

std::unique_ptr<RE2> compile(const std::string& pattern) {
  RE2::Options options;
  options.set_log_errors(false);
  return std::make_unique<RE2>(with_re2_groups(pattern), options);
}

expected<void> check(const rename_keys_options& options, const node& config) {
  auto pattern = compile(options.pattern);
  if (!pattern->ok()) {
    return config_error(config, "pattern", "pattern is no regular expression: " + pattern->error());
  }
  auto replacement = parse_replacement(options.replacement, *pattern);
  if (!replacement) {
    return config_error(config, "replacement", "replacement: " + replacement.error().what);
  }
  return {};
}

class rename_keys final : public key_renaming {
public:
  explicit rename_keys(const rename_keys_options& options)
    : pattern_(compile(options.pattern)),
      replacement_(*parse_replacement(options.replacement, *pattern_)),
      groups_(static_cast<size_t>(pattern_->NumberOfCapturingGroups()) + 1) {
    // nop
  }

protected:
  void rename(std::string_view key, std::string& out) override {
    re2::StringPiece text{key.data(), key.size()};
    size_t copied = 0;
    auto last_end = std::string_view::npos; // an empty match right behind a match is none
    for (size_t at = 0; at <= key.size();) {
      if (!pattern_->Match(text, at, key.size(), RE2::UNANCHORED, groups_.data(),
                           static_cast<int>(groups_.size()))) {
        break;
      }
      auto begin = static_cast<size_t>(groups_[0].data() - key.data());
      auto end = begin + groups_[0].size();
      if (end != begin || begin != last_end) {
        out += key.substr(copied, begin - copied);
        append_replacement(out);
        copied = end;
      }
      last_end = end;
      at = end == begin ? behind_character(key, end) : end;
    }
    out += key.substr(copied);
  }

private:
  static size_t behind_character(std::string_view key, size_t at) noexcept {
    if (at >= key.size()) {
      return key.size() + 1;
    }
    auto rest = key.substr(at);
    take_character(rest);
    return key.size() - rest.size();
  }

  void append_replacement(std::string& out) const {
    for (const auto& part : replacement_) {
      if (const auto* group = std::get_if<int>(&part)) {
        const auto& found = groups_[static_cast<size_t>(*group)];
        out.append(found.data(), found.size());
      } else {
        out += std::get<std::string>(part);
      }
    }
  }

  std::unique_ptr<RE2> pattern_;
  regex_replacement replacement_;
  std::vector<re2::StringPiece> groups_;
};

} // namespace

transform_descriptor rename_keys_transform() {
  return describe_transform<rename_keys, rename_keys_options>(
    "rename_keys", "Replaces what a regular expression finds in every key.");
}

} // namespace faucet
