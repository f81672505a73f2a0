#include "config/to_node.hpp"

#include "model/base64.hpp"
#include "model/json_writer.hpp"

namespace faucet {

node to_node(const value& from) {
  switch (from.kind()) {
    case kind::null:
      break;
    case kind::boolean:
      return node{from.as_bool()};
    case kind::int64:
      return node{from.as_int()};
    case kind::uint64:
      return node{from.as_uint()};
    case kind::float64: {
      std::string text;
      append_json(text, from);
      return node{number_text{std::move(text)}};
    }
    case kind::decimal:
      return node{number_text{std::string{from.as_text()}}};
    case kind::string:
      return node{std::string{from.as_text()}};
    case kind::bytes: {
      std::string text(base64_size(from.as_text().size()), '\0');
      write_base64(text.data(), from.as_text());
      return node{std::move(text)};
    }
    case kind::list: {
      node::list_type items;
      for (const auto& item : from.as_list()) {
        items.push_back(to_node(item));
      }
      return node{std::move(items)};
    }
    case kind::object: {
      node::map_type entries;
      auto fields = from.as_object();
      for (size_t i = 0; i < fields.size(); ++i) {
        entries.push_back({std::string{fields.name(i)}, to_node(fields[i]), {}});
      }
      return node{std::move(entries)};
    }
  }
  return node{};
}

} // namespace faucet
