#include "config/matrix_row.hpp"

namespace faucet {

void fields(option_visitor& v, connector_override& x) {
  v.field("ref", x.ref, "Which of the named ones the row takes; \"default\" unless set.");
  v.field("type", x.type, "Another connector.");
  v.field("config", x.config, "Options, merged over those that are taken.");
  v.field("status", x.status, "How ready the row is.");
  v.field("attributes", x.attributes, named<node>{}, "Notes for people and other programs.");
}

void fields(option_visitor& v, matrix_row& x) {
  v.field("id", x.id, "Name of the row: letters, digits, _ and -; row-<index> unless set.");
  v.field("parent", x.parent, "The row for each of whose records this one runs once.");
  v.field("parent_key", x.parent_key, "id", "Field of the parent's record that names the run.");
  v.field("depends_on", x.depends_on, std::vector<row_name>{},
          "Rows that must have succeeded before this one starts.");
  v.field("source", x.source, "What the row changes of its source.");
  v.field("sink", x.sink, "What the row changes of its sink.");
  v.field("transforms", x.transforms, "Transforms of this row, behind all others.");
  v.field("inherit_transforms", x.inherit_transforms, true,
          "Whether records pass the transforms of pipeline and source, too.");
  v.field("state", x.state, "Where this row's bookmarks are kept instead.");
  v.field("dlq", x.dlq, dlq_override{},
          "Where this row's dead letters go instead; null = nowhere.");
  v.field("tags", x.tags, std::vector<std::string>{}, "Words to select it by.");
  v.field("weight", x.weight, "How heavy the row is, for execution.schedule: lpt.");
  v.field("legacy_state_ids", x.legacy_state_ids, std::vector<row_name>{},
          "Ids the row had before; its bookmark is looked for under them, too.");
}

} // namespace faucet
