#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

struct option_schema;

/// What a text leads to outside of the pipeline, so that nodes can bound what pipelines reach.
enum class reach : uint8_t {
  nothing,
  path,     ///< A file or a folder, or a pattern of them.
  database, ///< The file of an SQLite database: its path or its address.
  server,   ///< The address of a server: postgres://…, redis://….
};

/// The type of an option, as schemas and reference pages need it.
struct type_schema {
  enum class form { string, integer, number, boolean, any, list, map, object, tagged };

  form what = form::any;
  std::vector<std::string> choices = {};         ///< string: the only texts allowed; empty = any
  bool sql = false;                              ///< string: row references in it are bound
  reach leads_to = reach::nothing;               ///< string
  std::optional<int64_t> minimum = {};           ///< integer
  std::optional<int64_t> maximum = {};           ///< integer
  bool nullable = false;                         ///< null is accepted
  std::shared_ptr<const type_schema> items = {}; ///< list, map: of each element
  std::vector<option_schema> options;            ///< object; tagged: options all variants share
  std::string tag = {};                          ///< tagged: the key that names the variant
  std::vector<std::pair<std::string, type_schema>> variants = {}; ///< tagged: an object a variant
};

/// One option of an object.
struct option_schema {
  std::string name = {};
  std::string help = {};
  type_schema type = {};
  bool is_required = false;
  bool secret = false;
  bool confines = false;         ///< see option_traits
  std::string former_name = {};  ///< empty = none
  std::string default_json = {}; ///< compact JSON text; empty = none
};

} // namespace faucet
