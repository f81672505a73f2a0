#include "connectors/bytes/byte_reader.hpp"

#include "connectors/bytes/gzip_reader.hpp"
#include "connectors/bytes/zstd_reader.hpp"
#include "model/file_descriptor.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace faucet {

namespace {

tl::unexpected<error> failed(const std::string& name, int code) {
  return fail(ec::source_failed, std::generic_category().message(code), name);
}

class file_reader final : public byte_reader {
public:
  file_reader(file_descriptor file, std::string name)
    : file_(std::move(file)), name_(std::move(name)) {
    // nop
  }

  expected<size_t> read(char* into, size_t capacity) override {
    for (;;) {
      auto count = ::read(file_.get(), into, capacity);
      if (count >= 0) {
        return static_cast<size_t>(count);
      }
      if (errno != EINTR) {
        return failed(name_, errno);
      }
    }
  }

private:
  file_descriptor file_;
  std::string name_;
};

} // namespace

expected<std::unique_ptr<byte_reader>> open_bytes(const std::filesystem::path& file,
                                                  compression how) {
  auto name = file.string();
  file_descriptor opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat about = {};
  if (!opened.is_open() || ::fstat(opened.get(), &about) != 0) {
    return failed(name, errno);
  }
  if (S_ISDIR(about.st_mode)) {
    return failed(name, EISDIR);
  }
  // A hint: its failure changes nothing.
  ::posix_fadvise(opened.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
  return decompress(std::make_unique<file_reader>(std::move(opened), name), resolve(how, file),
                    std::move(name));
}

expected<void> probe_bytes(const std::filesystem::path& file) {
  struct stat about = {};
  if (::stat(file.c_str(), &about) != 0 || ::access(file.c_str(), R_OK) != 0) {
    return failed(file.string(), errno);
  }
  return S_ISDIR(about.st_mode) ? failed(file.string(), EISDIR) : expected<void>{};
}

void start_loading(const std::filesystem::path& file) noexcept {
  file_descriptor opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (opened.is_open()) {
    ::posix_fadvise(opened.get(), 0, 0, POSIX_FADV_WILLNEED);
  }
}

std::unique_ptr<byte_reader> decompress(std::unique_ptr<byte_reader> from, compression how,
                                        std::string name) {
  switch (how) {
    case compression::gzip:
      return std::make_unique<gzip_reader>(std::move(from), std::move(name));
    case compression::zstd:
      return std::make_unique<zstd_reader>(std::move(from), std::move(name));
    default:
      return from;
  }
}

} // namespace faucet
