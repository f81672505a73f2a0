#include "connectors/formats/csv_boundaries.hpp"

namespace faucet {

std::vector<std::string> split_csv_record(std::string_view record, csv_characters characters) {
  while (!record.empty() && (record.back() == '\n' || record.back() == '\r')) {
    record.remove_suffix(1);
  }
  std::vector<std::string> result(1);
  auto quoted = false;
  for (size_t i = 0; i < record.size(); ++i) {
    auto c = record[i];
    if (quoted && c == characters.quote) {
      auto doubled = i + 1 < record.size() && record[i + 1] == c;
      quoted = doubled;
      if (doubled) {
        result.back() += c;
        ++i;
      }
    } else if (!quoted && c == characters.quote && result.back().empty()) {
      quoted = true;
    } else if (!quoted && c == characters.delimiter) {
      result.emplace_back();
    } else {
      result.back() += c;
    }
  }
  return result;
}

} // namespace faucet
