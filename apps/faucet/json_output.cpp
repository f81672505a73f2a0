#include "apps/faucet/json_output.hpp"

#include "config/json_reader.hpp"
#include "config/to_value.hpp"
#include "model/json_writer.hpp"
#include "state/json_text.hpp"

#include <cstdio>

namespace faucet {

std::string json_list(const std::vector<std::string>& items) {
  return json_list(items, [](const auto& item) { return item; });
}

std::string json_texts(const std::vector<std::string>& items) {
  return json_list(items, [](const auto& item) { return json_of(item); });
}

std::string indented(const std::string& json) {
  auto parsed = read_json(json, nullptr);
  if (!parsed) { // nested too deep to be shown in another way
    return json + "\n";
  }
  page_builder memory;
  byte_buffer out;
  append_indented_json(out, to_value(*parsed, memory));
  return std::string{out.view()} + "\n";
}

void print_json(const std::string& json) {
  std::fputs(indented(json).c_str(), stdout);
}

} // namespace faucet
