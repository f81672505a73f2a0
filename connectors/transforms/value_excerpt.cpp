#include "connectors/transforms/value_excerpt.hpp"

#include "model/json_writer.hpp"
#include "model/utf8.hpp"

namespace faucet {

std::string excerpt(const value& x) {
  constexpr size_t longest = 60;
  std::string result;
  if (x.is_string() && x.as_text().size() > longest) { // not the whole of it only to cut it off
    append_json(result, value::of_string(x.as_text().substr(0, longest)));
    result.back() = ' ';
  } else {
    append_json(result, x);
  }
  return shortened(result, longest);
}

} // namespace faucet
