#pragma once

#include <cstdint>

/// Object ids of types, the same in every PostgreSQL.
namespace faucet::pg_id {

inline constexpr uint32_t boolean = 16;
inline constexpr uint32_t bytea = 17;
inline constexpr uint32_t name = 19;
inline constexpr uint32_t int8 = 20;
inline constexpr uint32_t int2 = 21;
inline constexpr uint32_t int4 = 23;
inline constexpr uint32_t text = 25;
inline constexpr uint32_t oid = 26;
inline constexpr uint32_t xid = 28;
inline constexpr uint32_t json = 114;
inline constexpr uint32_t float4 = 700;
inline constexpr uint32_t float8 = 701;
inline constexpr uint32_t bpchar = 1042;
inline constexpr uint32_t varchar = 1043;
inline constexpr uint32_t date = 1082;
inline constexpr uint32_t timestamp = 1114;
inline constexpr uint32_t timestamptz = 1184;
inline constexpr uint32_t numeric = 1700;
inline constexpr uint32_t uuid = 2950;
inline constexpr uint32_t jsonb = 3802;
inline constexpr uint32_t xid8 = 5069;

} // namespace faucet::pg_id
