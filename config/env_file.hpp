#pragma once

#include "config/environment.hpp"
#include "model/error.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace faucet {

using env_entries = std::vector<std::pair<std::string, std::string>>;

/// The variables of a `.env` text, in the order of the file:
///
///   # a comment
///   export NAME=text            # up to the end of the line, outer blanks cut
///   OTHER="two\nlines of $NAME" # \n \r \t \" \\ \$; may span lines
///   THIRD='as $written'
///
/// `$NAME` and `${NAME}` stand for a variable of `outer` or of a line above; one that is not set is
/// an error. So are duplicate names and lines that are none of these, with file and line.
expected<env_entries> parse_env_text(std::string_view text, const std::string& file_name,
                                     const environment& outer);

expected<env_entries> load_env_file(const std::string& path, const environment& outer);

} // namespace faucet
