#include "tests/sim/hunt.hpp"

#include <charconv>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

using namespace faucet::sim;

namespace {

constexpr const char* usage =
  R"(Lives through clusters that exist in memory only, and looks for what must not happen.

  faucet-sim --seed N [--trace]      one life; with everything that happens in it
  faucet-sim [--first N] [--seeds N] [--seconds S] [--jobs J] [--at-least R]
                                     one seed after another, from the first one on; fails below R
                                     lives a second of processor time
  --plant BUG                        with a bug in it: )";

struct arguments {
  hunt_choice hunt;
  std::optional<uint64_t> seed;
  bool tracing = false;
  uint64_t least_rate = 0;
};

std::optional<uint64_t> number(std::string_view text) {
  uint64_t x = 0;
  auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (failed != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return x;
}

bool take_number(arguments& x, std::string_view key, uint64_t value) {
  if (key == "--seed") {
    x.seed = value;
  } else if (key == "--first") {
    x.hunt.first_seed = value;
  } else if (key == "--seeds") {
    x.hunt.seeds = value;
  } else if (key == "--seconds" && value < 1'000'000'000) {
    x.hunt.time = std::chrono::seconds(value);
  } else if (key == "--jobs" && value >= 1 && value <= 1024) {
    x.hunt.jobs = static_cast<uint32_t>(value);
  } else if (key == "--at-least") {
    x.least_rate = value;
  } else {
    return false;
  }
  return true;
}

std::optional<arguments> parse(int count, char** texts) {
  arguments x;
  for (auto i = 1; i < count; ++i) {
    std::string_view key = texts[i];
    if (key == "--trace") {
      x.tracing = true;
      continue;
    }
    if (++i == count) {
      return std::nullopt;
    }
    if (key == "--plant") {
      auto bug = parse_planted_bug(texts[i]);
      if (!bug) {
        return std::nullopt;
      }
      x.hunt.bug = *bug;
    } else if (auto value = number(texts[i]); !value || !take_number(x, key, *value)) {
      return std::nullopt;
    }
  }
  if (x.tracing && !x.seed) {
    return std::nullopt;
  }
  return x;
}

/// True where nothing was found.
bool tell(const arguments& x, const std::optional<life_report>& found) {
  if (!found) {
    return true;
  }
  std::string plant;
  if (x.hunt.bug != planted_bug::none) {
    plant = std::string(" --plant ") + to_string(x.hunt.bug);
  }
  std::printf("seed %llu, at %lld ms: %s\nreplay: faucet-sim --seed %llu%s --trace\n",
              static_cast<unsigned long long>(found->seed),
              static_cast<long long>(found->ended.count()), found->violation->c_str(),
              static_cast<unsigned long long>(found->seed), plant.c_str());
  return false;
}

int live_one(const arguments& x) {
  auto life = live({*x.seed, x.hunt.bug, x.tracing});
  if (life.violation) {
    return tell(x, life) ? 0 : 1;
  }
  std::printf("seed %llu: %llu runs, all is well\n", static_cast<unsigned long long>(*x.seed),
              static_cast<unsigned long long>(life.runs));
  return 0;
}

int live_many(const arguments& x) {
  auto report = hunt(x.hunt);
  auto used = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  auto rate = used > 0 ? static_cast<double>(report.lives) / used : 0;
  std::printf("%llu lives, %llu runs, %llu things that happened, %.1f s of processor time, %.0f "
              "lives a second\n%u crashes, %u pauses beyond a lease, %u partitions, %u outages, %u "
              "departures, %llu late writes to sinks without an epoch check\n",
              static_cast<unsigned long long>(report.lives),
              static_cast<unsigned long long>(report.runs),
              static_cast<unsigned long long>(report.happened), used, rate, report.suffered.crashes,
              report.suffered.long_pauses, report.suffered.partitions, report.suffered.outages,
              report.suffered.drains, static_cast<unsigned long long>(report.stale_writes));
  if (!tell(x, report.found)) {
    return 1;
  }
  if (rate < static_cast<double>(x.least_rate)) {
    std::printf("too slow: %llu lives a second are wanted\n",
                static_cast<unsigned long long>(x.least_rate));
    return 1;
  }
  return 0;
}

} // namespace

int main(int count, char** texts) {
  auto x = parse(count, texts);
  if (!x) {
    std::fputs(usage, stderr);
    for (auto bug : planted_bugs) {
      std::fprintf(stderr, "\n      %s", to_string(bug));
    }
    std::fputs("\n", stderr);
    return 2;
  }
  return x->seed ? live_one(*x) : live_many(*x);
}
