#include "state/redis_store_options.hpp"

#include "state/redis_store.hpp"

namespace faucet {

namespace {

tl::unexpected<error> refused(const node& config, std::string_view option, std::string what) {
  const auto* found = config.find(option);
  return fail(ec::invalid_config,
              "state store redis: \"" + std::string{option} + "\" " + std::move(what),
              to_string(found != nullptr ? found->where() : config.where()));
}

} // namespace

void fields(option_visitor& v, redis_tls_options& x) {
  v.field("ca_cert_path", x.ca_cert_path, "",
          "File of the authorities to trust. Left out: those of the system.",
          {.leads_to = reach::path});
  v.field("client_cert_path", x.client_cert_path, "", "File of the certificate to show.",
          {.leads_to = reach::path});
  v.field("client_key_path", x.client_key_path, "", "File of that certificate's key.",
          {.leads_to = reach::path});
}

void fields(option_visitor& v, redis_store_options& x) {
  v.field("url", x.url, required,
          "redis://[user:password@]host[:port][/database], or rediss:// for TLS.",
          {.secret = true, .leads_to = reach::server});
  v.field("namespace", x.name_space, "faucet",
          "What stands before every key, with a colon behind it. May hold no colon itself.");
  v.field("tls", x.tls, "TLS, for a rediss:// address.");
}

expected<std::unique_ptr<state_store>> make_redis_store(const node& config) {
  redis_store_options options;
  if (auto read = read_options(config, options, "state store redis"); !read) {
    return fail(std::move(read));
  }
  auto address = parse_redis_address(options.url);
  if (!address) {
    return refused(config, "url", "is " + address.error().what);
  }
  if (options.name_space.empty() || options.name_space.find(':') != std::string::npos) {
    return refused(config, "namespace", "must be a text without a colon");
  }
  redis_tls tls;
  if (options.tls) {
    if (!address->tls) {
      return refused(config, "tls", "is for an address that begins with rediss://");
    }
    if (options.tls->client_cert_path.empty() != options.tls->client_key_path.empty()) {
      return refused(config, "tls", "needs \"client_cert_path\" and \"client_key_path\" together");
    }
    tls = {options.tls->ca_cert_path, options.tls->client_cert_path, options.tls->client_key_path};
  }
  return std::make_unique<redis_store>(
    redis_store_settings{std::move(*address), std::move(tls), options.name_space});
}

} // namespace faucet
