#pragma once

#include "model/page.hpp"

#include <initializer_list>

namespace faucet {

/// Makes one page after another. Cells that are added may point into the builder's memory (made by
/// the functions here), into memory handed over with `keep`, or into static memory.
class page_builder {
public:
  page_builder();
  page_builder(page_builder&&) noexcept;
  page_builder& operator=(page_builder&&) noexcept;
  ~page_builder();

  // -- memory -----------------------------------------------------------------

  /// Keeps memory alive that cells point into; `bytes` of it count as this page's.
  void keep(std::shared_ptr<const void> owner, size_t bytes = 0);

  /// Keeps the rows of another page alive, so that cells may be taken from it.
  void keep(const page& origin);

  /// Memory of the page under construction.
  [[nodiscard]] arena& memory() noexcept;

  // -- values -----------------------------------------------------------------

  /// A string cell holding a copy.
  value string(std::string_view utf8);

  value list(std::span<const value> items);

  /// An object with one cell a field.
  value object(const shape_ptr& fields, std::span<const value> cells);

  /// An object whose cells the caller fills in before the next call; all null so far.
  std::pair<value, std::span<value>> object(const shape_ptr& fields);

  /// Deep copy of a value that lives elsewhere.
  value copy(const value& x);

  // -- rows -------------------------------------------------------------------

  void add(const value& row);

  [[nodiscard]] size_t rows() const noexcept;

  [[nodiscard]] size_t bytes() const noexcept;

  /// True when the page should be ended: `max_rows` (0 = no limit) or the limit in bytes reached.
  [[nodiscard]] bool full(size_t max_rows) const noexcept;

  /// Ends the page and starts an empty one.
  page finish(std::optional<bookmark> resume = std::nullopt);

private:
  void use(const shape_ptr& fields);

  std::shared_ptr<page::content> data_;
  const shape* last_used_ = nullptr;
  shape_table copied_shapes_;
};

/// The first rows of a page, sharing its memory; without its bookmark.
page first_rows(const page& origin, size_t count);

} // namespace faucet
