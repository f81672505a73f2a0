#include "cluster/mesh/link_scribe.hpp"

#include <caf/all.hpp>
#include <caf/io/all.hpp>
#include <caf/io/basp_broker.hpp>
#include <caf/io/network/default_multiplexer.hpp>
#include <caf/io/network/scribe_impl.hpp>
#include <caf/io/network/stream_impl.hpp>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>

namespace faucet {
namespace {

namespace network = caf::io::network;

/// How CAF moves bytes over an established TLS session.
class tls_policy {
public:
  explicit tls_policy(tls_session session) : session_(std::move(session)) {
    // nop
  }

  network::rw_state read_some(size_t& moved, network::native_socket, void* into, size_t size) {
    return outcome_of(SSL_read(session_.get(), into, bounded(size)), moved);
  }

  network::rw_state write_some(size_t& moved, network::native_socket, const void* from,
                               size_t size) {
    if (size == 0) {
      moved = 0;
      return network::rw_state::indeterminate;
    }
    return outcome_of(SSL_write(session_.get(), from, bounded(size)), moved);
  }

  /// What is decrypted already raises no event of the socket.
  bool must_read_more(network::native_socket, size_t threshold) {
    auto waiting = static_cast<size_t>(SSL_pending(session_.get()));
    return waiting > 0 && waiting >= threshold;
  }

private:
  static int bounded(size_t size) {
    return static_cast<int>(std::min<size_t>(size, std::numeric_limits<int>::max()));
  }

  network::rw_state outcome_of(int outcome, size_t& moved) {
    moved = outcome > 0 ? static_cast<size_t>(outcome) : 0;
    if (outcome > 0) {
      return network::rw_state::success;
    }
    auto why = SSL_get_error(session_.get(), outcome);
    ERR_clear_error();
    return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE ? network::rw_state::success
                                                                     : network::rw_state::failure;
  }

  tls_session session_;
};

class tls_scribe final : public caf::io::scribe {
public:
  tls_scribe(network::default_multiplexer& loop, open_link link)
    : scribe(network::conn_hdl_from_socket(link.socket.get())),
      stream_(loop, link.socket.release(), tls_policy{std::move(link.session)}) {
    // nop
  }

  void configure_read(caf::io::receive_policy::config config) override {
    stream_.configure_read(config);
    if (!std::exchange(launched_, true)) {
      stream_.start(this);
    }
  }

  void ack_writes(bool enable) override {
    stream_.ack_writes(enable);
  }

  std::vector<char>& wr_buf() override {
    return stream_.wr_buf();
  }

  std::vector<char>& rd_buf() override {
    return stream_.rd_buf();
  }

  void graceful_shutdown() override {
    stream_.graceful_shutdown();
    detach(&stream_.backend(), false);
  }

  void flush() override {
    stream_.flush(this);
  }

  [[nodiscard]] std::string addr() const override {
    auto known = network::remote_addr_of_fd(stream_.fd());
    return known ? *known : std::string();
  }

  [[nodiscard]] uint16_t port() const override {
    auto known = network::remote_port_of_fd(stream_.fd());
    return known ? *known : uint16_t{0};
  }

  void add_to_loop() override {
    stream_.activate(this);
  }

  void remove_from_loop() override {
    stream_.passivate();
  }

private:
  bool launched_ = false;
  network::stream_impl<tls_policy> stream_;
};

} // namespace

caf::io::scribe_ptr make_scribe(caf::actor_system& system, open_link link) {
  auto& loop = dynamic_cast<network::default_multiplexer&>(system.middleman().backend());
  unsigned patience = 10'000; // milliseconds for what was sent to be acknowledged
  setsockopt(link.socket.get(), IPPROTO_TCP, TCP_USER_TIMEOUT, &patience, sizeof(patience));
  if (link.session) {
    return caf::make_counted<tls_scribe>(loop, std::move(link));
  }
  return caf::make_counted<network::scribe_impl>(loop, link.socket.release());
}

caf::actor link_broker(caf::actor_system& system) {
  return system.middleman().named_broker<caf::io::basp_broker>(caf::atom("BASP"));
}

void serve_link(caf::actor_system& system, open_link link, const caf::strong_actor_ptr& door,
                std::set<std::string> interface) {
  caf::anon_send(link_broker(system), caf::publish_atom::value,
                 make_scribe(system, std::move(link)), mesh_door, door, std::move(interface));
}

} // namespace faucet
