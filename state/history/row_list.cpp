#include "state/history/row_list.hpp"

#include "model/utf8.hpp"
#include "state/history/sql_driver.hpp"
#include "state/history/storable_text.hpp"
#include "state/json_text.hpp"

namespace faucet {

row_list& row_list::add() {
  text_ += size_ == 0 ? "{" : "},{";
  ++size_;
  in_row_ = false;
  return *this;
}

row_list& row_list::text(std::string_view column, std::string_view utf8) {
  auto fine = is_utf8(utf8) && utf8.find('\0') == std::string_view::npos;
  return field(column, fine ? json_of(utf8) : json_of(storable_text(utf8)));
}

row_list& row_list::number(std::string_view column, uint64_t x) {
  return field(column, std::to_string(x));
}

std::string row_list::finish() const {
  return size_ == 0 ? "[]" : "[" + text_ + "}]";
}

row_list& row_list::field(std::string_view column, std::string_view json) {
  text_ += in_row_ ? ",\"" : "\"";
  text_ += column;
  text_ += "\":";
  text_ += json;
  in_row_ = true;
  return *this;
}

} // namespace faucet
