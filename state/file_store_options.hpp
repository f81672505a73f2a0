#pragma once

#include "config/options.hpp"
#include "state/store.hpp"

#include <memory>
#include <string>
#include <vector>

namespace faucet {

enum class encryption_algorithm : uint8_t { aes_256_gcm };

std::vector<enum_name<encryption_algorithm>> enum_names(encryption_algorithm);

struct encryption_options {
  std::string key;
  std::vector<std::string> previous_keys;
  encryption_algorithm algorithm = encryption_algorithm::aes_256_gcm;
};

void fields(option_visitor& v, encryption_options& x);

struct file_store_options {
  std::string path;
  std::optional<encryption_options> encryption;
};

void fields(option_visitor& v, file_store_options& x);

/// A store without any I/O. Blank keys are an error.
expected<std::unique_ptr<state_store>> make_file_store(const node& config);

} // namespace faucet
