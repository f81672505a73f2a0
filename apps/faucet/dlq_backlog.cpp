#include "apps/faucet/dlq_backlog.hpp"

#include "config/json_reader.hpp"
#include "connectors/catalogue.hpp"
#include "state/json_text.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace faucet {

namespace {

constexpr size_t longest_first_line = size_t{1} << 20;

/// Counts the lines and reads the time of the first.
void read_letters(std::istream& file, dlq_backlog& into) {
  uint64_t lines = 0;
  std::string first;
  std::array<char, 65536> buffer{};
  while (file.read(buffer.data(), buffer.size()) || file.gcount() > 0) {
    std::string_view piece{buffer.data(), static_cast<size_t>(file.gcount())};
    if (lines == 0 && first.size() < longest_first_line) {
      first += piece.substr(0, piece.find('\n'));
    }
    for (auto c : piece) {
      lines += c == '\n' ? 1 : 0;
    }
  }
  into.count = lines;
  if (auto letter = read_json(first, nullptr); letter && lines > 0) {
    into.oldest = number_field(*letter, "ts_ms");
  }
}

} // namespace

dlq_backlog backlog_of(const std::optional<dlq_spec>& dlq) {
  dlq_backlog result;
  if (!dlq) {
    return result;
  }
  result.configured = true;
  auto type = find_sink(built_in_catalogue(), dlq->sink.type);
  auto sink = type ? (*type)->make(dlq->sink.config) : fail(std::move(type));
  auto files = sink ? (*sink)->writes() : std::vector<std::filesystem::path>{};
  auto lies_in_lines = files.size() == 1
                       && (files[0].extension() == ".jsonl" || files[0].extension() == ".ndjson"
                           || (type && (*type)->type == "jsonl"));
  if (!lies_in_lines || files[0].extension() == ".gz" || files[0].extension() == ".zst") {
    return result;
  }
  result.location = files[0].string();
  std::ifstream file{files[0], std::ios::binary};
  if (!file && errno == ENOENT) {
    result.count = 0;
  } else if (!file) {
    result.problem = std::strerror(errno);
  } else {
    read_letters(file, result);
  }
  return result;
}

} // namespace faucet
