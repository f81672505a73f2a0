#pragma once

#include "model/bookmark.hpp"

#include <optional>
#include <string>
#include <utility>

namespace faucet {

// Optional values as two fields that CAF knows.

inline std::pair<bool, std::string> flat(const std::optional<std::string>& x) {
  return {x.has_value(), x.value_or(std::string{})};
}

inline std::optional<std::string> optional_text(bool known, std::string text) {
  return known ? std::optional{std::move(text)} : std::nullopt;
}

inline std::optional<std::string> json_of(const std::optional<bookmark>& x) {
  return x ? std::optional{x->json} : std::nullopt;
}

inline std::optional<bookmark> bookmark_of(std::optional<std::string> json) {
  return json ? std::optional{bookmark{std::move(*json)}} : std::nullopt;
}

} // namespace faucet
