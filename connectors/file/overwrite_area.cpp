#include "connectors/file/overwrite_area.hpp"

#include "connectors/bytes/exclusive_file.hpp"

#include <fcntl.h>

#include <algorithm>
#include <functional>
#include <system_error>

namespace faucet {

namespace fs = std::filesystem;

namespace {

/// Nothing where another run has the directory, or where it is gone by now.
expected<std::optional<open_file>> take_directory(const fs::path& place) {
  auto found = open_file::open(place, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  if (!found) {
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(place, ignored))) {
      return std::nullopt;
    }
    return fail(std::move(found));
  }
  if (!lock(*found)) {
    return std::nullopt;
  }
  return std::move(*found);
}

/// Does that with a directory, if there is one; false where another run has it.
expected<bool> with_directory(const fs::path& place, const std::function<expected<void>()>& act) {
  if (!fs::exists(place)) {
    return true;
  }
  auto taken = take_directory(place);
  if (!taken) {
    return fail(std::move(taken));
  }
  return *taken ? act().map([] { return true; }) : expected<bool>{false};
}

} // namespace

overwrite_area::overwrite_area(fs::path target, part_names names)
  : target_(target.empty() ? "." : std::move(target)), names_(std::move(names)),
    area_(target_ / (std::string{prefix} + names_.file_name())),
    complete_(area_.string() + "-complete") {
  // nop
}

expected<std::vector<uint64_t>> overwrite_area::parts_in(const fs::path& directory) const {
  std::vector<uint64_t> result;
  std::error_code status;
  for (auto entry = fs::directory_iterator{directory, status}; entry != fs::directory_iterator{};
       entry.increment(status)) {
    if (auto part = names_.part_of(entry->path().filename().string()); part != 0) {
      result.push_back(part);
    }
  }
  if (status) {
    return system_failure("list", directory, status.value());
  }
  std::ranges::sort(result);
  return result;
}

expected<void> overwrite_area::open(bool keep, const driver_context& context) {
  return wait_until_free(target_ / names_.file_name(), context, [&] { return take(keep); });
}

/// False where another run has the area, or moves its files into place.
expected<bool> overwrite_area::take(bool keep) {
  auto free = with_directory(complete_, [this] { return move_into_place(); });
  if (free && *free && !keep) {
    free = with_directory(area_, [this] { return remove_area(); });
  }
  if (!free || !*free) {
    return free;
  }
  std::error_code status;
  fs::create_directory(area_, status);
  if (status) {
    return system_failure("make", area_, status.value());
  }
  auto area = take_directory(area_);
  if (!area) {
    return fail(std::move(area));
  }
  if (!*area || fs::exists(complete_)) {
    return false;
  }
  held_ = std::move(**area);
  return true;
}

expected<void> overwrite_area::remove_area() {
  std::error_code status;
  fs::remove_all(area_, status);
  return status ? system_failure("remove", area_, status.value()) : expected<void>{};
}

expected<void> overwrite_area::commit() {
  if (!has_name(held_, area_)) {
    return taken_over(target_ / names_.file_name());
  }
  auto made = parts_in(area_);
  if (!made) {
    return fail(std::move(made));
  }
  if (made->empty()) {
    discard();
    return remove_others(0);
  }
  std::error_code status;
  fs::rename(area_, complete_, status);
  if (status) {
    return system_failure("publish", area_, status.value());
  }
  if (auto ok = sync_directory(target_); !ok) {
    return ok;
  }
  return move_into_place();
}

void overwrite_area::discard() noexcept {
  if (has_name(held_, area_)) {
    static_cast<void>(remove_area()); // the run has failed already
  }
}

/// Files of earlier runs go first and the last part moves last, so that a move which is taken up
/// again still knows how many parts there are.
expected<void> overwrite_area::move_into_place() {
  auto waiting = parts_in(complete_);
  if (!waiting) {
    return fail(std::move(waiting));
  }
  if (!waiting->empty()) {
    if (auto ok = remove_others(waiting->back()); !ok) {
      return ok;
    }
  }
  for (auto part : *waiting) {
    if (auto ok = move(names_.file_name(part)); !ok) {
      return ok;
    }
  }
  std::error_code status;
  fs::remove_all(complete_, status);
  return sync_directory(target_);
}

expected<void> overwrite_area::move(const std::string& name) {
  std::error_code status;
  auto place = target_ / name;
  if (fs::is_symlink(place, status)) {
    place = fs::weakly_canonical(place, status);
  }
  auto former = fs::status(place, status);
  if (fs::is_regular_file(former)) {
    fs::permissions(complete_ / name, former.permissions(), status);
  }
  fs::rename(complete_ / name, place, status);
  return status ? system_failure("publish", place, status.value()) : expected<void>{};
}

expected<void> overwrite_area::remove_others(uint64_t highest_moved) {
  auto present = parts_in(target_);
  if (!present) {
    return fail(std::move(present));
  }
  for (auto part : *present) {
    auto place = target_ / names_.file_name(part);
    std::error_code status;
    if (part > highest_moved && !fs::remove(place, status)) {
      return system_failure("remove", place, status.value());
    }
  }
  return {};
}

} // namespace faucet
