#include "connectors/bytes/byte_reader.hpp"

#include "connectors/bytes/gzip_reader.hpp"
#include "connectors/bytes/zstd_reader.hpp"

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
  file_reader(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {
    // nop
  }

  file_reader(const file_reader&) = delete;
  file_reader& operator=(const file_reader&) = delete;

  ~file_reader() override {
    ::close(descriptor_);
  }

  expected<size_t> read(char* into, size_t capacity) override {
    for (;;) {
      auto count = ::read(descriptor_, into, capacity);
      if (count >= 0) {
        return static_cast<size_t>(count);
      }
      if (errno != EINTR) {
        return failed(name_, errno);
      }
    }
  }

private:
  int descriptor_;
  std::string name_;
};

} // namespace

expected<std::unique_ptr<byte_reader>> open_bytes(const std::filesystem::path& file,
                                                  compression how) {
  auto name = file.string();
  auto descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return failed(name, errno);
  }
  std::unique_ptr<byte_reader> plain = std::make_unique<file_reader>(descriptor, name);
  struct stat about = {};
  if (::fstat(descriptor, &about) != 0) {
    return failed(name, errno);
  }
  if (S_ISDIR(about.st_mode)) {
    return failed(name, EISDIR);
  }
  ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL); // a hint: its failure changes nothing
  return decompress(std::move(plain), resolve(how, file), std::move(name));
}

expected<void> probe_bytes(const std::filesystem::path& file) {
  struct stat about = {};
  if (::stat(file.c_str(), &about) != 0 || ::access(file.c_str(), R_OK) != 0) {
    return failed(file.string(), errno);
  }
  return S_ISDIR(about.st_mode) ? failed(file.string(), EISDIR) : expected<void>{};
}

void start_loading(const std::filesystem::path& file) noexcept {
  auto descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor >= 0) {
    ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_WILLNEED);
    ::close(descriptor);
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
