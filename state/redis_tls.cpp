#include "state/redis_connection.hpp"

#include <hiredis/hiredis.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

namespace faucet {

namespace {

struct free_context {
  void operator()(SSL_CTX* x) const noexcept {
    SSL_CTX_free(x);
  }
};

std::string newest_failure() {
  auto code = ERR_get_error();
  ERR_clear_error();
  const auto* reason = code != 0 ? ERR_reason_error_string(code) : nullptr;
  return reason != nullptr ? reason : "the connection was closed";
}

/// Loads what the options name; each failure names its file.
expected<void> configure(SSL_CTX* context, const redis_tls& tls) {
  auto trusted = tls.ca_cert_path.empty()
                   ? SSL_CTX_set_default_verify_paths(context)
                   : SSL_CTX_load_verify_locations(context, tls.ca_cert_path.c_str(), nullptr);
  if (trusted != 1) {
    return fail(ec::invalid_config, "cannot read the certificate: " + newest_failure(),
                tls.ca_cert_path);
  }
  if (tls.client_cert_path.empty()) {
    return {};
  }
  if (SSL_CTX_use_certificate_chain_file(context, tls.client_cert_path.c_str()) != 1) {
    return fail(ec::invalid_config, "cannot read the certificate: " + newest_failure(),
                tls.client_cert_path);
  }
  if (SSL_CTX_use_PrivateKey_file(context, tls.client_key_path.c_str(), SSL_FILETYPE_PEM) != 1) {
    return fail(ec::invalid_config, "cannot read the key of the certificate: " + newest_failure(),
                tls.client_key_path);
  }
  return {};
}

/// As OpenSSL's own write to a socket, without the signal where the other side is gone.
int write_quietly(BIO* to, const char* bytes, int size) {
  int socket = -1;
  BIO_get_fd(to, &socket);
  return static_cast<int>(::send(socket, bytes, static_cast<size_t>(size), MSG_NOSIGNAL));
}

/// Everything but the write is OpenSSL's own.
const BIO_METHOD* quiet_socket() {
  static const auto* const result = [] {
    const auto* plain = BIO_s_socket();
    auto* method = BIO_meth_new(BIO_TYPE_SOCKET, "socket");
    BIO_meth_set_write(method, &write_quietly);
    BIO_meth_set_read(method, BIO_meth_get_read(plain));
    BIO_meth_set_ctrl(method, BIO_meth_get_ctrl(plain));
    BIO_meth_set_create(method, BIO_meth_get_create(plain));
    BIO_meth_set_destroy(method, BIO_meth_get_destroy(plain));
    return method;
  }();
  return result;
}

bool use_socket(SSL* connection, int socket) {
  auto* bio = BIO_new(quiet_socket());
  if (bio == nullptr) {
    return false;
  }
  BIO_set_fd(bio, socket, BIO_NOCLOSE);
  SSL_set_bio(connection, bio, bio); // which owns it now
  return true;
}

/// The certificate must be for this host, by name or by address.
bool expect_host(SSL* connection, const std::string& host) {
  if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(connection), host.c_str()) == 1) {
    return true;
  }
  return SSL_set1_host(connection, host.c_str()) == 1
         && SSL_set_tlsext_host_name(connection, host.c_str()) == 1;
}

} // namespace

expected<void> redis_connection::start_tls(const redis_address& address, const redis_tls& tls) {
  std::unique_ptr<SSL_CTX, free_context> context{SSL_CTX_new(TLS_client_method())};
  if (!context) {
    return fail(ec::state_failed, "cannot start TLS: " + newest_failure(), name_);
  }
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  SSL_CTX_set_mode(context.get(), SSL_MODE_AUTO_RETRY);
  if (auto ok = configure(context.get(), tls); !ok) {
    return ok;
  }
  tls_.reset(SSL_new(context.get())); // keeps the context
  auto ready = tls_ && expect_host(tls_.get(), address.host) && use_socket(tls_.get(), raw_->fd)
               && SSL_connect(tls_.get()) == 1;
  if (ready) {
    return {};
  }
  auto verdict = tls_ ? SSL_get_verify_result(tls_.get()) : X509_V_OK;
  auto reason = verdict != X509_V_OK ? X509_verify_cert_error_string(verdict) : newest_failure();
  return fail(ec::unavailable, "no TLS connection: " + reason, name_);
}

} // namespace faucet
