#include "connectors/formats/sink_checks.hpp"

#include "connectors/formats/output_file.hpp"

namespace faucet {

namespace {

tl::unexpected<error> refuse(const char* what, const node& config, std::string_view key) {
  const auto* found = config.find(key);
  return fail(ec::invalid_config, std::string{key} + what,
              to_string((found != nullptr ? *found : config).where()));
}

} // namespace

expected<void> check_path(const std::string& path, const node& config) {
  if (path.empty()) {
    return refuse(" is empty", config, "path");
  }
  if (path.find('\0') != std::string::npos) {
    return refuse(" holds a zero byte", config, "path");
  }
  if (path.ends_with(scratch_ending)) {
    return refuse(" has an ending that is reserved for files being written", config, "path");
  }
  return {};
}

expected<void> check_csv_characters(const csv_characters& x, const node& config) {
  auto is_line_end = [](char c) { return c == '\n' || c == '\r'; };
  if (is_line_end(x.delimiter)) {
    return refuse(" cannot be a line end", config, "delimiter");
  }
  if (is_line_end(x.quote)) {
    return refuse(" cannot be a line end", config, "quote");
  }
  if (x.delimiter == x.quote) {
    return refuse(" and quote are the same character", config, "delimiter");
  }
  return {};
}

} // namespace faucet
