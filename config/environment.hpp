#pragma once

#include "model/error.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace faucet {

/// The variables that `${env:}` and `${secret:}` name.
class environment {
public:
  /// None.
  environment() = default;

  explicit environment(std::map<std::string, std::string, std::less<>> variables)
    : variables_(std::move(variables)) {
    // nop
  }

  /// Those of this process.
  static environment of_process();

  [[nodiscard]] std::optional<std::string> find(std::string_view name) const;

  /// Adds the variables of a `.env` file. What is there already wins.
  expected<void> add_file(const std::string& path);

private:
  std::map<std::string, std::string, std::less<>> variables_;
};

} // namespace faucet
