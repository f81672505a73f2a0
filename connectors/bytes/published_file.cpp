#include "connectors/bytes/published_file.hpp"

#include "connectors/bytes/exclusive_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>
#include <vector>

namespace faucet {

namespace {

/// Written bytes that are handed to the disk at a time, so that the sync at the end finds little
/// left to do.
constexpr uint64_t writeback_step = uint64_t{8} << 20;

/// Locks of network file systems want a file that is open for writing.
expected<open_file> open_leftover(const std::filesystem::path& scratch) {
  auto result = open_file::open(scratch, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
  return result ? std::move(result) : open_file::open(scratch, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
}

bool is_there(const std::filesystem::path& name) noexcept {
  struct stat ignored {};
  return ::lstat(name.c_str(), &ignored) == 0 || errno != ENOENT;
}

/// Removes what a killed run left; false where a living one still writes it.
expected<bool> remove_leftover(const std::filesystem::path& scratch) {
  if (!is_there(scratch)) {
    return true;
  }
  auto leftover = open_leftover(scratch);
  if (leftover && !lock(*leftover)) {
    return false;
  }
  if (::unlink(scratch.c_str()) != 0 && errno != ENOENT) {
    return system_failure("remove", scratch, errno);
  }
  return true;
}

} // namespace

std::filesystem::path scratch_name(const std::filesystem::path& final_name) {
  auto result = final_name;
  result += scratch_ending;
  return result;
}

expected<void> publish_sealed(const std::filesystem::path& final_name) {
  if (::rename(scratch_name(final_name).c_str(), final_name.c_str()) != 0) {
    return system_failure("publish", final_name, errno);
  }
  return {};
}

void discard_sealed(const std::filesystem::path& final_name) noexcept {
  ::unlink(scratch_name(final_name).c_str());
}

bool remove_abandoned(const std::vector<std::filesystem::path>& final_names) noexcept {
  std::vector<open_file> held; // locked until all are removed
  for (const auto& name : final_names) {
    auto leftover = open_leftover(scratch_name(name));
    if (!leftover) {
      continue;
    }
    if (!lock(*leftover)) {
      return false;
    }
    held.push_back(std::move(*leftover));
  }
  for (const auto& file : held) {
    ::unlink(file.path().c_str());
  }
  return true;
}

// -- constructors, destructors, and assignment operators ----------------------

published_file::published_file(std::filesystem::path final_name)
  : final_name_(std::move(final_name)), scratch_name_(scratch_name(final_name_)) {
  // nop
}

published_file::~published_file() {
  remove_scratch();
}

expected<std::unique_ptr<output_file>>
published_file::open(std::filesystem::path final_name, bool extend, const driver_context& context) {
  auto result = std::make_unique<published_file>(std::move(final_name));
  auto scratch = result->wait_for_scratch(context);
  if (!scratch) {
    return fail(std::move(scratch));
  }
  if (!extend) {
    result->newest_ = std::move(*scratch);
    return result;
  }
  result->older_ = std::move(*scratch);
  auto there = open_file::open(result->final_name_, O_RDONLY);
  if (!there) {
    return fail(std::move(there));
  }
  auto status = there->status();
  if (!status) {
    return fail(std::move(status));
  }
  result->newest_ = std::move(*there);
  result->size_ = static_cast<uint64_t>(status->st_size);
  result->published_ = true;
  result->foreign_ = true;
  return result;
}

// -- modifiers ----------------------------------------------------------------

expected<void> published_file::write(std::string_view bytes) {
  if (published_) {
    if (auto ok = take_turn(); !ok) {
      return ok;
    }
  }
  if (auto ok = newest_.write(bytes); !ok) {
    static_cast<void>(newest_.truncate(size_)); // the first failure is the one to tell of
    return ok;
  }
  size_ += bytes.size();
  if (size_ - written_back_ >= writeback_step) {
    newest_.start_writeback(written_back_, size_ - written_back_);
    written_back_ = size_;
  }
  return {};
}

expected<void> published_file::cut(uint64_t size) {
  if (published_) {
    size_ = size; // what is behind is not copied
    return take_turn();
  }
  size_ = size;
  common_ = std::min(common_, size);
  written_back_ = std::min(written_back_, size);
  return newest_.truncate(size);
}

expected<void> published_file::flush(std::string_view tail) {
  if (published_) {
    return {};
  }
  if (auto ok = finish_scratch(tail); !ok) {
    return ok;
  }
  if (auto ok = put_in_place(); !ok) {
    return ok;
  }
  published_ = true;
  return sync_directory(final_name_.parent_path());
}

expected<bool> published_file::seal(std::string_view tail) {
  if (published_) {
    return close().map([] { return false; });
  }
  if (auto ok = finish_scratch(tail); !ok) {
    return fail(std::move(ok));
  }
  has_scratch_ = false; // the caller's from now on
  return older_.close().map([] { return true; });
}

expected<std::unique_ptr<output_file>> published_file::start_over() {
  remove_scratch();
  if (auto ok = older_.close(); !ok) {
    return fail(std::move(ok));
  }
  return open(final_name_, false);
}

expected<void> published_file::close() {
  remove_scratch();
  auto result = newest_.close();
  return result ? older_.close() : std::move(result);
}

// -- steps --------------------------------------------------------------------

expected<open_file> published_file::wait_for_scratch(const driver_context& context) {
  std::optional<open_file> made;
  auto waited = wait_until_free(final_name_, context, [&] {
    return make_scratch().map([&made](std::optional<open_file> scratch) {
      made = std::move(scratch);
      return made.has_value();
    });
  });
  return waited ? expected<open_file>{std::move(*made)} : fail(std::move(waited));
}

/// Nothing where another run has it.
expected<std::optional<open_file>> published_file::make_scratch() {
  auto removed = remove_leftover(scratch_name_);
  if (!removed) {
    return fail(std::move(removed));
  }
  if (!*removed) {
    return std::nullopt;
  }
  auto result = open_file::open(scratch_name_, O_RDWR | O_CREAT | O_EXCL);
  if (!result) {
    if (is_there(scratch_name_)) { // made by another in between
      return std::nullopt;
    }
    return fail(std::move(result));
  }
  if (!lock(*result)) {
    return std::nullopt;
  }
  has_scratch_ = true;
  return std::move(*result);
}

/// Brings the older file up to the newest, which is published, and goes on in it.
expected<void> published_file::take_turn() {
  if (!older_.is_open()) {
    auto scratch = wait_for_scratch({});
    if (!scratch) {
      return fail(std::move(scratch));
    }
    older_ = std::move(*scratch);
    common_ = 0;
  }
  common_ = std::min(common_, size_);
  if (auto ok = older_.truncate(common_); !ok) {
    return ok;
  }
  if (auto ok = older_.append_from(newest_, common_, size_ - common_); !ok) {
    return ok;
  }
  std::swap(newest_, older_);
  written_back_ = common_;
  common_ = size_;
  published_ = false;
  if (std::exchange(foreign_, false)) {
    return older_.close();
  }
  return {};
}

expected<void> published_file::finish_scratch(std::string_view tail) {
  if (auto ok = newest_.write(tail); !ok) {
    return ok;
  }
  if (auto ok = keep_permissions(); !ok) {
    return ok;
  }
  return newest_.sync();
}

/// Takes over mode and owner of the file that is about to be replaced.
expected<void> published_file::keep_permissions() {
  struct stat there {};
  if (::stat(final_name_.c_str(), &there) != 0) {
    return {};
  }
  auto own = newest_.status();
  if (!own) {
    return fail(std::move(own));
  }
  if (own->st_uid != there.st_uid || own->st_gid != there.st_gid) {
    // Only root may give files away; anybody else's file becomes theirs, as with any rewrite.
    static_cast<void>(::fchown(newest_.descriptor(), there.st_uid, there.st_gid) == 0);
  }
  constexpr mode_t permissions = 07777;
  if ((own->st_mode & permissions) != (there.st_mode & permissions)
      && ::fchmod(newest_.descriptor(), there.st_mode & permissions) != 0) {
    return system_failure("keep the permissions of", final_name_, errno);
  }
  return {};
}

expected<void> published_file::put_in_place() {
  if (!has_name(newest_, scratch_name_)) {
    return taken_over(final_name_);
  }
  if (older_.is_open()
      && ::renameat2(AT_FDCWD, scratch_name_.c_str(), AT_FDCWD, final_name_.c_str(),
                     RENAME_EXCHANGE)
           == 0) {
    if (!has_name(older_, scratch_name_)) { // somebody had put another file in our place
      has_scratch_ = false;
      ::unlink(scratch_name_.c_str());
      return older_.close();
    }
    return {};
  }
  if (::rename(scratch_name_.c_str(), final_name_.c_str()) != 0) {
    return system_failure("publish", final_name_, errno);
  }
  has_scratch_ = false;
  return older_.close();
}

/// Not what another run has put in its place.
void published_file::remove_scratch() noexcept {
  if (std::exchange(has_scratch_, false)
      && (has_name(newest_, scratch_name_) || has_name(older_, scratch_name_))) {
    ::unlink(scratch_name_.c_str());
  }
}

} // namespace faucet
