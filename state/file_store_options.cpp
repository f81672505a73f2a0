#include "state/file_store_options.hpp"

#include "state/file_store.hpp"

namespace faucet {

namespace {

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

expected<void> check_keys(const encryption_options& x, const node& config) {
  auto refuse = [&config](const std::string& which) {
    return fail(ec::invalid_config, "state store file: \"encryption." + which + "\" is blank",
                to_string(config.find("encryption")->where()));
  };
  if (is_blank(x.key)) {
    return refuse("key");
  }
  for (size_t i = 0; i < x.previous_keys.size(); ++i) {
    if (is_blank(x.previous_keys[i])) {
      return refuse("previous_keys[" + std::to_string(i) + "]");
    }
  }
  return {};
}

} // namespace

std::vector<enum_name<encryption_algorithm>> enum_names(encryption_algorithm) {
  return {{"aes-256-gcm", encryption_algorithm::aes_256_gcm}};
}

void fields(option_visitor& v, encryption_options& x) {
  v.field("key", x.key, required,
          "Key material; the AES key is its SHA-256. Use a long random text, not a password.",
          {.secret = true});
  v.field("previous_keys", x.previous_keys, std::vector<std::string>{},
          "Keys that files may still be sealed with. They are only read with.", {.secret = true});
  v.field("algorithm", x.algorithm, encryption_algorithm::aes_256_gcm, "How files are sealed.");
}

void fields(option_visitor& v, file_store_options& x) {
  v.field("path", x.path, required, "Directory that holds one JSON file a key.",
          {.leads_to = reach::path});
  v.field("encryption", x.encryption, "Seals the files.");
}

expected<std::unique_ptr<state_store>> make_file_store(const node& config) {
  file_store_options options;
  if (auto read = read_options(config, options, "state store file"); !read) {
    return fail(std::move(read));
  }
  std::optional<text_seal> seal;
  if (options.encryption) {
    if (auto checked = check_keys(*options.encryption, config); !checked) {
      return fail(std::move(checked));
    }
    seal.emplace(options.encryption->key, options.encryption->previous_keys);
  }
  return std::make_unique<file_store>(options.path, std::move(seal));
}

} // namespace faucet
