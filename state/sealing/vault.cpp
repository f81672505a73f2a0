#include "state/sealing/vault.hpp"

#include "config/json_reader.hpp"
#include "model/base64.hpp"
#include "state/json_text.hpp"
#include "state/sha256.hpp"

#include <openssl/evp.h>

#include <memory>
#include <optional>

namespace faucet {

namespace {

constexpr size_t shortest_key = 32;
constexpr std::string_view sealed_config_prefix = "faucet-sealed-config:v1:";

constexpr std::string_view advice =
  "start every cluster member with the same vault key (`--vault-key` / `FAUCET_VAULT_KEY`), and "
  "with the one before as `--vault-previous-key`";

constexpr auto of_config = "this run's stored config is sealed";
constexpr auto of_values = "this run's `secret: true` param values are sealed";

std::string context_of(const std::string& run, std::string_view what) {
  return "run:" + run + ":" + std::string{what};
}

/// Half of a hash over the AES key, not over its text.
std::string name_of(std::string_view key) {
  auto aes_key = sha256(key);
  auto digest = sha256("faucet vault key" + std::string{aes_key.begin(), aes_key.end()});
  return hex_of(std::span{digest}.first(8));
}

std::string base64_of(std::string_view octets) {
  std::string result(base64_size(octets.size()), '\0');
  write_base64(result.data(), octets);
  return result;
}

/// Nothing where it is no padded base64.
std::optional<std::string> octets_of(std::string_view base64) {
  if (base64.empty() || base64.size() % 4 != 0) {
    return std::nullopt;
  }
  auto padding = base64.size() - base64.find_last_not_of('=') - 1;
  std::string result(base64.size() / 4 * 3, '\0');
  auto size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(result.data()),
                              reinterpret_cast<const unsigned char*>(base64.data()),
                              static_cast<int>(base64.size()));
  if (padding > 2 || size < 0 || static_cast<size_t>(size) != result.size()) {
    return std::nullopt;
  }
  result.resize(result.size() - padding);
  return result;
}

tl::unexpected<error> refuse(const std::string& what, const std::string& why) {
  return fail(ec::invalid_config, what + ", and " + why);
}

tl::unexpected<error> no_key(const std::string& what) {
  return refuse(what, "this instance was started without a vault key: start every cluster member "
                      "with the same vault key (`--vault-key` / `FAUCET_VAULT_KEY`)");
}

expected<std::string> opened(const vault* keys, const std::string& what, std::string_view sealed,
                             const std::string& context) {
  if (keys == nullptr) {
    return no_key(what);
  }
  auto result = keys->open(sealed, context);
  return result ? result : refuse(what, "this instance cannot open it: " + result.error().what);
}

} // namespace

vault::vault(text_seal seal, std::vector<std::string> names)
  : seal_(std::move(seal)), names_(std::move(names)) {
  // nop
}

expected<vault> vault::make(std::string_view key, const std::vector<std::string>& previous) {
  if (key.size() < shortest_key) {
    return fail(ec::invalid_config,
                "a vault key has 32 bytes at least, this one " + std::to_string(key.size()));
  }
  std::vector<std::string> names{name_of(key)};
  for (const auto& older : previous) {
    if (older.empty()) {
      return fail(ec::invalid_config, "a previous vault key is empty");
    }
    names.push_back(name_of(older));
  }
  return vault{text_seal{key, previous, advice}, std::move(names)};
}

expected<std::string> vault::seal_config(std::string_view config, const std::string& run) const {
  return seal_.seal(config, context_of(run, "config")).map([](const std::string& sealed) {
    return std::string{sealed_config_prefix} + base64_of(sealed);
  });
}

expected<std::string> vault::seal_values(const std::vector<std::string>& values,
                                         const std::string& run) const {
  json_object_writer all;
  all.json("values", json_list(values, [](const std::string& x) { return json_of(x); }));
  return seal_.seal(std::move(all).finish(), context_of(run, "secret-params")).map(base64_of);
}

expected<std::string> vault::open(std::string_view sealed, std::string_view context) const {
  auto octets = octets_of(sealed);
  return octets ? seal_.open(*octets, context) : fail(ec::state_failed, "it is no base64");
}

expected<std::string> open_config(const vault* keys, std::string stored, const std::string& run) {
  if (!stored.starts_with(sealed_config_prefix)) {
    return stored;
  }
  return opened(keys, of_config, std::string_view{stored}.substr(sealed_config_prefix.size()),
                context_of(run, "config"));
}

expected<std::vector<std::string>> open_values(const vault* keys, std::string_view stored,
                                               const std::string& run) {
  if (keys == nullptr) {
    return no_key(of_values);
  }
  if (stored.empty()) {
    return refuse(of_values, "they are no longer stored (they are deleted once a run finishes) — "
                             "trigger the template again");
  }
  auto text = opened(keys, of_values, stored, context_of(run, "secret-params"));
  if (!text) {
    return fail(std::move(text));
  }
  auto read = read_json(*text, std::make_shared<const std::string>("sealed values"));
  const auto* list = read && read->map() != nullptr ? read->find("values") : nullptr;
  if (list == nullptr || list->list() == nullptr) {
    return refuse(of_values, "what was sealed is no list of values");
  }
  std::vector<std::string> result;
  for (const auto& x : *list->list()) {
    if (x.text() == nullptr) {
      return refuse(of_values, "what was sealed is no list of texts");
    }
    result.push_back(*x.text());
  }
  return result;
}

} // namespace faucet
