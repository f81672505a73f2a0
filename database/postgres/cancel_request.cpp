#include "database/postgres/cancel_request.hpp"

#include <libpq-fe.h>

#include <array>
#include <chrono>
#include <future>
#include <memory>
#include <system_error>
#include <thread>

namespace faucet {

namespace {

constexpr std::chrono::milliseconds patience{250};

} // namespace

void send_cancel_request(::pg_conn* connection) {
  std::shared_ptr<PGcancel> request{PQgetCancel(connection), PQfreeCancel};
  if (!request) {
    return;
  }
  // libpq sends the request over a connection of its own and blocks until the server closes that.
  // A server that hangs never does, so the wait must not be ours.
  std::packaged_task<void()> send{[request] {
    std::array<char, 256> reason{};
    PQcancel(request.get(), reason.data(), static_cast<int>(reason.size()));
  }};
  auto sent = send.get_future();
  try {
    std::thread{std::move(send)}.detach();
  } catch (const std::system_error&) {
    return; // without a thread to spare the server learns of it when the connection closes
  }
  sent.wait_for(patience);
}

} // namespace faucet
