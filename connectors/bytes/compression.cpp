#include "connectors/bytes/compression.hpp"

namespace faucet {

namespace {

compression by_ending(const std::filesystem::path& file) {
  auto ending = file.extension();
  if (ending == ".gz" || ending == ".gzip") {
    return compression::gzip;
  }
  if (ending == ".zst" || ending == ".zstd") {
    return compression::zstd;
  }
  return compression::none;
}

} // namespace

compression resolve(compression chosen, const std::filesystem::path& file) {
  return chosen == compression::automatic ? by_ending(file) : chosen;
}

std::filesystem::path without_compression_ending(const std::filesystem::path& file) {
  return by_ending(file) == compression::none ? file : file.parent_path() / file.stem();
}

} // namespace faucet
