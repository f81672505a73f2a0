#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// What stands between the commas of a list, as libpq splits it: an empty text behind the last one,
/// too, and nothing of an empty list.
std::vector<std::string> listed(std::string_view list);

/// The hosts that an address lists, of which libpq tries one after another; `names` is what it says
/// as `host`, `addresses` as `hostaddr`. Where neither stands, libpq takes a socket of this
/// machine, which knows who asks: it is "localhost" here. One is empty where its address says
/// enough.
std::vector<std::string> listed_hosts(std::string_view names, std::string_view addresses);

} // namespace faucet
