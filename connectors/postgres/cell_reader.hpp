#pragma once

#include "connectors/formats/json_parser.hpp"
#include "connectors/postgres/big_numbers.hpp"
#include "connectors/postgres/column_type.hpp"
#include "model/page_builder.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// Makes cells of values as PostgreSQL writes them in its text format.
class pg_cell_reader {
public:
  explicit pg_cell_reader(big_numbers policy) : policy_(policy) {
    // nop
  }

  /// False where the text is not what the type promises; `failure` says why. The cell lives in the
  /// page under construction.
  bool read(const pg_type& type, std::string_view text, page_builder& page, value& into);

  [[nodiscard]] const std::string& failure() const noexcept {
    return failure_;
  }

private:
  bool refuse(std::string why);
  bool refuse_text(std::string_view text, std::string_view what);
  bool read_integer(std::string_view text, value& into);
  bool read_real(std::string_view text, value& into);
  bool read_bytes(std::string_view text, page_builder& page, value& into);
  bool read_json(std::string_view text, page_builder& page, value& into);
  bool read_array(const pg_type& type, std::string_view text, page_builder& page, value& into);
  /// Reads from behind the opening brace to behind the closing one.
  bool read_items(const pg_type& type, std::string_view& rest, page_builder& page, value& into);
  /// Appends the next item, of an array of that type, to the open list.
  bool read_item(const pg_type& type, std::string_view& rest, page_builder& page);

  big_numbers policy_;
  json_parser json_;
  std::vector<value> items_; ///< of the lists that are open
  std::string item_;         ///< without its quotes
  std::string failure_;
};

} // namespace faucet
