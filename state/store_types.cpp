#include "state/store_types.hpp"

#include "config/type_lookup.hpp"
#include "state/file_store.hpp"
#include "state/memory_store.hpp"

namespace faucet {

namespace {

struct memory_options {};

void fields(option_visitor&, memory_options&) {
  // none
}

struct file_options {
  std::string path;
};

void fields(option_visitor& v, file_options& x) {
  v.field("path", x.path, required, "Directory that holds one JSON file a key.");
}

expected<std::unique_ptr<state_store>> make_memory_store(const node& config) {
  memory_options options;
  return read_options(config, options, "state store memory")
    .map([]() -> std::unique_ptr<state_store> { return std::make_unique<memory_store>(); });
}

expected<std::unique_ptr<state_store>> make_file_store(const node& config) {
  file_options options;
  return read_options(config, options, "state store file")
    .map([&options]() -> std::unique_ptr<state_store> {
      return std::make_unique<file_store>(options.path);
    });
}

} // namespace

const std::vector<store_descriptor>& built_in_stores() {
  static const std::vector<store_descriptor> entries{
    {"file", "One JSON file a key in a local directory.", true, &describe_options<file_options>,
     &make_file_store},
    {"memory", "Forgotten when the program ends.", false, &describe_options<memory_options>,
     &make_memory_store},
  };
  return entries;
}

expected<const store_descriptor*> find_store(const node& type) {
  const auto& among = built_in_stores();
  std::vector<std::string_view> known;
  for (const auto& candidate : among) {
    known.push_back(candidate.type);
  }
  return find_type(type, known, "state store").map([&among](size_t at) { return &among[at]; });
}

} // namespace faucet
