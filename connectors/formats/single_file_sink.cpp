#include "connectors/formats/single_file_sink.hpp"

#include "connectors/bytes/output_file.hpp"

namespace faucet {

namespace {

continuation continuation_of(const single_file& target, const sink_start& start) {
  if (target.append) {
    return continuation::append;
  }
  return start.resuming ? continuation::resume : continuation::replace;
}

} // namespace

expected<void> single_file_sink::open(const driver_context& context, const sink_start& start) {
  auto file = record_file::open(target_.path, target_.create_parents, target_.style,
                                continuation_of(target_, start), context);
  if (!file) {
    return fail(std::move(file));
  }
  file_ = std::move(*file);
  return {};
}

expected<void> single_file_sink::write(const page& rows) {
  return file_->write(rows.rows()).map([&](size_t) {
    unflushed_.records += rows.size();
    ++unflushed_.pages;
  });
}

expected<void> single_file_sink::flush() {
  return file_->flush().map([this] { unflushed_ = {}; });
}

expected<void> single_file_sink::close(ending how) {
  if (!file_) {
    return {}; // was never opened
  }
  auto flushed = how == ending::completed || target_.append ? flush() : expected<void>{};
  auto closed = file_->close();
  file_.reset();
  return flushed ? std::move(closed) : std::move(flushed);
}

expected<void> single_file_sink::probe(const driver_context&) {
  return probe_output(
    {.path = target_.path,
     .existing = target_.append ? existing_content::appended : existing_content::replaced,
     .create_parents = target_.create_parents});
}

} // namespace faucet
