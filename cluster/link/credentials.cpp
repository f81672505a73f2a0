#include "cluster/link/credentials.hpp"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace faucet {
namespace {

std::string last_reason() {
  const char* reason = ERR_reason_error_string(ERR_peek_last_error());
  ERR_clear_error();
  return reason ? reason : "no reason given";
}

/// True where the file can be opened; the reason otherwise, which OpenSSL would bury.
expected<void> look_at(const std::string& path, const char* what) {
  auto* file = std::fopen(path.c_str(), "re");
  char first = 0;
  if (!file || (std::fread(&first, 1, 1, file) != 1 && std::ferror(file) != 0)) {
    auto fault = errno;
    if (file) {
      std::fclose(file);
    }
    return fail(ec::invalid_config, std::string(what) + " cannot be read: " + std::strerror(fault),
                path);
  }
  std::fclose(file);
  return {};
}

/// Nobody is there to be asked for the words of an encrypted key.
int no_password(char*, int, int, void*) {
  return -1;
}

expected<tls_context_ptr> read(const credential_files& files) {
  for (auto [path, what] : {std::pair{&files.ca, "the CA"},
                            {&files.certificate, "the certificate"},
                            {&files.key, "the key"}}) {
    if (auto seen = look_at(*path, what); !seen) {
      return fail(std::move(seen));
    }
  }
  ERR_clear_error();
  tls_context_ptr context(SSL_CTX_new(TLS_method()), SSL_CTX_free);
  if (!context) {
    return fail(ec::internal, "TLS cannot be set up: " + last_reason());
  }
  auto* x = context.get();
  SSL_CTX_set_default_passwd_cb(x, no_password);
  auto refuse = [](const char* what, const std::string& path) {
    return fail(ec::invalid_config, std::string(what) + ": " + last_reason(), path);
  };
  if (SSL_CTX_load_verify_file(x, files.ca.c_str()) != 1) {
    return refuse("holds no CA certificate in PEM", files.ca);
  }
  if (SSL_CTX_use_certificate_chain_file(x, files.certificate.c_str()) != 1) {
    return refuse("holds no certificate in PEM", files.certificate);
  }
  if (SSL_CTX_use_PrivateKey_file(x, files.key.c_str(), SSL_FILETYPE_PEM) != 1
      || SSL_CTX_check_private_key(x) != 1) {
    return refuse("holds no key in PEM, without a password, that fits the certificate", files.key);
  }
  SSL_CTX_set_min_proto_version(x, TLS1_3_VERSION);
  SSL_CTX_set_verify(x, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  SSL_CTX_set_session_cache_mode(x, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(x, 0);
  SSL_CTX_set_mode(x, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  return context;
}

} // namespace

expected<std::shared_ptr<link_credentials>> link_credentials::open(credential_files files) {
  auto context = read(files);
  if (!context) {
    return fail(std::move(context));
  }
  return std::shared_ptr<link_credentials>(
    new link_credentials(std::move(files), std::move(*context)));
}

link_credentials::link_credentials(credential_files files, tls_context_ptr first)
  : files_(std::move(files)), context_(std::move(first)) {
  // nop
}

tls_context_ptr link_credentials::current() const {
  std::lock_guard guard(mutex_);
  return context_;
}

expected<void> link_credentials::read_again() {
  auto context = read(files_);
  if (!context) {
    auto err = std::move(context).error();
    err.what += "; the credentials read before stay in use";
    return tl::unexpected<error>(std::move(err));
  }
  std::lock_guard guard(mutex_);
  context_ = std::move(*context);
  return {};
}

} // namespace faucet
