#pragma once

#include "model/byte_buffer.hpp"
#include "model/error.hpp"
#include "model/value.hpp"

#include <span>
#include <string_view>

namespace faucet {

class byte_writer;

/// Turns records into the text of a format.
class record_writer {
public:
  virtual ~record_writer() = default;

  /// Called with a page, or a part of it, before its records are written one by one.
  virtual expected<void> prepare(std::span<const value> rows, byte_writer& file) {
    static_cast<void>(rows);
    static_cast<void>(file);
    return {};
  }

  virtual expected<void> write(byte_buffer& out, const value& record) = 0;

  /// What ends the file, for now: a record may still follow in its place.
  [[nodiscard]] virtual std::string_view tail() const {
    return {};
  }
};

} // namespace faucet
