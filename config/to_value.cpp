#include "config/to_value.hpp"

#include <vector>

namespace faucet {

namespace {

class converter {
public:
  explicit converter(page_builder& into) noexcept : into_(into) {
    // nop
  }

  value operator()(std::monostate) {
    return {};
  }

  value operator()(bool x) {
    return value::of_bool(x);
  }

  value operator()(int64_t x) {
    return value::of_int(x);
  }

  value operator()(uint64_t x) {
    return value::of_uint(x);
  }

  value operator()(const number_text& x) {
    return value::of_decimal(into_.memory().copy(x.text));
  }

  value operator()(const std::string& x) {
    return into_.string(x);
  }

  value operator()(const node::list_type& items) {
    std::vector<value> cells;
    cells.reserve(items.size());
    for (const auto& item : items) {
      cells.push_back(std::visit(*this, item.content()));
    }
    return into_.list(cells);
  }

  value operator()(const node::map_type& entries) {
    std::vector<std::string_view> names;
    std::vector<value> cells;
    for (const auto& entry : entries) {
      names.push_back(entry.key);
      cells.push_back(std::visit(*this, entry.value.content()));
    }
    auto fields = shapes_.intern(names); // by value: nested maps intern too
    return into_.object(fields, cells);
  }

private:
  page_builder& into_;
  shape_table shapes_;
};

} // namespace

value to_value(const node& from, page_builder& into) {
  return std::visit(converter{into}, from.content());
}

} // namespace faucet
