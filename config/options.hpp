#pragma once

#include "config/option_type.hpp"

#include <optional>
#include <string_view>
#include <utility>

namespace faucet {

struct required_t {};

/// Marks an option that has no default.
inline constexpr required_t required;

/// What else there is to say about one option.
struct option_traits {
  std::string_view former_name = {};   ///< An older name, still accepted.
  bool secret = false;                 ///< Never printed.
  std::optional<int64_t> minimum = {}; ///< Smallest number accepted.
  std::optional<int64_t> maximum = {}; ///< Largest number accepted.
  reach leads_to = reach::nothing;     ///< Must be said of every text that leads out.
  bool confines = false;               ///< A switch that nodes put on in submitted pipelines.
};

/// One option of a struct, as visitors see it. Lives as long as the visit.
struct option {
  std::string_view name;
  std::string_view help;
  bool is_required;
  option_traits traits;
  option_slot& slot; ///< Reads, describes and resets the member behind the option.
};

/// Visits the options of a struct. Each struct declares its options once, in a function
///
///   void fields(option_visitor& v, csv_options& x) {
///     v.field("path", x.path, required, "File to read.");
///     v.field("delimiter", x.delimiter, ',', "Character between columns.");
///     v.field("encoding", x.encoding, "Left out unless set."); // std::optional
///   }
///
/// and parsing, defaults, validation, JSON Schema, `faucet list` and the reference page follow.
class option_visitor {
public:
  virtual ~option_visitor() = default;

  template <class T>
  void field(std::string_view name, T& target, required_t, std::string_view help,
             option_traits traits = {}) {
    option_slot_for<T> slot{target};
    visit({name, help, true, traits, slot});
  }

  template <class T, class U>
  void field(std::string_view name, T& target, const U& fallback, std::string_view help,
             option_traits traits = {}) {
    target = T(fallback);
    option_slot_for<T> slot{target};
    visit({name, help, false, traits, slot});
  }

  template <class T>
  void field(std::string_view name, std::optional<T>& target, std::string_view help,
             option_traits traits = {}) {
    target.reset();
    option_slot_for<std::optional<T>> slot{target};
    visit({name, help, false, traits, slot});
  }

protected:
  virtual void visit(const option& x) = 0;
};

/// Fills a struct from a map. Unknown keys, missing required keys and wrong types are errors that
/// name the key, the file and the line. `owner` says whose options they are: "source csv". The key
/// of a nested option is named with the keys it lies below: "fields.id.min".
template <class T>
expected<void> read_options(const node& from, T& into, std::string_view owner) {
  return detail::read_fields(from, owner, {}, [&into](option_visitor& v) { fields(v, into); });
}

/// The options of a struct, for schemas and reference pages.
template <class T>
type_schema describe_options() {
  T defaults{};
  return detail::describe_fields([&defaults](option_visitor& v) { fields(v, defaults); });
}

} // namespace faucet

#include "config/option_containers.hpp" // IWYU pragma: export
#include "config/option_types.hpp"      // IWYU pragma: export
