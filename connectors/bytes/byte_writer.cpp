#include "connectors/bytes/byte_writer.hpp"

#include "connectors/bytes/written_text.hpp"

#include <utility>

namespace faucet {

byte_writer::byte_writer(std::unique_ptr<output_file> file, compression how)
  : file_(std::move(file)), how_(how), compressor_(make_compressor(how)) {
  // nop
}

expected<void> byte_writer::drain() {
  if (failure_) {
    return tl::unexpected<error>(*failure_);
  }
  if (text_.empty()) {
    return {};
  }
  auto bytes = text_.view();
  drained_ += bytes.size();
  if (compressor_) {
    compressed_.clear();
    compressor_->append(compressed_, bytes);
    in_frame_ = true;
    bytes = compressed_.view();
  }
  auto result = noted(bytes.empty() ? expected<void>{} : file_->write(bytes));
  text_.clear();
  return result;
}

expected<void> byte_writer::end_frame() {
  if (auto ok = drain(); !ok) {
    return ok;
  }
  if (!std::exchange(in_frame_, false)) {
    return {};
  }
  compressed_.clear();
  compressor_->end_frame(compressed_);
  return noted(file_->write(compressed_.view()));
}

expected<void>
byte_writer::rewrite(const std::function<void(byte_buffer&, std::string_view)>& change) {
  if (auto ok = end_frame(); !ok) {
    return ok;
  }
  auto successor = noted(file_->start_over());
  if (!successor) {
    return fail(std::move(successor));
  }
  auto former = std::exchange(file_, std::move(*successor));
  drained_ = 0;
  auto copied = noted(for_each_piece(*former, how_, [&](std::string_view piece) {
    change(text_, piece);
    return record_done().map([] { return true; });
  }));
  return copied ? former->close() : std::move(copied);
}

std::string_view byte_writer::encode_tail(std::string_view tail) {
  if (!compressor_) {
    return tail;
  }
  compressed_.clear();
  if (!tail.empty() || file_->size() == 0) { // no bytes at all would not be a compressed file
    compressor_->append(compressed_, tail);
    compressor_->end_frame(compressed_);
  }
  return compressed_.view();
}

expected<void> byte_writer::flush(std::string_view tail) {
  if (auto ok = end_frame(); !ok) {
    return ok;
  }
  return noted(file_->flush(encode_tail(tail)));
}

expected<bool> byte_writer::seal(std::string_view tail) {
  if (auto ok = end_frame(); !ok) {
    return fail(std::move(ok));
  }
  return noted(file_->seal(encode_tail(tail)));
}

expected<void> byte_writer::close() {
  text_.clear();
  return file_->close();
}

} // namespace faucet
