#include "tests/link/authority.hpp"

#include "tests/catch.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <cstdio>

namespace faucet::test {

struct authority::identity {
  std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> key{EVP_EC_gen("P-256"), EVP_PKEY_free};
  std::unique_ptr<X509, void (*)(X509*)> certificate{X509_new(), X509_free};

  /// A certificate for the key; signed by `issuer`, or by itself where there is none.
  identity(const std::string& name, const std::string& addresses, const identity* issuer) {
    auto* x = certificate.get();
    X509_set_version(x, X509_VERSION_3);
    static long serial = 0;
    ASN1_INTEGER_set(X509_get_serialNumber(x), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(x), -3600);
    X509_gmtime_adj(X509_getm_notAfter(x), 3600);
    X509_set_pubkey(x, key.get());
    X509_NAME_add_entry_by_txt(X509_get_subject_name(x), "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    auto* signer = issuer ? issuer->certificate.get() : x;
    X509_set_issuer_name(x, X509_get_subject_name(signer));
    add(NID_basic_constraints, addresses.empty() ? "critical,CA:TRUE" : "CA:FALSE");
    if (!addresses.empty()) {
      add(NID_subject_alt_name, addresses);
    }
    auto* signing = issuer ? issuer->key.get() : key.get();
    REQUIRE(X509_sign(x, signing, EVP_sha256()) > 0);
  }

private:
  void add(int kind, const std::string& text) {
    auto* extension = X509V3_EXT_conf_nid(nullptr, nullptr, kind, text.c_str());
    REQUIRE(extension);
    X509_add_ext(certificate.get(), extension, -1);
    X509_EXTENSION_free(extension);
  }
};

authority::authority(const temp_folder& folder, std::string name)
  : folder_(folder), name_(std::move(name)),
    own_(std::make_unique<identity>(name_, std::string(), nullptr)) {
  auto* file = std::fopen((folder_ / (name_ + "-ca.pem")).c_str(), "w");
  REQUIRE(file);
  PEM_write_X509(file, own_->certificate.get());
  std::fclose(file);
}

authority::~authority() = default;

credential_files authority::issue(const std::string& name, const std::string& addresses) const {
  return write(identity{name, addresses, own_.get()}, name);
}

credential_files authority::self_signed(const std::string& name,
                                        const std::string& addresses) const {
  return write(identity{name, addresses, nullptr}, name);
}

std::shared_ptr<link_credentials> authority::credentials(const std::string& name,
                                                         const std::string& addresses) const {
  auto result = link_credentials::open(issue(name, addresses));
  REQUIRE(result);
  return *result;
}

credential_files authority::write(const identity& x, const std::string& name) const {
  auto path = [&](const char* end) { return (folder_ / (name_ + "-" + name + end)).string(); };
  credential_files files{(folder_ / (name_ + "-ca.pem")).string(), path(".pem"), path(".key")};
  auto* file = std::fopen(files.certificate.c_str(), "w");
  REQUIRE(file);
  PEM_write_X509(file, x.certificate.get());
  std::fclose(file);
  file = std::fopen(files.key.c_str(), "w");
  REQUIRE(file);
  PEM_write_PrivateKey(file, x.key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  std::fclose(file);
  return files;
}

} // namespace faucet::test
