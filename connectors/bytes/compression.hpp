#pragma once

#include "config/options.hpp"

#include <array>
#include <filesystem>

namespace faucet {

/// How a file is compressed. `automatic` goes by the file's ending: .gz, .zst.
enum class compression { automatic, none, gzip, zstd };

constexpr std::array<enum_name<compression>, 4> enum_names(compression) {
  return {{{"auto", compression::automatic},
           {"none", compression::none},
           {"gzip", compression::gzip},
           {"zstd", compression::zstd}}};
}

/// What `automatic` means for that file name; any other choice is returned as it is.
compression resolve(compression chosen, const std::filesystem::path& file);

/// The file name without its compression ending: "a.csv.gz" gives "a.csv".
std::filesystem::path without_compression_ending(const std::filesystem::path& file);

} // namespace faucet
