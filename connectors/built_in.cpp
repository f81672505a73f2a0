#include "connectors/catalogue.hpp"
#include "connectors/transforms/drop.hpp"
#include "connectors/transforms/redact.hpp"
#include "connectors/transforms/rename_field.hpp"
#include "connectors/transforms/select.hpp"
#include "connectors/transforms/set.hpp"

namespace faucet {

const catalogue& built_in_catalogue() {
  static const catalogue entries{
    .sources = {},
    .sinks = {},
    .transforms =
      {
        drop_transform(),
        redact_transform(),
        rename_field_transform(),
        select_transform(),
        set_transform(),
      },
  };
  return entries;
}

} // namespace faucet
