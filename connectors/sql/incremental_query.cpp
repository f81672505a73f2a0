#include "connectors/sql/incremental_query.hpp"

#include "database/quoting.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// Numbers tokens as they come.
class numbering {
public:
  numbering(size_t first, const numbered_placeholder& write) : first_(first), write_(write) {
    // nop
  }

  std::string operator()(std::string_view token) {
    auto known = std::ranges::find(tokens_, token);
    auto number = first_ + static_cast<size_t>(known - tokens_.begin());
    if (known == tokens_.end()) {
      tokens_.emplace_back(token);
    }
    return write_(token, number);
  }

  std::vector<std::string> take() && {
    return std::move(tokens_);
  }

private:
  size_t first_;
  const numbered_placeholder& write_;
  std::vector<std::string> tokens_;
};

} // namespace

numbered_query number_query(const query_text& query, size_t first,
                            const numbered_placeholder& write) {
  numbering numbers{first, write};
  auto sql = query.render(std::ref(numbers));
  return {std::move(sql), std::move(numbers).take()};
}

numbered_query number_incremental_query(const query_text& query, std::string_view column,
                                        std::string_view cursor_token, size_t first,
                                        const numbered_placeholder& write) {
  numbering numbers{first, write};
  auto cursor = "q." + sql_identifier(column);
  auto inner = query.render(std::ref(numbers));
  auto sql = "SELECT * FROM (" + inner + ") AS q WHERE " + cursor + " >= " + numbers(cursor_token)
             + " ORDER BY " + cursor;
  return {std::move(sql), std::move(numbers).take()};
}

} // namespace faucet
