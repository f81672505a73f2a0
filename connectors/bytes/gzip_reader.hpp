#pragma once

#include "connectors/bytes/input_bytes.hpp"

#include <string>

struct z_stream_s;

namespace faucet {

/// Decompresses gzip, one member after another. Zeros may follow the last member, nothing else.
class gzip_reader final : public byte_reader {
public:
  /// `name` is for errors.
  gzip_reader(std::unique_ptr<byte_reader> from, std::string name);

  ~gzip_reader() override;

  expected<size_t> read(char* into, size_t capacity) override;

private:
  expected<bool> start_member();
  tl::unexpected<error> broken(const char* what) const;

  input_bytes input_;
  std::string name_;
  std::unique_ptr<z_stream_s> stream_;
  bool inside_ = false; ///< of a member
  bool is_first_ = true;
};

} // namespace faucet
