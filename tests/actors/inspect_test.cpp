#include "actors/errors.hpp"
#include "actors/messages.hpp"
#include "model/page_builder.hpp"
#include "tests/actors/test_system.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

/// What arrives on another node.
template <class T>
T sent(test_system& node, T x) {
  std::vector<char> bytes;
  caf::binary_serializer to{node.system, bytes};
  REQUIRE(to(x) == caf::none);
  T result;
  caf::binary_deserializer from{node.system, bytes};
  REQUIRE(from(result) == caf::none);
  return result;
}

} // namespace

TEST_CASE_METHOD(test_system, "a page crosses to another node with every digit") {
  page_builder builder;
  auto [row, cells] = builder.object(make_shape({"id", "amount", "ratio"}));
  cells[0] = value::of_uint(18446744073709551615U);
  cells[1] = value::of_decimal("1.10");
  cells[2] = value::of_double(1e308);
  builder.add(row);
  auto origin = builder.finish(bookmark{"7"});
  auto arrived = sent(*this, origin);
  REQUIRE(arrived.size() == 1);
  CHECK(identical(arrived.rows()[0], row));
  CHECK(arrived.resume() == bookmark{"7"});
}

TEST_CASE_METHOD(test_system, "positions, texts and reports cross to another node") {
  CHECK(sent(*this, resume_point{bookmark{"{\"a\":1}"}}).position == bookmark{"{\"a\":1}"});
  CHECK(sent(*this, resume_point{}).position == std::nullopt);
  CHECK(sent(*this, stored_text{""}).text == "");
  CHECK(sent(*this, stored_text{}).text == std::nullopt);
  CHECK(sent(*this, sink_start{true}).resuming);
  CHECK(sent(*this, progress{"row-0", 3, 2, std::chrono::milliseconds{9}}).records_out == 2);
  run_report report{"orders",
                    {{.row = "row-0",
                      .how = outcome::failed,
                      .records_in = 5,
                      .position = bookmark{"5"},
                      .failure = {ec::sink_failed, "disk full", "out"}}}};
  auto arrived = sent(*this, report);
  CHECK(arrived.how() == outcome::failed);
  CHECK(arrived.invocations.at(0).failure == report.invocations[0].failure);
  CHECK(arrived.invocations.at(0).position == bookmark{"5"});
}

TEST_CASE("an error keeps its parts on its way through an actor") {
  error original{ec::source_failed, "no such file", "in.csv"};
  CHECK(from_caf(to_caf(original)) == original);
  CHECK(from_caf(caf::sec::request_timeout).code == ec::unavailable);
  CHECK(from_caf(caf::sec::runtime_error).code == ec::internal);
}

TEST_CASE_METHOD(test_system, "an error of ours is shown in our words") {
  CHECK(system.render(to_caf({ec::source_failed, "no such file", "in.csv"}))
        == "in.csv: no such file");
}
