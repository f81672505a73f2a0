#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace faucet {

/// How long the staging table of a run that never ended is left alone.
inline constexpr std::chrono::hours stale_staging_after{24 * 7};

/// Tells the staging tables of runs apart: 14 hex digits, the first 12 of them the time in
/// milliseconds.
std::string staging_token(std::chrono::system_clock::time_point now);

/// The table that rows go to before they replace those of `table`: `<table>__faucet_ovw_<token>`.
/// Where a name may have no more than `longest` bytes, the table's part of it is cut, between
/// characters.
std::string staging_name(std::string_view table, std::string_view token, size_t longest = SIZE_MAX);

/// True for a staging table of `table` that a run left behind long ago. One without a token bears
/// no time; it is never stale.
bool is_stale_staging(std::string_view name, std::string_view table,
                      std::chrono::system_clock::time_point now, size_t longest = SIZE_MAX);

} // namespace faucet
