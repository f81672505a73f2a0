#pragma once

#include "connectors/driver.hpp"
#include "connectors/sql/write_options.hpp"
#include "model/byte_buffer.hpp"
#include "model/number_format.hpp"
#include "model/shape_cache.hpp"

#include <cstdint>
#include <vector>

namespace faucet {

/// One write by key.
struct keyed_write {
  size_t row;  ///< position in the page
  bool remove; ///< delete the row of that key instead of writing it

  friend bool operator==(const keyed_write&, const keyed_write&) = default;
};

/// What the rows of a page come to.
struct keyed_rows {
  /// At most one write a key, the last one, in the order of the page.
  std::vector<keyed_write> writes;

  /// Rows whose key is missing, null or no scalar; they are not among the writes.
  std::vector<std::pair<size_t, error>> keyless;
};

/// When two scalars are the same value of a key. Bytes are like bytes alone.
enum class key_likeness {
  kind_and_text, ///< 1 and "1" are two keys
  text,          ///< they are one: the server gets the text of either
};

/// Finds the writes that are left of a page when the last write of each key wins, be it an upsert
/// or a delete. Keys are equal where all their values are: ("a|b", "c") and ("a", "b|c") are two.
class keyed_row_planner {
public:
  /// For a keyed mode.
  explicit keyed_row_planner(write_options options,
                             key_likeness likeness = key_likeness::kind_and_text);

  /// Valid until the next call.
  const keyed_rows& plan(const page& rows);

private:
  /// Where the fields that matter stand in a shape; shape::npos = absent.
  struct places {
    std::vector<size_t> key;
    size_t marker;
  };

  /// The last row of a key that was seen.
  struct seen_key {
    uint64_t hash;
    size_t start; ///< of its text
    size_t size;
    size_t write; ///< index into `writes`
  };

  const places& places_of(const shape& fields);
  expected<void> append_key(object_view record, const places& where);
  [[nodiscard]] bool is_marked(object_view record, const places& where) const;
  void add(keyed_write next, size_t key_start);

  write_options options_;
  key_likeness likeness_;
  shape_cache<places> places_;
  byte_buffer keys_;             ///< texts of all keys of the page
  std::vector<seen_key> seen_;   ///< distinct keys
  std::vector<uint32_t> slots_;  ///< open addressing over `seen_`, from 1; 0 = free
  std::vector<bool> superseded_; ///< of each write
  keyed_rows result_;
};

/// Gives the keyless rows to the dead letters; where none are kept, fails with the first of them.
expected<void> give_up_keyless(const keyed_rows& rows, const driver_context& context);

/// The text by which a value is compared with that of a delete marker: a string as it is, a number
/// with its digits, `true`, `false`. Nothing for null, lists, objects and bytes.
std::optional<std::string_view> marker_text(const value& x, char (&buffer)[longest_number]);

} // namespace faucet
