// The part of pg_cell_reader that reads arrays: `{1,NULL,3}`, `{{a,"b c"},{"d\"e",f}}`, and with
// bounds that are not the usual ones `[0:1]={1,2}`.

#include "connectors/postgres/cell_reader.hpp"

#include <algorithm>

namespace faucet {

namespace {

bool is_null_word(std::string_view word) noexcept {
  constexpr std::string_view null = "null";
  return std::equal(word.begin(), word.end(), null.begin(), null.end(),
                    [](char x, char y) { return (x | ' ') == y; });
}

} // namespace

bool pg_cell_reader::read_array(const pg_type& type, std::string_view text, page_builder& page,
                                value& into) {
  auto rest = text;
  if (rest.starts_with('[')) {
    rest.remove_prefix(std::min(rest.find('='), rest.size() - 1) + 1); // JSON has no bounds
  }
  if (!rest.starts_with('{')) {
    return refuse_text(text, "array");
  }
  rest.remove_prefix(1);
  items_.clear();
  if (!read_items(type, rest, page, into)) {
    return failure_.empty() ? refuse_text(text, "array") : false;
  }
  return rest.empty() || refuse_text(text, "array");
}

bool pg_cell_reader::read_items(const pg_type& type, std::string_view& rest, page_builder& page,
                                value& into) {
  auto first = items_.size();
  failure_.clear();
  while (!rest.empty() && rest.front() != '}') {
    if (rest.front() == '{') {
      rest.remove_prefix(1);
      value inner;
      if (!read_items(type, rest, page, inner)) {
        return false;
      }
      items_.push_back(inner);
    } else if (!read_item(type, rest, page)) {
      return false;
    }
    if (rest.starts_with(type.delimiter)) {
      rest.remove_prefix(1);
    } else if (!rest.starts_with('}')) {
      return false;
    }
  }
  if (rest.empty()) {
    return false;
  }
  rest.remove_prefix(1);
  into = page.list(std::span{items_}.subspan(first));
  items_.resize(first);
  return true;
}

bool pg_cell_reader::read_item(const pg_type& type, std::string_view& rest, page_builder& page) {
  value item;
  item_.clear();
  if (rest.front() == '"') {
    size_t at = 1;
    for (; at < rest.size() && rest[at] != '"'; ++at) {
      at += rest[at] == '\\' && at + 1 < rest.size() ? 1 : 0;
      item_ += rest[at];
    }
    if (at >= rest.size()) {
      return false;
    }
    rest.remove_prefix(at + 1);
  } else {
    size_t at = 0;
    for (; at < rest.size() && rest[at] != '}' && rest[at] != type.delimiter; ++at) {
      at += rest[at] == '\\' && at + 1 < rest.size() ? 1 : 0;
      item_ += rest[at];
    }
    rest.remove_prefix(at);
    if (is_null_word(item_)) {
      items_.push_back(item);
      return true;
    }
  }
  if (!read(*type.element, item_, page, item)) {
    return false;
  }
  items_.push_back(item);
  return true;
}

} // namespace faucet
