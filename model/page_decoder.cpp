#include "model/json_number.hpp"
#include "model/page_builder.hpp"
#include "model/page_codec.hpp"
#include "model/page_encoding.hpp"
#include "model/utf8.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace faucet {

namespace {

/// Reads from the front of bytes nobody vouches for. After the first failure every read gives
/// something harmless, so that only loops and the end need to look at `why`.
class decoder {
public:
  decoder(std::string_view bytes, page_builder& into)
    : rest_(bytes), cells_left_(bytes.size()), into_(into) {
    // nop
  }

  [[nodiscard]] const char* why() const noexcept {
    return why_;
  }

  [[nodiscard]] bool at_end() const noexcept {
    return rest_.empty();
  }

  uint8_t byte() {
    if (rest_.empty()) {
      refuse("it ends too early");
      return 0;
    }
    auto result = static_cast<uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return result;
  }

  uint64_t integer() {
    uint64_t result = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      auto next = byte();
      result |= uint64_t{next & 0x7fU} << shift;
      if (next < 0x80) {
        return result;
      }
    }
    refuse("an integer is too long");
    return 0;
  }

  /// How many things follow that take at least one byte each.
  size_t count() {
    auto result = integer();
    if (result > rest_.size()) {
      refuse("it ends too early");
      return 0;
    }
    return static_cast<size_t>(result);
  }

  std::string_view text() {
    auto result = rest_.substr(0, count());
    rest_.remove_prefix(result.size());
    return result;
  }

  std::string_view utf8() {
    auto result = text();
    if (!is_utf8(result)) {
      refuse("a text is not UTF-8");
    }
    return result;
  }

  value any(int depth = 0) {
    if (depth > detail::max_nesting) {
      refuse("it is nested too deeply");
      return {};
    }
    switch (static_cast<kind>(byte())) {
      case kind::null:
        return {};
      case kind::boolean:
        return value::of_bool(byte() != 0);
      case kind::int64: {
        auto bits = integer();
        return value::of_int(static_cast<int64_t>(bits >> 1 ^ (0 - (bits & 1))));
      }
      case kind::uint64:
        return value::of_uint(integer());
      case kind::float64:
        return number();
      case kind::decimal:
        return decimal();
      case kind::string:
        return value::of_string(utf8());
      case kind::bytes:
        return value::of_bytes(text());
      case kind::list:
        return list(depth);
      case kind::object:
        return object(depth);
    }
    refuse("a value is of an unknown kind");
    return {};
  }

private:
  void refuse(const char* why) noexcept {
    why_ = why_ == nullptr ? why : why_;
    rest_ = {};
  }

  value number() {
    uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) {
      bits |= uint64_t{byte()} << (8 * i);
    }
    auto result = std::bit_cast<double>(bits);
    if (!std::isfinite(result)) {
      refuse("a number is not finite");
    }
    return value::of_double(result);
  }

  value decimal() {
    auto digits = text();
    if (!parse_json_number(digits)) {
      refuse("a number is malformed");
    }
    return value::of_decimal(digits);
  }

  /// Takes cells off what all bytes together can hold: nested promises must not add up to more.
  bool take_cells(size_t count) {
    if (count > cells_left_ || count > rest_.size()) {
      refuse("it ends too early");
      return false;
    }
    cells_left_ -= count;
    return true;
  }

  value list(int depth) {
    auto size = count();
    if (!take_cells(size)) {
      return {};
    }
    std::vector<value> items(size);
    for (auto& item : items) {
      item = any(depth + 1);
    }
    return into_.list(items);
  }

  value object(int depth) {
    auto fields = shape_by_number();
    if (!fields || !take_cells(fields->size())) {
      return {};
    }
    auto [result, cells] = into_.object(fields);
    for (auto& cell : cells) {
      cell = any(depth + 1);
    }
    return result;
  }

  shape_ptr shape_by_number() {
    auto number = integer();
    if (number == shapes_.size() && why_ == nullptr) {
      std::vector<std::string> names(count());
      for (auto& name : names) {
        name = utf8();
      }
      auto sorted = names;
      std::ranges::sort(sorted);
      if (std::ranges::adjacent_find(sorted) != sorted.end()) {
        refuse("a field name is repeated");
        return nullptr;
      }
      shapes_.push_back(make_shape(std::move(names)));
    }
    if (number >= shapes_.size()) {
      refuse("a shape is missing");
      return nullptr;
    }
    return shapes_[number];
  }

  std::string_view rest_;
  size_t cells_left_;
  page_builder& into_;
  std::vector<shape_ptr> shapes_;
  const char* why_ = nullptr;
};

tl::unexpected<error> damaged(std::string why) {
  return fail(ec::internal, "damaged page: " + std::move(why));
}

} // namespace

expected<page> decode_page(std::string_view bytes) {
  page_builder builder;
  decoder from{builder.memory().copy(bytes), builder};
  if (auto version = from.byte(); version != detail::page_encoding_version) {
    return damaged("version " + std::to_string(version) + " is not known");
  }
  std::optional<bookmark> resume;
  if (from.byte() != 0) {
    resume = bookmark{std::string{from.utf8()}};
  }
  for (auto left = from.count(); left != 0 && from.why() == nullptr; --left) {
    builder.add(from.any());
  }
  if (from.why() != nullptr) {
    return damaged(from.why());
  }
  if (!from.at_end()) {
    return damaged("it goes on behind its end");
  }
  return builder.finish(std::move(resume));
}

} // namespace faucet
