#include "actors/errors.hpp"
#include "actors/host_sink.hpp"
#include "actors/host_store.hpp"
#include "actors/write_permit.hpp"
#include "tests/actors/recorded_drivers.hpp"
#include "tests/actors/test_system.hpp"
#include "tests/catch.hpp"

using namespace faucet;
using namespace std::chrono_literals;
using clock_type = write_permit::clock;

namespace {

/// The code of the failure of a request, `none` where it was answered.
template <class Answer, class Handle, class... Question>
ec code_of(test_system& test, const Handle& host, Question... question) {
  caf::scoped_actor self{test.system};
  auto asked = self->request(host, caf::infinite, std::move(question)...);
  test.scheduler.run();
  auto result = ec::none;
  asked.receive([](const Answer&) {},
                [&](const caf::error& reason) { result = from_caf(reason).code; });
  return result;
}

} // namespace

TEST_CASE("a permit holds until its time, can be extended, and once withdrawn is gone") {
  write_permit permit{clock_type::now() + 1h};
  CHECK(permit.holds());
  permit.extend(clock_type::now() - 1ms);
  CHECK_FALSE(permit.holds());
  permit.extend(clock_type::now() + 1h);
  CHECK(permit.holds());
  permit.withdraw();
  permit.extend(clock_type::now() + 1h);
  CHECK_FALSE(permit.holds());
}

TEST_CASE("a sink without a permit takes nothing, flushes nothing and publishes nothing") {
  call_log log;
  test_system test;
  auto permit = std::make_shared<write_permit>(clock_type::now() + 1h);
  auto sink = test.system.spawn(host_sink, "recording", std::make_shared<recording_sink>(log),
                                driver_context{}, rejection::forbidden, permit, gap_rule{});
  CHECK(code_of<atom::done>(test, sink, atom::open::value, sink_start{}) == ec::none);
  CHECK(code_of<write_result>(test, sink, atom::write::value, make_page(2)) == ec::none);
  permit->withdraw();
  CHECK(code_of<write_result>(test, sink, atom::write::value, make_page(1)) == ec::lease_lost);
  CHECK(code_of<atom::done>(test, sink, atom::flush::value) == ec::lease_lost);
  CHECK(code_of<atom::done>(test, sink, atom::close::value, ending::completed) == ec::none);
  CHECK(log == call_log{"open sink", "write 2", "close failed"});
}

TEST_CASE("a store without a permit keeps no bookmark") {
  call_log log;
  test_system test;
  auto permit = std::make_shared<write_permit>(clock_type::now() - 1ms);
  auto kept = std::make_shared<recording_store>(log);
  auto store = test.system.spawn(host_store, kept, permit);
  CHECK(code_of<atom::done>(test, store, atom::put::value, std::string{"k"}, std::string{"1"})
        == ec::lease_lost);
  CHECK(kept->content.get("k") == std::nullopt);
  permit->extend(clock_type::now() + 1h);
  CHECK(code_of<atom::done>(test, store, atom::put::value, std::string{"k"}, std::string{"1"})
        == ec::none);
}
