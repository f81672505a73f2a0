#include "connectors/transforms/sorted_json.hpp"

#include "model/json_writer.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace faucet {

namespace {

void append_object(std::string& out, object_view x) {
  std::vector<size_t> order(x.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, {}, [&](size_t i) { return x.name(i); });
  out += '{';
  for (auto i : order) {
    out += out.back() == '{' ? "" : ",";
    append_json(out, value::of_string(x.name(i)));
    out += ':';
    append_sorted_json(out, x[i]);
  }
  out += '}';
}

void append_list(std::string& out, std::span<const value> items) {
  out += '[';
  for (const auto& item : items) {
    out += out.back() == '[' ? "" : ",";
    append_sorted_json(out, item);
  }
  out += ']';
}

} // namespace

void append_sorted_json(std::string& out, const value& x) {
  if (x.is_object()) {
    append_object(out, x.as_object());
  } else if (x.is_list()) {
    append_list(out, x.as_list());
  } else {
    append_json(out, x);
  }
}

} // namespace faucet
