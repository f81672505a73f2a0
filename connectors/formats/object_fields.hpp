#pragma once

#include "model/page_builder.hpp"

#include <string_view>
#include <vector>

namespace faucet {

/// Collects the fields of objects, one within another, and finds their shapes. Objects are known by
/// their number within a document, so that the next document's objects are guessed right as a rule
/// and then neither hashed nor searched for duplicate names.
class object_fields {
public:
  /// An object whose fields are being collected.
  struct frame {
    size_t number;
    size_t first_name;
    size_t first_cell;
    size_t count = 0;
    const shape* guess;
  };

  /// Forgets what is left of an earlier document.
  void start_document();

  frame start_object();

  /// The name that the next field is likely to have, which JSON text need not escape; nullptr where
  /// there is no guess.
  [[nodiscard]] static const std::string* likely_name(const frame& in) noexcept {
    return in.guess != nullptr && in.count < in.guess->size() ? &in.guess->names()[in.count]
                                                              : nullptr;
  }

  /// The next field has its likely name.
  static void add_likely_name(frame& in) noexcept {
    ++in.count;
  }

  /// The next field has another name, which must live until the object is finished.
  void add_name(frame& in, std::string_view name);

  /// The cell of the field named last, or the next item of a list.
  void add_cell(const value& cell) {
    cells_.push_back(cell);
  }

  /// Of duplicate names the last cell wins, at the first place.
  value finish_object(frame& in, page_builder& into);

  [[nodiscard]] size_t start_list() const noexcept {
    return cells_.size();
  }

  value finish_list(size_t first_cell, page_builder& into);

private:
  static constexpr size_t max_guesses = 64;

  void leave_guess(frame& in);
  void drop_duplicates(const frame& in);

  shape_table shapes_;
  std::vector<shape_ptr> guesses_;
  std::vector<std::string_view> names_;
  std::vector<value> cells_;
  size_t objects_ = 0;
};

} // namespace faucet
