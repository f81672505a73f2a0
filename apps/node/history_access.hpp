#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace faucet {

/// What lets a node into its history, and would let in a pipeline that names it: the file of an
/// SQLite history; the files and the folder of sockets that libpq takes for a PostgreSQL one, those
/// included that its address leaves to variables and to the home of the user.
std::vector<std::filesystem::path> files_of_history(const std::string& history);

/// The variables of this process that hold the password of a history whose address has none.
std::vector<std::string> variables_of_history(const std::string& history);

} // namespace faucet
