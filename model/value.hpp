#pragma once

#include "model/shape.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace faucet {

/// What a cell holds.
enum class kind : uint8_t {
  null,
  boolean,
  int64,
  uint64,  ///< Only for integers above the int64 range.
  float64, ///< A computed or binary double; always finite.
  decimal, ///< A JSON number as its exact text: fractions, exponents, and integers beyond 64 bits.
  string,  ///< UTF-8.
  bytes,   ///< Raw octets; base64 where the format has text only.
  list,
  object,
};

const char* to_string(kind what) noexcept;

class object_view;

/// One cell: a 16-byte tagged view. Strings, lists and objects live in memory that somebody else
/// owns, as a rule the page the cell is in. Trivially copyable; never owns anything.
class value {
public:
  // -- constructors -----------------------------------------------------------

  constexpr value() noexcept : int_(0) {
    // nop: null
  }

  static value of_bool(bool x) noexcept;
  static value of_int(int64_t x) noexcept;
  /// Becomes an int64 where it fits.
  static value of_uint(uint64_t x) noexcept;
  /// `x` must be finite.
  static value of_double(double x) noexcept;
  /// `text` must be a number by the grammar of JSON.
  static value of_decimal(std::string_view text) noexcept;
  static value of_string(std::string_view utf8) noexcept;
  static value of_bytes(std::string_view octets) noexcept;
  static value of_list(std::span<const value> items) noexcept;
  static value of_object(object_view x) noexcept;

  // -- observers --------------------------------------------------------------

  [[nodiscard]] faucet::kind kind() const noexcept {
    return kind_;
  }

  [[nodiscard]] bool is_null() const noexcept {
    return kind_ == faucet::kind::null;
  }

  [[nodiscard]] bool is_string() const noexcept {
    return kind_ == faucet::kind::string;
  }

  [[nodiscard]] bool is_object() const noexcept {
    return kind_ == faucet::kind::object;
  }

  [[nodiscard]] bool is_list() const noexcept {
    return kind_ == faucet::kind::list;
  }

  /// int64, uint64, float64 or decimal.
  [[nodiscard]] bool is_number() const noexcept {
    return kind_ >= faucet::kind::int64 && kind_ <= faucet::kind::decimal;
  }

  // Each of these is valid only for the kind it names.

  [[nodiscard]] bool as_bool() const noexcept {
    return int_ != 0;
  }

  [[nodiscard]] int64_t as_int() const noexcept {
    return int_;
  }

  [[nodiscard]] uint64_t as_uint() const noexcept {
    return uint_;
  }

  [[nodiscard]] double as_double() const noexcept {
    return double_;
  }

  /// The text of a string, decimal or bytes cell.
  [[nodiscard]] std::string_view as_text() const noexcept {
    return {text_, size_};
  }

  [[nodiscard]] std::span<const value> as_list() const noexcept;

  [[nodiscard]] object_view as_object() const noexcept;

private:
  union {
    int64_t int_;
    uint64_t uint_;
    double double_;
    const char* text_;
    const value* items_;
    const void* object_;
  };
  uint32_t size_ = 0;
  faucet::kind kind_ = faucet::kind::null;
};

static_assert(sizeof(value) == 16);

/// How an object lies in memory: this header, then one cell a field of the shape.
struct object_header {
  const shape* fields;
};

/// The fields of one object: a shape and as many cells.
class object_view {
public:
  explicit object_view(const object_header* rep) noexcept : rep_(rep) {
    // nop
  }

  [[nodiscard]] const object_header* header() const noexcept {
    return rep_;
  }

  [[nodiscard]] const shape& fields() const noexcept {
    return *rep_->fields;
  }

  [[nodiscard]] size_t size() const noexcept {
    return rep_->fields->size();
  }

  [[nodiscard]] std::span<const value> cells() const noexcept {
    return {reinterpret_cast<const value*>(rep_ + 1), size()};
  }

  [[nodiscard]] std::string_view name(size_t index) const noexcept {
    return rep_->fields->name(index);
  }

  [[nodiscard]] const value& operator[](size_t index) const noexcept {
    return cells()[index];
  }

  /// The cell of a field, or nullptr.
  [[nodiscard]] const value* find(std::string_view name) const noexcept;

private:
  const object_header* rep_;
};

/// Deep equality of content. Objects compare by field name, not by field order. Numbers compare by
/// kind and digits: 1 and 1.0 differ here.
bool identical(const value& lhs, const value& rhs) noexcept;

} // namespace faucet
