#include "config/scalar_text.hpp"

namespace faucet {

namespace {

struct to_text {
  std::optional<std::string> operator()(std::monostate) const {
    return "null";
  }

  std::optional<std::string> operator()(bool x) const {
    return x ? "true" : "false";
  }

  std::optional<std::string> operator()(int64_t x) const {
    return std::to_string(x);
  }

  std::optional<std::string> operator()(uint64_t x) const {
    return std::to_string(x);
  }

  std::optional<std::string> operator()(const number_text& x) const {
    return x.text;
  }

  std::optional<std::string> operator()(const std::string& x) const {
    return x;
  }

  std::optional<std::string> operator()(const node::list_type&) const {
    return std::nullopt;
  }

  std::optional<std::string> operator()(const node::map_type&) const {
    return std::nullopt;
  }
};

} // namespace

std::optional<std::string> scalar_text(const node& x) {
  return std::visit(to_text{}, x.content());
}

} // namespace faucet
