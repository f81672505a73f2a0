#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// How one database says what others say differently; see sql_driver.
class sql_spelling {
public:
  /// A column of a list of rows.
  struct column {
    std::string_view name;
    std::string_view type;
  };

  virtual ~sql_spelling() = default;

  /// A statement with its words in braces replaced.
  [[nodiscard]] std::string spell(std::string_view sql) const;

private:
  [[nodiscard]] std::string word(std::string_view text) const;

  /// The time `milliseconds` after now; that is a parameter, a number, or either with a minus.
  [[nodiscard]] virtual std::string time(std::string_view milliseconds) const = 0;

  [[nodiscard]] virtual std::string rows(std::string_view parameter,
                                         const std::vector<column>& columns) const = 0;

  /// A word without arguments.
  [[nodiscard]] virtual std::string_view fixed(std::string_view word) const = 0;
};

} // namespace faucet
