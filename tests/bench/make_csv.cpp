// Writes the CSV that the benchmarks read: seven columns, the last one JSON in doubled quotes.
//
//   make_csv ROWS SEED > people.csv
//
// Row k depends on the seed and k alone, so that a longer file begins with the shorter one.

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <tuple>

namespace {

/// One row's own stream of random numbers (splitmix64).
class dice {
public:
  dice(uint64_t seed, uint64_t row)
    : state_(seed * 0x9e3779b97f4a7c15U + row * 0xd1342543de82ef95U) {
    // nop
  }

  /// Below `bound`.
  uint64_t roll(uint64_t bound) {
    state_ += 0x9e3779b97f4a7c15U;
    auto x = state_;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return (x ^ (x >> 31U)) % bound;
  }

private:
  uint64_t state_;
};

constexpr std::array<std::string_view, 16> first_names{
  "Amira", "Bjørn", "Chloé", "Dmitri", "Elif",   "Fatima", "George", "Hannah",
  "Ivan",  "José",  "Kenji", "Leila",  "Miguel", "Nora",   "Olga",   "Zoë"};
constexpr std::array<std::string_view, 10> countries{"AR", "BR", "DE", "FR", "IN",
                                                     "JP", "KE", "NO", "TR", "US"};
constexpr std::array<std::string_view, 4> plans{"free", "basic", "pro", "team"};
constexpr std::array<std::string_view, 5> notes{"", "call", "said \\\"\"later\\\"\"", "a,b",
                                                "new\\nline"};

void append(std::string& out, uint64_t x, int width = 1) {
  std::array<char, 20> digits{};
  auto [end, status] = std::to_chars(digits.data(), digits.data() + digits.size(), x);
  out.append(static_cast<size_t>(std::max<std::ptrdiff_t>(0, width - (end - digits.data()))), '0');
  out.append(digits.data(), end);
}

void append_timestamp(std::string& out, dice& d) {
  out += "20";
  append(out, 15 + d.roll(10));
  for (auto [mark, low, span] :
       {std::tuple{'-', 1, 12}, {'-', 1, 28}, {'T', 0, 24}, {':', 0, 60}, {':', 0, 60}}) {
    out += mark;
    append(out, static_cast<uint64_t>(low) + d.roll(static_cast<uint64_t>(span)), 2);
  }
  out += 'Z';
}

void append_attributes(std::string& out, dice& d) {
  out += R"("{""plan"":"")";
  out += plans[d.roll(plans.size())];
  out += R"("",""seen"":)";
  append(out, d.roll(1000));
  out += R"(,""score"":0.)";
  append(out, 1 + d.roll(999));
  out += R"(,""note"":"")";
  out += notes[d.roll(notes.size())];
  out += R"(""}")";
}

void append_row(std::string& out, uint64_t seed, uint64_t row) {
  dice d{seed, row};
  append(out, row);
  out += ',';
  out += first_names[d.roll(first_names.size())];
  out += ',';
  out += countries[d.roll(countries.size())];
  out += ',';
  append(out, d.roll(100000));
  out += '.';
  append(out, d.roll(100), 2);
  out += ',';
  append_timestamp(out, d);
  out += d.roll(2) == 0 ? ",true," : ",false,";
  append_attributes(out, d);
  out += '\n';
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: make_csv ROWS SEED\n", stderr);
    return 2;
  }
  const auto rows = std::strtoull(argv[1], nullptr, 10);
  const auto seed = std::strtoull(argv[2], nullptr, 10);
  std::string out = "id,first_name,country,amount,created_at,active,attributes\n";
  for (uint64_t row = 1; row <= rows; ++row) {
    append_row(out, seed, row);
    if (out.size() > (1U << 20U) || row == rows) {
      if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size()) {
        std::perror("make_csv");
        return 1;
      }
      out.clear();
    }
  }
  return 0;
}
