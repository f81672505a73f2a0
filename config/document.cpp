#include "config/document.hpp"

#include "config/bounded_file.hpp"
#include "config/json_reader.hpp"
#include "config/yaml_reader.hpp"
#include "model/byte_order_mark.hpp"
#include "model/utf8.hpp"

namespace faucet {

namespace {

/// Refuses what no text file holds, with the line it is on.
expected<void> check_text(std::string_view text, const std::shared_ptr<const std::string>& file) {
  uint32_t line = 1;
  while (!text.empty()) {
    auto current = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(current.size() + 1, text.size()));
    if (!is_utf8(current)) {
      return fail(ec::invalid_config, "not valid UTF-8", to_string(position{file, line, 1}));
    }
    for (auto c : current) {
      if (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\r') {
        return fail(ec::invalid_config, "a control character; write it as an escape in quotes",
                    to_string(position{file, line, 1}));
      }
    }
    ++line;
  }
  return {};
}

} // namespace

expected<node> parse_document(std::string_view text, const std::string& file_name) {
  auto file = std::make_shared<const std::string>(file_name);
  if (text.size() > max_document_bytes) {
    return fail(ec::invalid_config,
                "is larger than " + std::to_string(max_document_bytes) + " bytes", file_name);
  }
  text = without_byte_order_mark(text);
  if (auto ok = check_text(text, file); !ok) {
    return fail(std::move(ok));
  }
  return file_name.ends_with(".json") ? read_json(text, std::move(file))
                                      : read_yaml(text, std::move(file));
}

expected<node> load_document(const std::string& path) {
  auto text = read_bounded_file(path, max_document_bytes);
  if (!text) {
    return fail(std::move(text));
  }
  return parse_document(*text, path);
}

} // namespace faucet
