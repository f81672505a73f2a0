#include "connectors/transforms/unicode_upper.hpp"

#include <algorithm>
#include <array>

namespace faucet {

namespace {

struct mapping {
  char32_t from;
  std::u32string_view to;
};

// From Unicode's SpecialCasing, sorted. The Greek letters with a subscript iota from U+1F80 to
// U+1FAF follow a rule instead.
constexpr auto mappings = std::to_array<mapping>({
  {0x00df, U"SS"},
  {0x0149, U"\u02bcN"},
  {0x01f0, U"J\u030c"},
  {0x0390, U"\u0399\u0308\u0301"},
  {0x03b0, U"\u03a5\u0308\u0301"},
  {0x0587, U"\u0535\u0552"},
  {0x1e96, U"H\u0331"},
  {0x1e97, U"T\u0308"},
  {0x1e98, U"W\u030a"},
  {0x1e99, U"Y\u030a"},
  {0x1e9a, U"A\u02be"},
  {0x1f50, U"\u03a5\u0313"},
  {0x1f52, U"\u03a5\u0313\u0300"},
  {0x1f54, U"\u03a5\u0313\u0301"},
  {0x1f56, U"\u03a5\u0313\u0342"},
  {0x1fb2, U"\u1fba\u0399"},
  {0x1fb3, U"\u0391\u0399"},
  {0x1fb4, U"\u0386\u0399"},
  {0x1fb6, U"\u0391\u0342"},
  {0x1fb7, U"\u0391\u0342\u0399"},
  {0x1fbc, U"\u0391\u0399"},
  {0x1fc2, U"\u1fca\u0399"},
  {0x1fc3, U"\u0397\u0399"},
  {0x1fc4, U"\u0389\u0399"},
  {0x1fc6, U"\u0397\u0342"},
  {0x1fc7, U"\u0397\u0342\u0399"},
  {0x1fcc, U"\u0397\u0399"},
  {0x1fd2, U"\u0399\u0308\u0300"},
  {0x1fd3, U"\u0399\u0308\u0301"},
  {0x1fd6, U"\u0399\u0342"},
  {0x1fd7, U"\u0399\u0308\u0342"},
  {0x1fe2, U"\u03a5\u0308\u0300"},
  {0x1fe3, U"\u03a5\u0308\u0301"},
  {0x1fe4, U"\u03a1\u0313"},
  {0x1fe6, U"\u03a5\u0342"},
  {0x1fe7, U"\u03a5\u0308\u0342"},
  {0x1ff2, U"\u1ffa\u0399"},
  {0x1ff3, U"\u03a9\u0399"},
  {0x1ff4, U"\u038f\u0399"},
  {0x1ff6, U"\u03a9\u0342"},
  {0x1ff7, U"\u03a9\u0342\u0399"},
  {0x1ffc, U"\u03a9\u0399"},
  {0xfb00, U"FF"},
  {0xfb01, U"FI"},
  {0xfb02, U"FL"},
  {0xfb03, U"FFI"},
  {0xfb04, U"FFL"},
  {0xfb05, U"ST"},
  {0xfb06, U"ST"},
  {0xfb13, U"\u0544\u0546"},
  {0xfb14, U"\u0544\u0535"},
  {0xfb15, U"\u0544\u053b"},
  {0xfb16, U"\u054e\u0546"},
  {0xfb17, U"\u0544\u053d"},
});

/// Each run of sixteen: eight small letters, then the same eight as capitals; both become the
/// capital without the iota and a capital iota.
std::u32string_view with_capital_iota(char32_t c) noexcept {
  static constexpr auto table = [] {
    std::array<std::array<char32_t, 2>, 24> result{};
    constexpr std::array<char32_t, 3> first_capitals{0x1f08, 0x1f28, 0x1f68};
    for (size_t i = 0; i < result.size(); ++i) {
      result[i] = {first_capitals[i / 8] + static_cast<char32_t>(i % 8), 0x399};
    }
    return result;
  }();
  auto offset = c - 0x1f80;
  const auto& found = table[(offset / 16) * 8 + offset % 8];
  return {found.data(), found.size()};
}

} // namespace

std::u32string_view upper_of_several(char32_t c) noexcept {
  if (c >= 0x1f80 && c <= 0x1faf) {
    return with_capital_iota(c);
  }
  auto found = std::ranges::lower_bound(mappings, c, {}, &mapping::from);
  return found != mappings.end() && found->from == c ? found->to : std::u32string_view{};
}

} // namespace faucet
