#include "connectors/sql/sql_tokens.hpp"

#include "config/reference.hpp"

namespace faucet {

std::string_view sql_tokens::at(size_t begin) const {
  auto rest = query_.substr(begin);
  if (!cursor_token_.empty() && rest.starts_with(cursor_token_)) {
    auto in_braces = cursor_token_.back() == '}';
    auto longer = rest.size() > cursor_token_.size() && in_sql_name(rest[cursor_token_.size()]);
    auto doubled = begin > 0 && query_[begin - 1] == cursor_token_.front(); // @@name, ::type
    return in_braces || (!longer && !doubled) ? rest.substr(0, cursor_token_.size())
                                              : std::string_view{};
  }
  if (!rest.starts_with("${")) {
    return {};
  }
  auto pieces = split_references(rest.substr(0, rest.find('}') + 1));
  if (!pieces || pieces->size() != 1) {
    return {};
  }
  const auto* found = std::get_if<reference>(&pieces->front());
  return found != nullptr && found->separator == '.' ? found->token : std::string_view{};
}

std::string_view sql_tokens::within(size_t begin, size_t end) const {
  auto text = query_.substr(0, end);
  for (auto i = text.find("${", begin); i != std::string_view::npos; i = text.find("${", i + 1)) {
    if (auto token = at(i); !token.empty() && i + token.size() <= end) {
      return token;
    }
  }
  return {};
}

} // namespace faucet
