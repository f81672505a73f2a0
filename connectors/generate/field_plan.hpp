#pragma once

#include "connectors/generate/field_options.hpp"
#include "model/page_builder.hpp"

namespace faucet {

/// A field whose options have been checked, ready to make one value after another. The value of a
/// row depends on the seed, the names that lead to the field and the number of the row alone.
class field_plan {
public:
  /// `config` is the node that the options were read from, for messages; `path` the names that lead
  /// to the field. `constants` gets what the values may point to.
  static expected<field_plan> make(const field_options& options, const node& config,
                                   const std::string& path, uint64_t seed, page_builder& constants);

  value make_value(uint64_t row, page_builder& into) const;

  /// The number of rows, from the first on, of which the field can be made.
  [[nodiscard]] uint64_t rows() const noexcept;

private:
  friend class field_planner;

  field_kind kind_ = field_kind::boolean;
  uint64_t salt_ = 0; ///< what tells the field's bits from those of others
  double null_ratio_ = 0;
  int64_t first_ = 0;         ///< sequence, timestamp: of row 0; int, decimal: the least value
  int64_t step_ = 1;          ///< timestamp
  uint64_t count_ = 0;        ///< int, decimal: number of values, 0 = 2^64
  double least_ = 0;          ///< float
  double width_ = 1;          ///< float
  size_t size_ = 0;           ///< decimal: scale; string: length
  std::vector<value> values_; ///< choice, constant
  shape_ptr shape_;           ///< object
  std::vector<field_plan> fields_;
};

/// The fields of an object, and their names as a shape.
expected<std::vector<field_plan>> plan_fields(const named<field_options>& options,
                                              const node& config, const std::string& path,
                                              uint64_t seed, page_builder& constants);

shape_ptr shape_of(const named<field_options>& options);

} // namespace faucet
