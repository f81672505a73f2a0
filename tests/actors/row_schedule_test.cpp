#include "actors/row_schedule.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

using namespace faucet;

namespace {

using unit = row_schedule::unit;
using rows = std::vector<row_schedule::scheduled_row>;

std::vector<size_t> started_rows(row_schedule& subject) {
  std::vector<size_t> result;
  while (auto next = subject.take_unit()) {
    result.push_back(next->row);
  }
  return result;
}

std::vector<size_t> omitted_rows(row_schedule& subject) {
  std::vector<size_t> result;
  for (const auto& left_out : subject.take_omissions()) {
    result.push_back(left_out.row);
  }
  return result;
}

row_schedule::scheduled_row below(std::string id, size_t parent) {
  return {.id = std::move(id), .parent = parent, .depends_on = {}};
}

row_schedule::scheduled_row behind(std::string id, std::vector<size_t> others) {
  return {.id = std::move(id), .parent = {}, .depends_on = std::move(others)};
}

} // namespace

TEST_CASE("no more invocations run at a time than allowed") {
  row_schedule subject{rows{behind("a", {}), behind("b", {}), behind("c", {})},
                       {.max_concurrent = 2}};
  CHECK(started_rows(subject) == std::vector<size_t>{0, 1});
  subject.succeeded({1, 0});
  CHECK(started_rows(subject) == std::vector<size_t>{2});
  subject.succeeded({0, 0});
  CHECK_FALSE(subject.finished());
  subject.succeeded({2, 0});
  CHECK(subject.finished());
}

TEST_CASE("the heaviest row goes first where that is asked for, ties in the order of the file") {
  rows all{behind("light", {}), behind("heavy", {}), behind("also heavy", {})};
  all[1].weight = 5;
  all[2].weight = 5;
  row_schedule by_weight{all, {.max_concurrent = 3, .heaviest_first = true}};
  CHECK(started_rows(by_weight) == std::vector<size_t>{1, 2, 0});
  row_schedule declared{all, {.max_concurrent = 3}};
  CHECK(started_rows(declared) == std::vector<size_t>{0, 1, 2});
}

TEST_CASE("a row starts when all that it depends on has succeeded") {
  row_schedule subject{rows{behind("last", {1, 2}), behind("a", {}), behind("b", {})},
                       {.max_concurrent = 9}};
  CHECK(started_rows(subject) == std::vector<size_t>{1, 2});
  subject.succeeded({2, 0});
  CHECK(started_rows(subject).empty());
  subject.succeeded({1, 0});
  CHECK(started_rows(subject) == std::vector<size_t>{0});
}

TEST_CASE("what depends on a failed row is skipped, and its own children and dependents with it",
          "[P101][P302]") {
  // Declared against the order of their dependence, so that an index of the wrong list shows.
  row_schedule subject{rows{below("child", 1), behind("dependent", {4}), behind("next", {1}),
                            behind("other", {}), behind("bad", {}), behind("after other", {3})},
                       {.max_concurrent = 9}};
  CHECK(started_rows(subject) == std::vector<size_t>{3, 4});
  subject.failed({4, 0});
  auto left_out = subject.take_omissions();
  REQUIRE(left_out.size() == 3);
  std::map<size_t, std::string> reasons;
  for (const auto& x : left_out) {
    reasons[x.row] = x.reason;
    CHECK_FALSE(x.cancelled);
  }
  CHECK(reasons[1] == "depends_on row 'bad' failed or was skipped");
  CHECK(reasons[2] == "depends_on row 'dependent' failed or was skipped");
  CHECK(reasons[0] == "parent row 'dependent' failed or was skipped");
  subject.succeeded({3, 0});
  CHECK(started_rows(subject) == std::vector<size_t>{5});
  subject.succeeded({5, 0});
  CHECK(subject.finished());
}

TEST_CASE("a child row is unfolded once its parent has ended, and each child is an invocation") {
  row_schedule subject{rows{behind("p", {}), below("c", 0)}, {.max_concurrent = 2}};
  CHECK(subject.take_row_to_unfold() == std::nullopt);
  CHECK(started_rows(subject) == std::vector<size_t>{0});
  subject.succeeded({0, 0});
  CHECK(subject.take_row_to_unfold() == 1);
  CHECK(subject.take_row_to_unfold() == std::nullopt);
  subject.unfolded(1, 3);
  CHECK(subject.take_unit() == unit{1, 0});
  CHECK(subject.take_unit() == unit{1, 1});
  CHECK(subject.take_unit() == std::nullopt);
  subject.failed({1, 0});
  CHECK(subject.take_unit() == unit{1, 2});
  subject.succeeded({1, 1});
  subject.succeeded({1, 2});
  CHECK(subject.finished());
}

TEST_CASE("a parent without records leaves nothing to do for its children") {
  row_schedule subject{rows{behind("p", {}), below("c", 0), behind("after", {1})},
                       {.max_concurrent = 2}};
  started_rows(subject);
  subject.succeeded({0, 0});
  REQUIRE(subject.take_row_to_unfold() == 1);
  subject.unfolded(1, 0);
  CHECK(started_rows(subject) == std::vector<size_t>{2});
}

TEST_CASE("below a parent of which some invocations failed the others' records still run") {
  row_schedule subject{rows{behind("p", {}), below("c", 0), below("g", 1), behind("after", {2})},
                       {.max_concurrent = 2}};
  started_rows(subject);
  subject.succeeded({0, 0});
  subject.take_row_to_unfold();
  subject.unfolded(1, 2);
  started_rows(subject);
  subject.failed({1, 0});
  subject.succeeded({1, 1});
  CHECK(omitted_rows(subject) == std::vector<size_t>{2});
  CHECK(subject.take_row_to_unfold() == 2);
  subject.unfolded(2, 1);
  CHECK(subject.take_unit() == unit{2, 0});
  subject.succeeded({2, 0});
  CHECK(omitted_rows(subject) == std::vector<size_t>{3});
  CHECK(subject.finished());
}

TEST_CASE("with on_error stop the first failure gives up all that has not started", "[P103]") {
  row_schedule subject{rows{behind("a", {}), behind("b", {}), behind("c", {}), below("d", 0)},
                       {.max_concurrent = 2, .stop_on_failure = true}};
  started_rows(subject);
  CHECK_FALSE(subject.stopped());
  subject.failed({1, 0});
  CHECK(subject.stopped());
  CHECK(omitted_rows(subject) == std::vector<size_t>{2, 3});
  CHECK_FALSE(subject.finished()); // one is still under way
  subject.cancelled({0, 0});
  CHECK(subject.finished());
  CHECK(subject.take_unit() == std::nullopt);
}

TEST_CASE("a stopped run says how many invocations of a row it has not started") {
  row_schedule subject{rows{behind("p", {}), below("c", 0)},
                       {.max_concurrent = 1, .stop_on_failure = true}};
  started_rows(subject);
  subject.succeeded({0, 0});
  subject.take_row_to_unfold();
  subject.unfolded(1, 5);
  REQUIRE(subject.take_unit() == unit{1, 0});
  subject.failed({1, 0});
  auto left_out = subject.take_omissions();
  REQUIRE(left_out.size() == 1);
  CHECK(left_out[0].invocations == 4);
  CHECK(subject.finished());
}

TEST_CASE("a cancelled run starts nothing more") {
  row_schedule subject{rows{behind("a", {}), behind("b", {0})}, {.max_concurrent = 1}};
  started_rows(subject);
  subject.cancel();
  auto left_out = subject.take_omissions();
  REQUIRE(left_out.size() == 1);
  CHECK(left_out[0].cancelled);
  subject.succeeded({0, 0}); // it was at its last page
  CHECK(subject.finished());
  CHECK(subject.take_omissions().empty());
}

TEST_CASE("a run that is cancelled before it begins is finished") {
  row_schedule subject{rows{behind("a", {}), below("b", 0)}, {.max_concurrent = 1}};
  subject.cancel();
  CHECK(subject.take_unit() == std::nullopt);
  CHECK(subject.finished());
}

namespace {

/// Plays one random run of a random graph to its end and checks what must hold in any.
struct random_run {
  explicit random_run(unsigned seed) : random(seed) {
    // nop
  }

  size_t below_n(size_t n) {
    return std::uniform_int_distribution<size_t>{0, n - 1}(random);
  }

  rows make_rows() {
    std::vector<size_t> places(1 + below_n(12));
    std::iota(places.begin(), places.end(), size_t{0});
    std::ranges::shuffle(places, random);
    rows result(places.size());
    for (size_t i = 0; i < places.size(); ++i) { // edges lead to earlier places only: no circle
      auto& row = result[places[i]];
      row.id = std::to_string(places[i]);
      row.weight = static_cast<double>(below_n(4));
      if (i > 0 && below_n(3) == 0) {
        row.parent = places[below_n(i)];
      }
      for (size_t edges = i > 0 ? below_n(3) : 0; edges > 0; --edges) {
        row.depends_on.push_back(places[below_n(i)]);
      }
    }
    return result;
  }

  void play() {
    auto all = make_rows();
    row_schedule::rules how{.max_concurrent = 1 + below_n(4),
                            .stop_on_failure = below_n(3) == 0,
                            .heaviest_first = below_n(2) == 0};
    row_schedule subject{all, how};
    std::vector<unit> running;
    std::set<size_t> whole;        // rows of which nothing failed
    std::map<size_t, size_t> left; // invocations still to end, by row
    std::set<size_t> begun;
    std::set<size_t> omitted;
    auto note_omissions = [&] {
      for (const auto& x : subject.take_omissions()) {
        omitted.insert(x.row);
        whole.erase(x.row);
      }
    };
    for (size_t i = 0; i < all.size(); ++i) {
      whole.insert(i);
      left[i] = all[i].parent ? 0 : 1;
    }
    std::set<size_t> unfolded;
    for (size_t steps = 0; !subject.finished(); ++steps) {
      REQUIRE(steps < 10000);
      note_omissions();
      if (auto row = subject.take_row_to_unfold()) {
        CHECK(unfolded.insert(*row).second);
        CHECK(left[*all[*row].parent] == 0); // the parent has ended
        left[*row] = below_n(4);
        subject.unfolded(*row, left[*row]);
        continue;
      }
      if (auto next = subject.take_unit()) {
        CHECK_FALSE(subject.stopped());
        for (auto other : all[next->row].depends_on) {
          CHECK(left[other] == 0);
          CHECK(whole.contains(other));
        }
        begun.insert(next->row);
        running.push_back(*next);
        CHECK(running.size() <= how.max_concurrent);
        continue;
      }
      REQUIRE_FALSE(running.empty()); // never stuck
      if (below_n(40) == 0) {
        subject.cancel();
      }
      auto at = running.begin() + static_cast<ptrdiff_t>(below_n(running.size()));
      auto which = *at;
      running.erase(at);
      --left[which.row];
      if (below_n(4) == 0) {
        whole.erase(which.row);
        subject.failed(which);
        CHECK((!how.stop_on_failure || subject.stopped()));
      } else if (subject.stopped() && below_n(2) == 0) {
        whole.erase(which.row);
        subject.cancelled(which);
      } else {
        subject.succeeded(which);
      }
    }
    note_omissions();
    CHECK(running.empty());
    for (size_t i = 0; i < all.size(); ++i) { // every row ran, was left out, or had nothing to do
      CHECK((begun.contains(i) || omitted.contains(i) || unfolded.contains(i)));
      for (auto other : all[i].depends_on) {
        CHECK((whole.contains(other) || omitted.contains(i)));
      }
    }
  }

  std::mt19937 random;
};

} // namespace

TEST_CASE("in any order of any graph dependents wait, nothing is forgotten and all ends") {
  for (unsigned seed = 1; seed <= 3000; ++seed) {
    INFO("seed " << seed);
    random_run{seed}.play();
  }
}
