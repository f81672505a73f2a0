#include "cluster/link/tls.hpp"

#include <arpa/inet.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace faucet {
namespace {

int socket_of(BIO* bio) {
  int result = -1;
  BIO_get_fd(bio, &result);
  return result;
}

/// As OpenSSL's own for sockets, but a peer that is gone raises no signal.
int write_quietly(BIO* bio, const char* bytes, int size) {
  auto sent = ::send(socket_of(bio), bytes, static_cast<size_t>(size), MSG_NOSIGNAL);
  BIO_clear_retry_flags(bio);
  if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) {
    BIO_set_retry_write(bio);
  }
  return static_cast<int>(sent);
}

/// The way OpenSSL handles sockets, except for writing. Made once and kept.
const BIO_METHOD* quiet_socket() {
  static const BIO_METHOD* const result = [] {
    const auto* plain = BIO_s_socket();
    auto* made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK | BIO_TYPE_DESCRIPTOR,
                              "socket without signals");
    BIO_meth_set_write(made, write_quietly);
    BIO_meth_set_read(made, BIO_meth_get_read(plain));
    BIO_meth_set_puts(made, BIO_meth_get_puts(plain));
    BIO_meth_set_ctrl(made, BIO_meth_get_ctrl(plain));
    BIO_meth_set_create(made, BIO_meth_get_create(plain));
    BIO_meth_set_destroy(made, BIO_meth_get_destroy(plain));
    return made;
  }();
  return result;
}

bool is_address(const std::string& host) {
  in6_addr bytes{};
  return inet_pton(AF_INET, host.c_str(), &bytes) == 1
         || inet_pton(AF_INET6, host.c_str(), &bytes) == 1;
}

bool demand_host(SSL* session, const std::string& host) {
  auto* demands = SSL_get0_param(session);
  if (is_address(host)) {
    return X509_VERIFY_PARAM_set1_ip_asc(demands, host.c_str()) == 1;
  }
  SSL_set_hostflags(session,
                    X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  return SSL_set1_host(session, host.c_str()) == 1
         && SSL_set_tlsext_host_name(session, host.c_str()) == 1;
}

} // namespace

void tls_free::operator()(SSL* x) const noexcept {
  SSL_free(x);
}

expected<tls_session> make_session(const tls_context_ptr& context, int socket, link_side side,
                                   const endpoint& place) {
  tls_session session(SSL_new(context.get()));
  auto* bio = BIO_new(quiet_socket());
  if (!session || !bio) {
    BIO_free(bio);
    return fail(ec::internal, "no TLS session could be made", to_string(place));
  }
  BIO_set_fd(bio, socket, BIO_NOCLOSE);
  SSL_set_bio(session.get(), bio, bio);
  if (side == link_side::dialled) {
    SSL_set_accept_state(session.get());
    return session;
  }
  SSL_set_connect_state(session.get());
  if (!demand_host(session.get(), place.host)) {
    return fail(ec::invalid_config, "a certificate cannot be made out for such a host",
                to_string(place));
  }
  return session;
}

std::string tls_fault(const SSL* session, int outcome) {
  auto system_fault = errno;
  auto why = SSL_get_error(session, outcome);
  auto code = ERR_peek_last_error();
  ERR_clear_error();
  if (auto verdict = SSL_get_verify_result(session); verdict != X509_V_OK) {
    return std::string("its certificate is not accepted: ")
           + X509_verify_cert_error_string(verdict);
  }
  if (why == SSL_ERROR_ZERO_RETURN || ERR_GET_REASON(code) == SSL_R_UNEXPECTED_EOF_WHILE_READING) {
    return "closed the connection";
  }
  if (why == SSL_ERROR_SYSCALL && code == 0) {
    return system_fault == 0 ? "closed the connection" : std::strerror(system_fault);
  }
  switch (ERR_GET_REASON(code)) {
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_HTTP_REQUEST:
    case SSL_R_PACKET_LENGTH_TOO_LONG:
    case SSL_R_BAD_RECORD_TYPE:
      return "does not speak TLS";
    case SSL_R_UNSUPPORTED_PROTOCOL:
      return "does not speak TLS 1.3";
    case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE:
      return "showed no certificate";
    case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
    case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
    case SSL_R_SSLV3_ALERT_BAD_CERTIFICATE:
    case SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN:
      return "does not accept the certificate shown to it";
    default:
      break;
  }
  const char* reason = ERR_reason_error_string(code);
  return std::string("TLS failed: ") + (reason ? reason : "for no known reason");
}

} // namespace faucet
