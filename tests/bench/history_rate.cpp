// How fast runs go through a history, without executing anything.
//
//     history_rate URL NODES RUNS BATCH
//
// So many nodes, each with a connection of its own, submit, claim, start and end so many runs in
// all, in batches. The history is filled, not emptied: give it a new one.

#include "state/history/open_history.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

using namespace faucet;

namespace {

struct plan {
  std::string url;
  size_t nodes;
  size_t runs;
  size_t batch;
};

template <class T>
T or_exit(expected<T> x) {
  if (!x) {
    std::fprintf(stderr, "history_rate: %s\n", render(x.error()).c_str());
    std::exit(1);
  }
  if constexpr (!std::is_void_v<T>) {
    return std::move(*x);
  }
}

/// Runs a step in every node at once and prints runs a second.
template <class Step>
void measure(const char* name, const plan& what, Step step) {
  auto begun = std::chrono::steady_clock::now();
  std::vector<std::thread> nodes;
  for (size_t i = 0; i < what.nodes; ++i) {
    nodes.emplace_back([&step, i] { step(i); });
  }
  for (auto& x : nodes) {
    x.join();
  }
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  std::printf("%-28s %8.0f runs/s\n", name, static_cast<double>(what.runs) / took.count());
}

new_run run_of(size_t node, size_t number) {
  new_run result;
  char id[64];
  std::snprintf(id, sizeof id, "0192f0c1-%04zx-7000-8000-%012zx", node, number);
  result.run = id;
  result.name = "trivial";
  result.labels = {{"pipeline", "trivial"}};
  result.config = "version: 1\npipeline:\n  source: {type: generate}\n  sink: {type: stdout}\n";
  result.config_format = "yaml";
  return result;
}

void submit(run_ledger& ledger, size_t node, size_t first, size_t count) {
  std::vector<new_run> runs;
  for (size_t i = 0; i < count; ++i) {
    runs.push_back(run_of(node, first + i));
  }
  or_exit(ledger.submit(runs));
}

/// Takes a batch through to its end; how many runs that were.
size_t execute(run_ledger& ledger, const std::string& owner, size_t batch) {
  auto claimed = or_exit(ledger.claim({owner, std::vector<std::string>{"default"},
                                       static_cast<uint32_t>(batch), std::chrono::seconds{30}}));
  std::vector<run_hold> holds;
  std::vector<run_end> ends;
  for (const auto& x : claimed) {
    holds.push_back(x.hold);
    ends.push_back({x.hold, run_status::completed, {}, R"({"records_written":1})"});
  }
  or_exit(ledger.note_started(owner, holds));
  or_exit(ledger.finish(owner, ends));
  return claimed.size();
}

void measure_all(const plan& what) {
  std::vector<std::unique_ptr<history>> nodes;
  for (size_t i = 0; i < what.nodes; ++i) {
    nodes.push_back(or_exit(open_history({.url = what.url, .stop = nullptr})));
  }
  auto share = what.runs / what.nodes;
  measure("submit, one by one", {what.url, what.nodes, what.runs / 10, 1}, [&](size_t node) {
    for (size_t i = 0; i < share / 10; ++i) {
      submit(nodes[node]->ledger(), node, i, 1);
    }
  });
  measure("submit, in batches", what, [&](size_t node) {
    for (size_t done = 0; done < share; done += what.batch) {
      submit(nodes[node]->ledger(), node, what.runs + done, what.batch);
    }
  });
  std::atomic<size_t> ended = 0;
  measure("claim, start, end", what, [&](size_t node) {
    while (ended < what.runs) {
      ended += execute(nodes[node]->ledger(), "node-" + std::to_string(node), what.batch);
    }
  });
  measure("all of it", what, [&](size_t node) {
    for (size_t done = 0; done < share; done += what.batch) {
      submit(nodes[node]->ledger(), node, 10 * what.runs + done, what.batch);
      execute(nodes[node]->ledger(), "node-" + std::to_string(node), what.batch);
    }
  });
}

} // namespace

int main(int count, char** arguments) {
  if (count != 5) {
    std::fprintf(stderr, "usage: history_rate URL NODES RUNS BATCH\n");
    return 2;
  }
  auto number = [&](int i) { return std::strtoul(arguments[i], nullptr, 10); };
  plan what{arguments[1], number(2), number(3), number(4)};
  if (what.nodes == 0 || what.batch == 0 || what.runs < what.nodes) {
    std::fprintf(stderr, "history_rate: no node, no batch, or fewer runs than nodes\n");
    return 2;
  }
  measure_all(what);
}
