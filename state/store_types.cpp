#include "state/store_types.hpp"

#include "config/type_lookup.hpp"
#include "state/file_store_options.hpp"
#include "state/memory_store.hpp"
#include "state/postgres_store_options.hpp"
#include "state/redis_store_options.hpp"

namespace faucet {

namespace {

struct memory_store_options {};

void fields(option_visitor&, memory_store_options&) {
  // none
}

expected<std::unique_ptr<state_store>> make_memory_store(const node& config) {
  memory_store_options options;
  return read_options(config, options, "state store memory")
    .map([]() -> std::unique_ptr<state_store> { return std::make_unique<memory_store>(); });
}

} // namespace

const std::vector<store_descriptor>& built_in_stores() {
  static const std::vector<store_descriptor> entries{
    {"file", "One JSON file a key in a local directory.", true,
     &describe_options<file_store_options>, &make_file_store},
    {"memory", "Forgotten when the program ends.", false, &describe_options<memory_store_options>,
     &make_memory_store},
    {"postgres", "One row a key in a table of PostgreSQL.", true,
     &describe_options<postgres_store_options>, &make_postgres_store},
    {"redis", "One string a key in Redis.", true, &describe_options<redis_store_options>,
     &make_redis_store},
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
