#include "connectors/bytes/straight_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <thread>
#include <utility>

namespace faucet {

namespace {

constexpr std::chrono::milliseconds patience{20};

/// How long a reader that takes nothing may hold up a run that has been stopped: less would tear
/// pages for readers that are merely slow.
constexpr std::chrono::milliseconds grace{1000};

tl::unexpected<error> stopped_waiting(const std::filesystem::path& path) {
  return fail(ec::cancelled, "stopped while waiting for the reader", path.string());
}

/// A write to a pipe without a reader shall fail instead of ending the process. Leaves alone what
/// a program has arranged for itself.
void ignore_broken_pipes() {
  struct sigaction now {};
  if (::sigaction(SIGPIPE, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) {
    ::signal(SIGPIPE, SIG_IGN);
  }
}

bool is_pipe(const std::filesystem::path& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
}

/// Opens a named pipe once somebody reads it; without O_NONBLOCK a stop would go unnoticed.
expected<open_file> open_pipe(const std::filesystem::path& path, const driver_context& context) {
  for (;;) {
    auto file = open_file::open(path, O_WRONLY | O_NONBLOCK);
    if (file || errno != ENXIO) {
      if (file) {
        ::fcntl(file->descriptor(), F_SETFL, O_WRONLY);
      }
      return file;
    }
    if (context.stopped()) {
      return stopped_waiting(path);
    }
    std::this_thread::sleep_for(patience);
  }
}

} // namespace

straight_file::straight_file(open_file file, driver_context context)
  : file_(std::move(file)), context_(std::move(context)) {
  auto status = file_.status();
  may_block_ = status && !S_ISREG(status->st_mode);
  ignore_broken_pipes();
}

expected<std::unique_ptr<output_file>> straight_file::open(const std::filesystem::path& path,
                                                           const driver_context& context) {
  auto file = is_pipe(path) ? open_pipe(path, context) : open_file::open(path, O_WRONLY | O_NOCTTY);
  if (!file) {
    return fail(std::move(file));
  }
  return std::make_unique<straight_file>(std::move(*file), context);
}

expected<void> straight_file::write(std::string_view bytes) {
  if (!may_block_) {
    return file_.write(bytes);
  }
  auto waited = std::chrono::milliseconds::zero(); // since the stop, without progress
  while (!bytes.empty()) {
    pollfd ready{.fd = file_.descriptor(), .events = POLLOUT, .revents = 0};
    if (::poll(&ready, 1, static_cast<int>(patience.count())) == 0) {
      waited += context_.stopped() ? patience : std::chrono::milliseconds::zero();
      if (waited >= grace) {
        return stopped_waiting(file_.path());
      }
      continue;
    }
    waited = std::chrono::milliseconds::zero();
    auto piece = bytes.substr(0, PIPE_BUF); // so much a ready pipe takes without blocking
    if (auto ok = file_.write(piece); !ok) {
      return ok;
    }
    bytes.remove_prefix(piece.size());
  }
  return {};
}

expected<void> straight_file::cut(uint64_t) {
  return {};
}

expected<void> straight_file::flush(std::string_view tail) {
  tail_ = tail;
  return {};
}

expected<bool> straight_file::seal(std::string_view tail) {
  tail_ = tail;
  return close().map([] { return false; });
}

expected<std::unique_ptr<output_file>> straight_file::start_over() {
  return fail(ec::sink_failed, "what was written to a pipe or a device cannot be changed",
              file_.path().string());
}

expected<void> straight_file::close() {
  if (!file_.is_open()) {
    return {};
  }
  if (auto ok = write(std::exchange(tail_, {})); !ok) {
    return ok;
  }
  return file_.close();
}

} // namespace faucet
