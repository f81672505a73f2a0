#pragma once

#include "connectors/driver.hpp"
#include "model/page_builder.hpp"
#include "model/shape_cache.hpp"

namespace faucet {

/// A transform that gives every key of a record another name, at every depth, also within lists.
/// Keys keep their places. Two keys of one object that would get one name are an error.
class key_renaming : public transform {
public:
  expected<page> apply(page_cursor& input) final;

protected:
  /// Appends the new name of a key to `out`, which is empty.
  virtual void rename(std::string_view key, std::string& out) = 0;

private:
  struct plan {
    shape_ptr target;
    bool same_names;
  };

  expected<plan> make_plan(const shape& from);
  expected<value> renamed(const value& x, page_builder& out);
  expected<value> renamed_object(object_view x, page_builder& out);
  expected<value> renamed_list(std::span<const value> items, page_builder& out);

  shape_table shapes_;
  shape_cache<plan> plans_;
  page_builder out_;
};

} // namespace faucet
