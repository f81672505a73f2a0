#include "connectors/file/part_files.hpp"

#include "connectors/bytes/exclusive_file.hpp"

namespace faucet {

part_files::part_files(part_settings settings, driver_context context)
  : settings_(std::move(settings)), context_(std::move(context)) {
  // nop
}

expected<void> part_files::open(uint64_t part) {
  sealed_from_ = part_ = part;
  if (settings_.names.numbered()) {
    auto free = wait_until_free(path_of(part), context_, [this]() -> expected<bool> {
      return remove_abandoned(settings_.names.unfinished_in(settings_.directory));
    });
    if (!free) {
      return free;
    }
  }
  return start(part);
}

expected<void> part_files::write(std::span<const value> rows) {
  while (!rows.empty()) {
    if (settings_.names.numbered() && current_->full(settings_.limits)) {
      if (auto ok = roll(); !ok) {
        return ok;
      }
    }
    auto written = current_->write(rows, settings_.limits);
    if (!written) {
      return fail(std::move(written));
    }
    rows = rows.subspan(*written);
  }
  return {};
}

expected<void> part_files::flush() {
  auto published = sealed_from_ != part_;
  for (; sealed_from_ != part_; ++sealed_from_) {
    if (auto ok = publish_sealed(path_of(sealed_from_)); !ok) {
      return ok;
    }
  }
  if (published) {
    if (auto ok = sync_directory(settings_.directory); !ok) {
      return ok;
    }
  }
  // A numbered file is made for its records, any other one in any case.
  return settings_.names.numbered() && current_->records() == 0 ? expected<void>{}
                                                                : current_->flush();
}

expected<void> part_files::close() {
  for (; sealed_from_ != part_; ++sealed_from_) {
    discard_sealed(path_of(sealed_from_));
  }
  auto result = current_ ? current_->close() : expected<void>{};
  current_.reset();
  return result;
}

expected<void> part_files::start(uint64_t part) {
  part_ = part; // also where it cannot be opened: the parts up to here are the ones to end
  auto file = record_file::open(path_of(part), settings_.create_directory, settings_.style,
                                settings_.existing, context_);
  if (!file) {
    return fail(std::move(file));
  }
  current_.emplace(std::move(*file));
  return {};
}

expected<void> part_files::roll() {
  auto sealed = current_->seal();
  if (!sealed) {
    return fail(std::move(sealed));
  }
  if (!*sealed) {
    ++sealed_from_; // all of it was visible already; no other part waits
  }
  return start(part_ + 1);
}

std::filesystem::path part_files::path_of(uint64_t part) const {
  return settings_.directory / settings_.names.file_name(part);
}

} // namespace faucet
