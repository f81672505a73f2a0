#include "connectors/bytes/appended_file.hpp"

#include "connectors/bytes/published_file.hpp"

#include <fcntl.h>

namespace faucet {

expected<std::unique_ptr<output_file>> appended_file::open(const std::filesystem::path& path) {
  auto file = open_file::open(path, O_RDWR | O_CREAT | O_APPEND);
  if (!file) {
    return fail(std::move(file));
  }
  auto status = file->status();
  if (!status) {
    return fail(std::move(status));
  }
  if (status->st_size == 0) {
    if (auto ok = sync_directory(path.parent_path()); !ok) {
      return fail(std::move(ok));
    }
  }
  return std::make_unique<appended_file>(std::move(*file), static_cast<uint64_t>(status->st_size));
}

expected<void> appended_file::write(std::string_view bytes) {
  if (auto ok = file_.write(bytes); !ok) {
    static_cast<void>(file_.truncate(size_)); // the first failure is the one to tell of
    return ok;
  }
  size_ += bytes.size();
  return {};
}

expected<void> appended_file::cut(uint64_t size) {
  size_ = size;
  return file_.truncate(size);
}

expected<void> appended_file::flush(std::string_view tail) {
  if (auto ok = write(tail); !ok) {
    return ok;
  }
  return file_.sync();
}

expected<bool> appended_file::seal(std::string_view tail) {
  if (auto ok = flush(tail); !ok) {
    return fail(std::move(ok));
  }
  return close().map([] { return false; });
}

expected<std::unique_ptr<output_file>> appended_file::start_over() {
  return published_file::open(file_.path(), false);
}

expected<void> appended_file::close() {
  return file_.close();
}

} // namespace faucet
