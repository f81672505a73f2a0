#pragma once

#include <cstdint>

namespace faucet::detail {

// A page as bytes:
//
//   version, bookmark flag, [bookmark text], number of rows, rows
//
// A value is the number of its kind and then
//
//   boolean      0 or 1
//   int64        zigzag integer
//   uint64       integer
//   float64      the eight bytes of its bit pattern, lowest first
//   text         length, bytes (decimal, string, bytes)
//   list         length, values
//   object       number of its shape, values
//
// Shapes are numbered in the order in which they are first met; there, the number is followed by
// the number of names and the names. Integers are written in groups of seven bits, lowest first.

inline constexpr uint8_t page_encoding_version = 1;

/// Deeper nesting is refused by the decoder, which recurses.
inline constexpr int max_nesting = 1024;

} // namespace faucet::detail
