#include "model/page_codec.hpp"
#include "model/page_encoding.hpp"

#include <bit>
#include <unordered_map>

namespace faucet {

namespace {

class encoder {
public:
  explicit encoder(byte_buffer& out) : out_(out) {
    // nop
  }

  void integer(uint64_t x) {
    auto* to = out_.room(longest_integer);
    for (; x >= 0x80; x >>= 7) {
      *to++ = static_cast<char>(x | 0x80);
    }
    *to++ = static_cast<char>(x);
    out_.commit(to);
  }

  void text(std::string_view x) {
    integer(x.size());
    out_.append(x);
  }

  void any(const value& x) {
    out_.append(static_cast<char>(x.kind()));
    switch (x.kind()) {
      case kind::null:
        break;
      case kind::boolean:
        out_.append(static_cast<char>(x.as_bool()));
        break;
      case kind::int64:
        integer(static_cast<uint64_t>(x.as_int()) << 1 ^ static_cast<uint64_t>(x.as_int() >> 63));
        break;
      case kind::uint64:
        integer(x.as_uint());
        break;
      case kind::float64:
        bit_pattern(x.as_double());
        break;
      case kind::decimal:
      case kind::string:
      case kind::bytes:
        text(x.as_text());
        break;
      case kind::list:
        integer(x.as_list().size());
        all(x.as_list());
        break;
      case kind::object:
        shape_number(x.as_object().fields());
        all(x.as_object().cells());
        break;
    }
  }

private:
  static constexpr size_t longest_integer = 10;

  void all(std::span<const value> items) {
    for (const auto& item : items) {
      any(item);
    }
  }

  void bit_pattern(double x) {
    auto bits = std::bit_cast<uint64_t>(x);
    auto* to = out_.room(sizeof bits);
    for (size_t i = 0; i < sizeof bits; ++i) {
      *to++ = static_cast<char>(bits >> (8 * i));
    }
    out_.commit(to);
  }

  void shape_number(const shape& fields) {
    auto [entry, is_new] = numbers_.try_emplace(&fields, numbers_.size());
    integer(entry->second);
    if (is_new) {
      integer(fields.size());
      for (const auto& name : fields.names()) {
        text(name);
      }
    }
  }

  byte_buffer& out_;
  std::unordered_map<const shape*, uint64_t> numbers_;
};

} // namespace

void encode_page(byte_buffer& out, const page& x) {
  encoder to{out};
  out.append(static_cast<char>(detail::page_encoding_version));
  out.append(static_cast<char>(x.resume().has_value()));
  if (x.resume()) {
    to.text(x.resume()->json);
  }
  to.integer(x.size());
  for (const auto& row : x.rows()) {
    to.any(row);
  }
}

} // namespace faucet
