#include "config/json_reader.hpp"

#include "config/plain_scalar.hpp"
#include "config/tree_builder.hpp"
#include "model/byte_order_mark.hpp"
#include "model/json_number.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace faucet {

namespace {

constexpr std::string_view between_tokens = " \t\r\n,:]}";

/// Where the string, the opening bracket, or else the run of other signs ends that begins at `at`.
size_t end_of_token(std::string_view text, size_t at) {
  if (at == text.size()) {
    return at;
  }
  if (text[at] == '"') {
    auto end = at + 1;
    while (end < text.size() && text[end] != '"') {
      end += text[end] == '\\' ? 2 : 1;
    }
    return std::min(end + 1, text.size());
  }
  if (text[at] == '{' || text[at] == '[') {
    return at + 1;
  }
  return std::max(at + 1, std::min(text.find_first_of(between_tokens, at), text.size()));
}

/// Walks the text token by token, in step with the parser's events, to know where each one stands.
class token_finder {
public:
  token_finder(std::string_view text, std::shared_ptr<const std::string> file)
    : text_(text), file_(std::move(file)) {
    // nop
  }

  /// Moves to the next key, scalar or opening bracket.
  void advance() {
    at_ = std::min(text_.find_first_not_of(between_tokens, end_), text_.size());
    end_ = end_of_token(text_, at_);
  }

  [[nodiscard]] std::string_view token() const {
    return text_.substr(at_, end_ - at_);
  }

  /// Where the current token stands.
  [[nodiscard]] position where() {
    return place_of(at_);
  }

  /// Counts lines from the last place asked for, so that asking in order costs little.
  position place_of(size_t offset) {
    if (offset < counted_) {
      counted_ = 0;
      line_ = 1;
      line_start_ = 0;
    }
    for (; counted_ < offset; ++counted_) {
      if (text_[counted_] == '\n') {
        ++line_;
        line_start_ = counted_ + 1;
      }
    }
    return {file_, line_, static_cast<uint32_t>(offset - line_start_ + 1)};
  }

private:
  std::string_view text_;
  std::shared_ptr<const std::string> file_;
  size_t at_ = 0;
  size_t end_ = 0;
  size_t counted_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
};

/// Receives the events of the JSON library.
class json_events {
public:
  json_events(std::string_view text, std::shared_ptr<const std::string> file)
    : text_(text), tokens_(text, std::move(file)) {
    // nop
  }

  expected<node> result() && {
    if (failure_) {
      return tl::unexpected<error>(std::move(*failure_));
    }
    return builder_.take();
  }

  bool null() {
    return scalar({});
  }

  bool boolean(bool x) {
    return scalar(x);
  }

  bool number_integer(int64_t) {
    return number();
  }

  bool number_unsigned(uint64_t) {
    return number();
  }

  bool number_float(double, const std::string&) {
    return number();
  }

  bool string(std::string& x) {
    return scalar(std::move(x));
  }

  bool binary(nlohmann::json::binary_t&) {
    return false; // not in text
  }

  bool start_object(size_t) {
    tokens_.advance();
    return keep(builder_.open_map(tokens_.where()));
  }

  bool key(std::string& name) {
    tokens_.advance();
    builder_.key(std::move(name), tokens_.where());
    return true;
  }

  bool end_object() {
    return keep(builder_.close());
  }

  bool start_array(size_t) {
    tokens_.advance();
    return keep(builder_.open_list(tokens_.where()));
  }

  bool end_array() {
    return keep(builder_.close());
  }

  bool parse_error(size_t at, const std::string&, const nlohmann::json::exception& problem) {
    std::string_view what = problem.what();
    // "[json.exception.parse_error.101] parse error at line 1, column 2: what"
    if (auto prefix = what.find("column "); prefix != std::string_view::npos) {
      what.remove_prefix(std::min(what.find(": ", prefix) + 2, what.size()));
    } else {
      what.remove_prefix(std::min(what.find("] ") + 2, what.size()));
    }
    auto where = tokens_.place_of(std::min(at > 0 ? at - 1 : 0, text_.size()));
    failure_ = error{ec::invalid_config, "not valid JSON: " + std::string{what}, to_string(where)};
    return false;
  }

private:
  bool number() {
    tokens_.advance();
    auto content = number_of(tokens_.token());
    builder_.scalar(node{content ? std::move(*content) : node::content_type{}, tokens_.where()});
    return true;
  }

  bool scalar(node::content_type content) {
    tokens_.advance();
    builder_.scalar(node{std::move(content), tokens_.where()});
    return true;
  }

  bool keep(expected<void>&& outcome) {
    if (!outcome) {
      failure_ = std::move(outcome).error();
    }
    return !failure_;
  }

  std::string_view text_;
  token_finder tokens_;
  tree_builder builder_;
  std::optional<error> failure_;
};

/// The text with each number that a double might not hold replaced by a small one of the same
/// length. The library refuses such numbers; here their text is kept, so that it need not convert
/// them.
std::string with_small_numbers(std::string_view text) {
  constexpr size_t longest_safe = 4; // 9e99
  std::string result{text};
  for (size_t at = 0; at < text.size();) {
    auto end = end_of_token(text, at);
    auto token = text.substr(at, end - at);
    if (token.size() > longest_safe && parse_json_number(token)) {
      result.replace(at, token.size(), "0." + std::string(token.size() - 2, '0'));
    }
    at = end;
  }
  return result;
}

} // namespace

expected<node> read_json(std::string_view text, std::shared_ptr<const std::string> file) {
  text = without_byte_order_mark(text);
  if (auto at = text.find('\0'); at != std::string_view::npos) { // the library would end there
    auto where = token_finder{text, std::move(file)}.place_of(at);
    return fail(ec::invalid_config, "not valid JSON: a NUL byte", to_string(where));
  }
  json_events events{text, std::move(file)};
  nlohmann::json::sax_parse(with_small_numbers(text), &events);
  return std::move(events).result();
}

} // namespace faucet
