#include "config/env_file.hpp"

#include "config/bounded_file.hpp"
#include "model/utf8.hpp"

#include <algorithm>

namespace faucet {

namespace {

constexpr size_t max_env_file_bytes = size_t{1} << 20;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_name_part(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9') || c == '.';
}

/// Reads the text from front to back.
class env_reader {
public:
  env_reader(std::string_view text, const std::string& file_name, const environment& outer)
    : text_(text), file_name_(file_name), outer_(outer) {
    // nop
  }

  expected<env_entries> read() {
    while (at_ < text_.size()) {
      skip_blanks();
      if (peek() != '\n' && peek() != '#' && peek() != '\0') {
        if (auto ok = read_entry(); !ok) {
          return fail(std::move(ok));
        }
      }
      skip_line();
    }
    return std::move(entries_);
  }

private:
  [[nodiscard]] char peek() const {
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  void skip_blanks() {
    while (is_blank(peek())) {
      ++at_;
    }
  }

  void skip_line() {
    at_ = std::min(text_.find('\n', at_), text_.size() - 1) + 1;
    ++line_;
  }

  tl::unexpected<error> broken(std::string what) const {
    return fail(ec::invalid_config, std::move(what), file_name_ + ":" + std::to_string(line_));
  }

  std::string read_name() {
    auto begin = at_;
    if (is_name_start(peek())) {
      while (is_name_part(peek())) {
        ++at_;
      }
    }
    return std::string{text_.substr(begin, at_ - begin)};
  }

  expected<void> read_entry() {
    auto name = read_name();
    if (name == "export" && is_blank(peek())) {
      skip_blanks();
      name = read_name();
    }
    skip_blanks();
    if (name.empty() || peek() != '=') {
      return broken("expected NAME=text");
    }
    if (std::ranges::find(entries_, name, &env_entries::value_type::first) != entries_.end()) {
      return broken("duplicate variable " + name);
    }
    ++at_;
    skip_blanks();
    auto value = peek() == '\'' ? single_quoted() : peek() == '"' ? double_quoted() : unquoted();
    if (!value) {
      return fail(std::move(value));
    }
    entries_.emplace_back(std::move(name), std::move(*value));
    return {};
  }

  expected<std::string> single_quoted() {
    auto end = text_.find('\'', at_ + 1);
    if (end == std::string_view::npos) {
      return broken("a quote that is never closed");
    }
    std::string result{text_.substr(at_ + 1, end - at_ - 1)};
    at_ = end + 1;
    return finish_quoted(std::move(result), std::ranges::count(result, '\n'));
  }

  expected<std::string> double_quoted() {
    std::string result;
    long lines = 0;
    for (++at_; at_ < text_.size() && text_[at_] != '"';) {
      auto c = text_[at_++];
      if (c == '$') {
        if (auto ok = substitute(result); !ok) {
          return fail(std::move(ok));
        }
      } else if (c == '\\' && at_ < text_.size()) {
        auto escaped = text_[at_++];
        result += escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped == 't' ? '\t' : escaped;
      } else {
        lines += c == '\n' ? 1 : 0;
        result += c;
      }
    }
    if (at_ >= text_.size()) {
      return broken("a quote that is never closed");
    }
    ++at_;
    return finish_quoted(std::move(result), lines);
  }

  /// Behind a closing quote only blanks and a comment may follow.
  expected<std::string> finish_quoted(std::string result, long lines) {
    line_ += static_cast<size_t>(lines);
    skip_blanks();
    if (peek() != '\n' && peek() != '#' && peek() != '\0') {
      return broken("text behind a closing quote");
    }
    return result;
  }

  expected<std::string> unquoted() {
    std::string result;
    while (peek() != '\n' && at_ < text_.size()) {
      auto c = text_[at_];
      if (c == '#' && (result.empty() || is_blank(result.back()))) {
        break;
      }
      ++at_;
      if (c == '$') {
        if (auto ok = substitute(result); !ok) {
          return fail(std::move(ok));
        }
      } else if (c == '\\' && at_ < text_.size() && text_[at_] != '\n') {
        result += text_[at_++];
      } else {
        result += c;
      }
    }
    while (!result.empty() && is_blank(result.back())) {
      result.pop_back();
    }
    return result;
  }

  /// Behind a dollar: appends the variable that follows, or the dollar where none does.
  expected<void> substitute(std::string& into) {
    auto braces = peek() == '{';
    auto begin = at_;
    at_ += braces ? 1 : 0;
    auto name = read_name();
    if (name.empty() || (braces && peek() != '}')) {
      at_ = begin;
      into += '$';
      return {};
    }
    at_ += braces ? 1 : 0;
    auto found = outer_.find(name);
    if (!found) {
      auto above = std::ranges::find(entries_, name, &env_entries::value_type::first);
      if (above == entries_.end()) {
        return broken("$" + name + " is not set; put single quotes around a text with a dollar");
      }
      found = above->second;
    }
    into += *found;
    return {};
  }

  std::string_view text_;
  const std::string& file_name_;
  const environment& outer_;
  size_t at_ = 0;
  size_t line_ = 1;
  env_entries entries_;
};

} // namespace

expected<env_entries> parse_env_text(std::string_view text, const std::string& file_name,
                                     const environment& outer) {
  if (!is_utf8(text)) {
    return fail(ec::invalid_config, "not valid UTF-8", file_name);
  }
  return env_reader{text, file_name, outer}.read();
}

expected<env_entries> load_env_file(const std::string& path, const environment& outer) {
  auto text = read_bounded_file(path, max_env_file_bytes);
  if (!text) {
    return fail(std::move(text));
  }
  return parse_env_text(*text, path, outer);
}

} // namespace faucet
