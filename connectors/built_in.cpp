#include "connectors/catalogue.hpp"
#include "connectors/csv/csv_sink.hpp"
#include "connectors/csv/csv_source.hpp"
#include "connectors/file/file_sink.hpp"
#include "connectors/file/file_source.hpp"
#include "connectors/generate/generate_source.hpp"
#include "connectors/jsonl/jsonl_sink.hpp"
#include "connectors/postgres/postgres_sink.hpp"
#include "connectors/postgres/postgres_source.hpp"
#include "connectors/sqlite/sqlite_sink.hpp"
#include "connectors/sqlite/sqlite_source.hpp"
#include "connectors/stdout/stdout_sink.hpp"
#include "connectors/transforms/cast.hpp"
#include "connectors/transforms/cdc_unwrap.hpp"
#include "connectors/transforms/coalesce.hpp"
#include "connectors/transforms/cross_join.hpp"
#include "connectors/transforms/drop.hpp"
#include "connectors/transforms/explode.hpp"
#include "connectors/transforms/filter.hpp"
#include "connectors/transforms/flatten.hpp"
#include "connectors/transforms/hash.hpp"
#include "connectors/transforms/join.hpp"
#include "connectors/transforms/json_encode.hpp"
#include "connectors/transforms/json_parse.hpp"
#include "connectors/transforms/keys_case.hpp"
#include "connectors/transforms/lookup.hpp"
#include "connectors/transforms/redact.hpp"
#include "connectors/transforms/rename_field.hpp"
#include "connectors/transforms/rename_keys.hpp"
#include "connectors/transforms/select.hpp"
#include "connectors/transforms/set.hpp"
#include "connectors/transforms/spell_symbols.hpp"
#include "connectors/transforms/split.hpp"
#include "connectors/transforms/tree_flatten.hpp"
#include "connectors/transforms/unpivot.hpp"
#include "connectors/transforms/value_case.hpp"

namespace faucet {

const catalogue& built_in_catalogue() {
  static const catalogue entries{
    .sources =
      {
        csv_source(),
        file_source(),
        generate_source(),
        postgres_source(),
        sqlite_source(),
      },
    .sinks =
      {
        csv_sink(),
        file_sink(),
        jsonl_sink(),
        postgres_sink(),
        sqlite_sink(),
        stdout_sink(),
      },
    .transforms =
      {
        cast_transform(),         cdc_unwrap_transform(),    coalesce_transform(),
        cross_join_transform(),   drop_transform(),          explode_transform(),
        filter_transform(),       flatten_transform(),       hash_transform(),
        join_transform(),         json_encode_transform(),   json_parse_transform(),
        keys_case_transform(),    lookup_transform(),        redact_transform(),
        rename_field_transform(), rename_keys_transform(),   select_transform(),
        set_transform(),          spell_symbols_transform(), split_transform(),
        tree_flatten_transform(), unpivot_transform(),       value_case_transform(),
      },
  };
  return entries;
}

} // namespace faucet
