#include "connectors/file/file_format.hpp"

#include "connectors/bytes/compression.hpp"
#include "model/ascii_case.hpp"

#include <algorithm>
#include <array>

namespace faucet {

namespace {

constexpr std::array<enum_name<file_format>, 10> format_names{{
  {"auto", file_format::automatic},
  {"json_lines", file_format::json_lines},
  {"json_array", file_format::json_array},
  {"csv", file_format::csv},
  {"raw_text", file_format::raw_text},
  {"xml", file_format::unsupported},
  {"xlsx", file_format::unsupported},
  {"parquet", file_format::unsupported},
  {"avro", file_format::unsupported},
  {"orc", file_format::unsupported},
}};

constexpr std::array<enum_name<file_format>, 10> endings{{
  {".jsonl", file_format::json_lines},
  {".ndjson", file_format::json_lines},
  {".json", file_format::json_array},
  {".csv", file_format::csv},
  {".txt", file_format::raw_text},
  {".xml", file_format::unsupported},
  {".xlsx", file_format::unsupported},
  {".parquet", file_format::unsupported},
  {".avro", file_format::unsupported},
  {".orc", file_format::unsupported},
}};

} // namespace

std::span<const enum_name<file_format>> enum_names(file_format) {
  return format_names;
}

file_format format_by_ending(const std::filesystem::path& file) {
  auto ending = ascii_lower(without_compression_ending(file).extension().string());
  const auto* found = std::ranges::find(endings, ending, &enum_name<file_format>::first);
  return found != endings.end() ? found->second : file_format::automatic;
}

std::string_view ending_of(file_format format) {
  const auto* found = std::ranges::find(endings, format, &enum_name<file_format>::second);
  return found != endings.end() ? found->first : std::string_view{};
}

} // namespace faucet
