#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace faucet {

/// Where something stands in a file, for messages. Lines and columns count from 1; line 0 means
/// that the thing came from nowhere (a default, a flag).
struct position {
  std::shared_ptr<const std::string> file;
  uint32_t line = 0;
  uint32_t column = 0;
};

/// "file:line", or what of it is known.
std::string to_string(const position& where);

/// A number that fits no 64-bit integer, as the text it was written with.
struct number_text {
  std::string text;

  friend bool operator==(const number_text&, const number_text&) = default;
};

struct deferred_text;

/// One node of a parsed configuration: JSON's model plus where each node stands in the file.
class node {
public:
  struct entry;

  using list_type = std::vector<node>;
  using map_type = std::vector<entry>; ///< in the order of the file, keys distinct
  using content_type = std::variant<std::monostate, bool, int64_t, uint64_t, number_text,
                                    std::string, list_type, map_type>;

  node() = default;

  explicit node(content_type content, position where = {});

  // -- observers --------------------------------------------------------------

  [[nodiscard]] const content_type& content() const noexcept {
    return content_;
  }

  [[nodiscard]] const position& where() const noexcept {
    return where_;
  }

  /// Made from a secret: never print its content.
  [[nodiscard]] bool secret() const noexcept {
    return secret_;
  }

  /// Of a string that waits for values of another row: what it is made of. The content is then the
  /// text as it was written. nullptr for everything else.
  [[nodiscard]] const std::shared_ptr<const deferred_text>& deferred() const noexcept {
    return deferred_;
  }

  [[nodiscard]] bool is_null() const noexcept {
    return std::holds_alternative<std::monostate>(content_);
  }

  [[nodiscard]] const std::string* text() const noexcept {
    return std::get_if<std::string>(&content_);
  }

  [[nodiscard]] const list_type* list() const noexcept {
    return std::get_if<list_type>(&content_);
  }

  [[nodiscard]] const map_type* map() const noexcept {
    return std::get_if<map_type>(&content_);
  }

  /// The value of a map's key; nullptr where there is none or this is no map.
  [[nodiscard]] const node* find(std::string_view key) const noexcept;

  /// "null", "bool", "integer", "number", "string", "list" or "map", for messages.
  [[nodiscard]] const char* type_name() const noexcept;

  // -- modifiers --------------------------------------------------------------

  content_type& content() noexcept {
    return content_;
  }

  void set_secret() noexcept {
    secret_ = true;
  }

  void set_deferred(std::shared_ptr<const deferred_text> pieces) noexcept {
    deferred_ = std::move(pieces);
  }

private:
  content_type content_;
  position where_;
  std::shared_ptr<const deferred_text> deferred_;
  bool secret_ = false;
};

struct node::entry {
  std::string key;
  node value;
  position where; ///< of the key
};

// Defined here because it needs to know what an entry is.
inline node::node(content_type content, position where)
  : content_(std::move(content)), where_(std::move(where)) {
  // nop
}

} // namespace faucet
