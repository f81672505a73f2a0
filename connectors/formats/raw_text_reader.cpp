#include "connectors/formats/raw_text_reader.hpp"

namespace faucet {

raw_text_reader::raw_text_reader(text_reader text, size_t max_whole)
  : text_(std::move(text)), max_whole_(max_whole), fields_(make_shape({"path", "content"})) {
  // nop
}

expected<bool> raw_text_reader::fill(page_builder& into, size_t) {
  text_.start_page(into);
  auto content = text_.whole(max_whole_);
  if (!content) {
    return fail(std::move(content));
  }
  auto [row, cells] = into.object(fields_);
  cells[0] = into.string(text_.name());
  cells[1] = value::of_string(*content);
  into.add(row);
  text_.consume(content->size());
  text_.end_page();
  return false;
}

} // namespace faucet
