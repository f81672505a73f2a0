#include "connectors/transforms/blake3.hpp"
#include "tests/catch.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace faucet;

namespace {

/// The input of the official test vectors: bytes that count from 0 to 250 and start again.
std::string counting_bytes(size_t size) {
  std::string result(size, '\0');
  for (size_t i = 0; i < size; ++i) {
    result[i] = static_cast<char>(i % 251);
  }
  return result;
}

std::string hex(const blake3::digest& x) {
  std::string result;
  for (auto octet : x) {
    result += "0123456789abcdef"[octet / 16];
    result += "0123456789abcdef"[octet % 16];
  }
  return result;
}

const std::vector<std::pair<size_t, std::string>>& vectors() {
  static const std::vector<std::pair<size_t, std::string>> result{
    {0, "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"},
    {1, "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213"},
    {63, "e9bc37a594daad83be9470df7f7b3798297c3d834ce80ba85d6e207627b7db7b"},
    {64, "4eed7141ea4a5cd4b788606bd23f46e212af9cacebacdc7d1f4c6dc7f2511b98"},
    {65, "de1e5fa0be70df6d2be8fffd0e99ceaa8eb6e8c93a63f2d8d1c30ecb6b263dee"},
    {1023, "10108970eeda3eb932baac1428c7a2163b0e924c9a9e25b35bba72b28f70bd11"},
    {1024, "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7"},
    {1025, "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444"},
    {2048, "e776b6028c7cd22a4d0ba182a8bf62205d2ef576467e838ed6f2529b85fba24a"},
    {2049, "5f4d72f40d7a5f82b15ca2b2e44b1de3c2ef86c426c95c1af0b6879522563030"},
    {3072, "b98cb0ff3623be03326b373de6b9095218513e64f1ee2edd2525c7ad1e5cffd2"},
    {3073, "7124b49501012f81cc7f11ca069ec9226cecb8a2c850cfe644e327d22d3e1cd3"},
    {4097, "9b4052b38f1c5fc8b1f9ff7ac7b27cd242487b3d890d15c96a1c25b8aa0fb995"},
    {5120, "9cadc15fed8b5d854562b26a9536d9707cadeda9b143978f319ab34230535833"},
    {8192, "aae792484c8efe4f19e2ca7d371d8c467ffb10748d8a5a1ae579948f718a2a63"},
    {8193, "bab6c09cb8ce8cf459261398d2e7aef35700bf488116ceb94a36d0f5f1b7bc3b"},
    {31744, "62b6960e1a44bcc1eb1a611a8d6235b6b4b78f32e7abc4fb4c6cdcce94895c47"},
    {102400, "bc3e3d41a1146b069abffad3c0d44860cf664390afce4d9661f7902e7943e085"},
  };
  return result;
}

} // namespace

TEST_CASE("BLAKE3 gives the digests of its official test vectors") {
  for (const auto& [size, wanted] : vectors()) {
    blake3 state;
    state.update(counting_bytes(size));
    INFO(size);
    CHECK(hex(state.finish()) == wanted);
  }
}

TEST_CASE("BLAKE3 gives the same digest however its input is cut") {
  for (size_t piece : {1, 63, 64, 65, 1000, 1024, 1025}) {
    for (const auto& [size, wanted] : vectors()) {
      auto input = counting_bytes(size);
      blake3 state;
      for (size_t at = 0; at < size; at += piece) {
        state.update(std::string_view{input}.substr(at, piece));
      }
      INFO(size << " in pieces of " << piece);
      CHECK(hex(state.finish()) == wanted);
    }
  }
}
