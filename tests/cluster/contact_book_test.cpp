#include "cluster/mesh/contact_book.hpp"
#include "tests/catch.hpp"

using namespace faucet;
using namespace std::chrono_literals;

namespace {

const moment start{1h};

contact_book book_of(const std::string& self, const std::vector<endpoint>& seeds = {}) {
  return {self, seeds, start};
}

/// Who is called, and what for, in a line.
std::string called(contact_book& x, moment now) {
  std::string result;
  for (const auto& call : x.due(now)) {
    result += (result.empty() ? "" : " ") + (call.instance.empty() ? "?" : call.instance)
              + (call.purpose == link_purpose::stay ? " stay" : " knock");
  }
  return result;
}

} // namespace

TEST_CASE("of two nodes the one with the lesser name makes the link, the other one knocks") {
  auto b = book_of("b");
  b.learn("a", "h:1", start);
  b.learn("c", "h:3", start);
  b.learn("b", "h:2", start);
  CHECK(called(b, start) == "a knock c stay");
  CHECK(called(b, start).empty());
}

TEST_CASE("a node that has a link is not called") {
  auto a = book_of("a");
  a.learn("b", "h:2", start);
  a.take_link("b");
  CHECK(called(a, start).empty());
  CHECK(a.next_due() == moment::max());
  a.take_loss("b", start + 1s);
  CHECK(called(a, start + 1s) == "b stay");
}

TEST_CASE("a node that does not answer is called ever less often, and at once when it knocks") {
  auto a = book_of("a");
  a.learn("b", "h:2", start);
  auto now = start;
  std::vector<std::chrono::milliseconds> pauses;
  for (int i = 0; i < 7; ++i) {
    auto calls = a.due(now);
    REQUIRE(calls.size() == 1);
    a.take_outcome(calls.front(), false, now);
    pauses.push_back(a.next_due() - now);
    now = a.next_due();
  }
  CHECK(pauses
        == std::vector<std::chrono::milliseconds>{200ms, 400ms, 800ms, 1600ms, 3200ms, 5s, 5s});
  auto calls = a.due(now);
  a.take_outcome(calls.front(), false, now);
  CHECK(a.next_due() == now + 5s);
  a.take_knock("b", "h:4", now + 1ms);
  calls = a.due(now + 1ms);
  REQUIRE(calls.size() == 1);
  CHECK(to_string(calls.front().place) == "h:4");
}

TEST_CASE("why a node is not reached is news once, until it changes or the node was reached") {
  auto a = book_of("a", {{"h", 9}});
  a.learn("b", "h:2", start);
  for (const auto& call : a.due(start)) {
    CHECK(a.note_complaint(call, "refused"));
    CHECK_FALSE(a.note_complaint(call, "refused"));
    CHECK(a.note_complaint(call, "no such host"));
    a.take_outcome(call, true, start);
    CHECK(a.note_complaint(call, "no such host"));
  }
}

TEST_CASE("a place that a person named is knocked at until a node there has a link") {
  auto a = book_of("a", {{"h", 2}});
  auto calls = a.due(start);
  REQUIRE(calls.size() == 1);
  CHECK(calls.front().instance.empty());
  CHECK(calls.front().purpose == link_purpose::knock);
  a.take_outcome(calls.front(), true, start);
  a.learn("b", "h:2", start);
  CHECK(called(a, start) == "b stay");
  a.take_link("b");
  CHECK(called(a, start + 1min).empty());
  a.take_loss("b", start + 1min);
  CHECK(called(a, start + 1min) == "? knock");
}

TEST_CASE("a node that takes its leave is called no more, however often it is named") {
  auto a = book_of("a");
  a.learn("b", "h:2", start);
  a.take_link("b");
  a.take_bye("b");
  a.take_loss("b", start);
  a.learn("b", "h:2", start + 1s);
  CHECK(called(a, start + 1s).empty());
}

TEST_CASE("a node that nobody names any more is forgotten") {
  auto a = book_of("a");
  a.learn("b", "h:2", start);
  a.take_outcome(a.due(start).front(), false, start);
  CHECK(a.place_of("b"));
  CHECK(called(a, start + 10min).empty());
  CHECK_FALSE(a.place_of("b"));
}

TEST_CASE("no more than sixteen are called at once") {
  auto a = book_of("a");
  for (int i = 0; i < 40; ++i) {
    a.learn("b" + std::to_string(i), "h:2", start);
  }
  auto first = a.due(start);
  CHECK(first.size() == 16);
  CHECK(a.due(start).empty());
  CHECK(a.next_due() == moment::max());
  a.take_outcome(first.front(), false, start);
  CHECK(a.due(start).size() == 1);
}

TEST_CASE("a node whose place cannot be read is left out") {
  auto a = book_of("a");
  a.learn("b", "", start);
  a.learn("c", "nonsense", start);
  a.learn("", "h:1", start);
  CHECK(called(a, start).empty());
}
