#include "actors/detached.hpp"
#include "actors/host_source.hpp"
#include "actors/run.hpp"
#include "actors/thread_needs.hpp"
#include "tests/actors/recorded_drivers.hpp"
#include "tests/actors/test_system.hpp"
#include "tests/catch.hpp"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

using namespace faucet;

namespace {

/// While it exists, threads that start ask for more memory than there is, so none does.
class no_threads {
public:
  no_threads() {
    pthread_getattr_default_np(&before_);
    auto none = before_;
    pthread_attr_setstacksize(&none, size_t{1} << 50);
    pthread_setattr_default_np(&none);
#if defined(__SANITIZE_ADDRESS__)
    __lsan_disable(); // an actor that CAF could not start is lost, a few hundred bytes
#endif
  }

  no_threads(const no_threads&) = delete;
  no_threads& operator=(const no_threads&) = delete;

  ~no_threads() {
#if defined(__SANITIZE_ADDRESS__)
    __lsan_enable();
#endif
    pthread_setattr_default_np(&before_);
  }

private:
  pthread_attr_t before_{};
};

size_t threads_now() {
  std::filesystem::directory_iterator tasks{"/proc/self/task"};
  return static_cast<size_t>(std::distance(begin(tasks), end(tasks)));
}

row_plan row_of(const std::string& id, call_log& log) {
  row_plan result;
  result.id = id;
  result.drivers = {.source_type = "listed",
                    .sink_type = "recording",
                    .source = std::make_shared<listed_source>(log, std::deque<page>{make_page(2)}),
                    .transforms = {},
                    .sink = std::make_shared<recording_sink>(log)};
  return result;
}

run_plan plan_of(std::vector<row_plan> rows, size_t at_a_time) {
  run_plan result;
  result.rows = std::move(rows);
  result.order.max_concurrent = at_a_time;
  return result;
}

run_report run_to_end(test_system& room, run_plan plan) {
  caf::scoped_actor self{room.system};
  auto running = self->spawn(run, std::move(plan), progress_listener{});
  auto answer = self->request(running, caf::infinite, atom::start{});
  room.scheduler.run();
  run_report result;
  answer.receive([&result](run_report& report) { result = std::move(report); },
                 [](const caf::error& reason) { FAIL(caf::to_string(reason)); });
  return result;
}

} // namespace

TEST_CASE("an actor that gets no thread of its own is an error, and its system ends all the same") {
  call_log log;
  {
    test_system room;
    caf::scoped_actor self{room.system};
    no_threads limit;
    auto spawned =
      spawn_detached(*self, host_source, "listed",
                     std::make_shared<listed_source>(log, std::deque<page>{}), driver_context{});
    REQUIRE(!spawned);
    CHECK(spawned.error().code == ec::unavailable);
    CHECK_THAT(spawned.error().what, Catch::StartsWith("no thread could be started: "));
  }
  CHECK(log.empty());
}

TEST_CASE("rows that get no threads fail, and the run ends") {
  call_log log;
  test_system room;
  auto with_store = row_of("a", log);
  with_store.store = 0;
  auto with_letters = row_of("b", log);
  with_letters.letters = dead_letter_plan{};
  auto plan = plan_of({with_store, with_letters, row_of("c", log)}, 2);
  plan.stores.push_back(std::make_shared<memory_store>());
  plan.dead_letter_sinks.push_back({"recording", std::make_shared<recording_sink>(log)});
  run_report report;
  {
    no_threads limit;
    report = run_to_end(room, std::move(plan));
  }
  REQUIRE(report.invocations.size() == 3);
  for (const auto& one : report.invocations) {
    CHECK(one.how == outcome::failed);
    CHECK_THAT(one.failure.what, Catch::StartsWith("no thread could be started: "));
  }
  CHECK(log.empty());
}

TEST_CASE("the threads that an actor system starts for itself are known before") {
  auto alone = ::fork(); // no thread of an earlier test is just ending there
  if (alone == 0) {
    caf::actor_system_config config;
    configure(config);
    auto before = threads_now();
    caf::actor_system system{config};
    ::_exit(threads_now() == before + threads_of(config) ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(alone, &status, 0) == alone);
  CHECK(status == 0);
}

TEST_CASE("a run needs the threads of what runs at a time, and those of one that ends meanwhile") {
  call_log log;
  auto a = row_of("a", log);
  auto b = row_of("b", log);
  CHECK(threads_of(plan_of({}, 4)) == 0);
  CHECK(threads_of(plan_of({a}, 4)) == 2 + 2);
  CHECK(threads_of(plan_of({a, b}, 4)) == 4 + 2);
  CHECK(threads_of(plan_of({a, b}, 1)) == 2 + 2);
  b.drivers->transforms.emplace_back();
  CHECK(threads_of(plan_of({a, b}, 1)) == 3 + 3);
  auto with_others = plan_of({a, b}, 2);
  with_others.stores.emplace_back();
  with_others.dead_letter_sinks.emplace_back();
  CHECK(threads_of(with_others) == 5 + 3 + 2);
}

TEST_CASE("a child row is taken to have as many invocations as may run, within reason") {
  row_plan child;
  child.parent = 0;
  call_log log;
  CHECK(threads_of(plan_of({row_of("a", log), child}, 4)) == 4 * 3 + 3);
  CHECK(threads_of(plan_of({row_of("a", log), child}, 100000)) == 64 * 3 + 2 + 3);
}
