#pragma once

#include "connectors/formats/record_writer.hpp"
#include "model/json_writer.hpp"

namespace faucet {

/// One record a line; over several lines where it shall be pretty.
class json_lines_writer final : public record_writer {
public:
  explicit json_lines_writer(bool pretty = false) : pretty_(pretty) {
    // nop
  }

  expected<void> write(byte_buffer& out, const value& record) override;

private:
  json_writer json_;
  bool pretty_;
};

/// One array of all records.
class json_array_writer final : public record_writer {
public:
  static constexpr std::string_view no_records = "[]";
  static constexpr std::string_view end = "]";

  /// `empty` where no record stands in the file yet.
  explicit json_array_writer(bool empty = true) : empty_(empty) {
    // nop
  }

  expected<void> write(byte_buffer& out, const value& record) override;

  [[nodiscard]] std::string_view tail() const override {
    return empty_ ? no_records : end;
  }

private:
  json_writer json_;
  bool empty_;
};

/// A line of plain text a record: a string, or an object with nothing but a string field `text`.
/// Any other record is a line of JSON.
class raw_text_writer final : public record_writer {
public:
  expected<void> write(byte_buffer& out, const value& record) override;

private:
  json_writer json_;
};

} // namespace faucet
