#include "connectors/formats/json_array_reader.hpp"

#include "connectors/formats/json_space.hpp"

#include <algorithm>

namespace faucet {

json_array_reader::json_array_reader(text_reader text, size_t max_whole)
  : text_(std::move(text)), max_whole_(max_whole) {
  // nop
}

expected<bool> json_array_reader::fill(page_builder& into, size_t max_rows) {
  text_.start_page(into);
  while (place_ != place::end && !text_.page_full(max_rows)) {
    if (auto ok = step(into); !ok) {
      return fail(std::move(ok));
    }
  }
  text_.end_page();
  return place_ != place::end;
}

expected<void> json_array_reader::step(page_builder& into) {
  return place_ == place::start ? start(into) : add_item(into);
}

expected<void> json_array_reader::start(page_builder& into) {
  auto ok = text_.skip_byte_order_mark().and_then([this] { return skip_space(); });
  if (!ok) {
    return ok;
  }
  if (text_.rest().starts_with('[')) {
    text_.consume(1);
    place_ = place::first_item;
    return {};
  }
  auto whole = text_.whole(max_whole_);
  if (!whole) {
    return fail(std::move(whole));
  }
  place_ = place::end;
  return add_value(*whole, into);
}

/// Takes an item and what comes behind it.
expected<void> json_array_reader::add_item(page_builder& into) {
  if (auto ok = skip_space(); !ok) {
    return ok;
  }
  if (place_ == place::first_item && text_.rest().starts_with(']')) {
    return end();
  }
  auto item = next_item();
  if (!item) {
    return fail(std::move(item));
  }
  if (auto ok = add_value(*item, into); !ok) {
    return ok;
  }
  if (text_.rest()[0] == ']') {
    return end();
  }
  if (text_.rest()[0] != ',') {
    return broken("expected a comma or the end of the JSON list");
  }
  text_.consume(1);
  place_ = place::item;
  return {};
}

expected<void> json_array_reader::add_value(std::string_view text, page_builder& into) {
  auto row = parser_.parse_in_place(text, into);
  if (!row) {
    row.error().which = text_.place(text.data() + parser_.error_offset().value_or(0));
    return fail(std::move(row));
  }
  into.add(*row);
  text_.consume(text.size());
  return {};
}

expected<void> json_array_reader::end() {
  text_.consume(1);
  if (auto ok = skip_space(); !ok) {
    return ok;
  }
  if (!text_.rest().empty()) {
    return broken("something stands behind the JSON list");
  }
  place_ = place::end;
  return {};
}

/// The text up to the comma or bracket behind the item.
expected<std::string_view> json_array_reader::next_item() {
  size_t offset = 0;
  size_t depth = 0;
  auto in_string = false;
  for (;;) {
    auto rest = text_.rest();
    const auto* end = rest.data() + rest.size();
    const auto* at = rest.data() + std::min(offset, rest.size());
    at = in_string ? string_marks_.find(at, end) : marks_.find(at, end);
    if (at == end) {
      if (text_.complete()) {
        return broken("a JSON list without its closing bracket");
      }
      if (auto ok = more(); !ok) {
        return fail(std::move(ok));
      }
      offset = std::max(offset, rest.size());
      continue;
    }
    offset = static_cast<size_t>(at - rest.data()) + 1;
    if (*at == '"') {
      in_string = !in_string;
    } else if (*at == '\\') {
      ++offset;
    } else if (*at == '[' || *at == '{') {
      ++depth;
    } else if (depth == 0) {
      return rest.substr(0, offset - 1);
    } else if (*at != ',') {
      --depth;
    }
  }
}

expected<void> json_array_reader::skip_space() {
  for (;;) {
    auto rest = text_.rest();
    auto left = without_leading_json_space(rest);
    text_.consume(rest.size() - left.size());
    if (!left.empty() || text_.complete()) {
      return {};
    }
    if (auto ok = more(); !ok) {
      return ok;
    }
  }
}

expected<void> json_array_reader::more() {
  marks_.forget();
  string_marks_.forget();
  return text_.more();
}

tl::unexpected<error> json_array_reader::broken(const char* what) const {
  return fail(ec::source_failed, what, text_.place(text_.rest().data()));
}

} // namespace faucet
