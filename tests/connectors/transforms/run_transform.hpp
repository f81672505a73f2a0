#pragma once

#include "connectors/driver.hpp"
#include "model/error.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace faucet::test {

/// Makes a built-in transform from options given as JSON text, standing in the file "test.yaml",
/// where the first option stands in line 2 and each further one a line below.
expected<std::unique_ptr<transform>> make_transform(std::string_view type,
                                                    std::string_view options_json);

/// Sends records (JSON text each) as one page through a transform; gives the results as compact
/// JSON.
expected<std::vector<std::string>>
run_transform(transform& x, const std::vector<std::string>& records, uint64_t first_record = 1);

/// Both at once. On failure a single text: the rendered error.
std::vector<std::string> run_transform(std::string_view type, std::string_view options_json,
                                       const std::vector<std::string>& records);

} // namespace faucet::test
