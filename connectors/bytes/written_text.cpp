#include "connectors/bytes/written_text.hpp"

#include "connectors/bytes/byte_reader.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// The bytes of a file up to where the next ones will be written.
class content_reader final : public byte_reader {
public:
  explicit content_reader(const output_file& file) : file_(file) {
    // nop
  }

  expected<size_t> read(char* into, size_t capacity) override {
    auto left = file_.size() - offset_;
    auto count = file_.content().read_at(offset_, into, std::min<uint64_t>(capacity, left));
    if (count) {
      offset_ += *count;
    }
    return count;
  }

private:
  const output_file& file_;
  uint64_t offset_ = 0;
};

} // namespace

expected<void> for_each_piece(const output_file& file, compression how,
                              const std::function<expected<bool>(std::string_view)>& take) {
  if (file.size() == 0) {
    return {};
  }
  constexpr size_t piece_size = size_t{128} << 10;
  auto reader =
    decompress(std::make_unique<content_reader>(file), how, file.content().path().string());
  auto buffer = std::make_unique<char[]>(piece_size);
  for (;;) {
    auto count = reader->read(buffer.get(), piece_size);
    if (!count) {
      count.error().code = ec::sink_failed; // it is the sink that reads
      return fail(std::move(count));
    }
    if (*count == 0) {
      return {};
    }
    auto more = take({buffer.get(), *count});
    if (!more) {
      return fail(std::move(more));
    }
    if (!*more) {
      return {};
    }
  }
}

} // namespace faucet
