#include "actors/dead_letters.hpp"
#include "model/json_writer.hpp"
#include "tests/actors/recorded_drivers.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

const dead_letters::time noon{std::chrono::milliseconds{1700000000000}};

dead_letter_rules rules() {
  dead_letter_rules result;
  result.pipeline = "orders";
  result.row = "eu";
  result.sink = "postgres";
  return result;
}

std::string json_of(const page& letters, size_t row) {
  std::string result;
  append_json(result, letters.rows()[row]);
  return result;
}

} // namespace

TEST_CASE("a dead letter says what, where and why, by its position in the page", "[P92]") {
  dead_letters subject{rules()};
  std::vector<rejected_row> rejected{{2, {ec::sink_failed, "not a number", "id"}}};
  auto letters = subject.of_rows(make_page(4), rejected, noon);
  REQUIRE(letters.size() == 1);
  CHECK(json_of(letters, 0)
        == R"({"error":{"kind":"sink_failed","message":"id: not a number"},"reason":"partial",)"
           R"("payload":2,"ts_ms":1700000000000,"sink":"postgres","pipeline":"orders","row":"eu",)"
           R"("record_index":2})");
}

TEST_CASE("every record of a refused page is a letter") {
  dead_letters subject{rules()};
  auto letters = subject.of_page(make_page(3), {ec::sink_failed, "check failed", "t"}, noon);
  CHECK(letters.size() == 3);
  CHECK_THAT(json_of(letters, 2), Catch::Contains(R"("reason":"dlq_all","payload":2)")
                                    && Catch::Contains(R"("record_index":2)"));
  CHECK(subject.count() == 3);
}

TEST_CASE("a letter carries no record where that is not wanted, and never a secret") {
  auto how = rules();
  how.payload = false;
  node secret{std::string{"hunter22"}};
  secret.set_secret();
  how.secrets.learn(secret);
  dead_letters subject{how};
  auto letters = subject.of_page(make_page(1), {ec::sink_failed, "hunter22 refused", "t"}, noon);
  CHECK_THAT(json_of(letters, 0), !Catch::Contains("payload") && !Catch::Contains("hunter22"));
}

TEST_CASE("as many letters as are allowed are no reason to stop, one more is", "[P85]") {
  auto how = rules();
  how.max_per_page = 2;
  how.max_total = 3;
  error why{ec::sink_failed, "check failed", "t"};
  dead_letters subject{how};
  subject.of_page(make_page(2), why, noon);
  CHECK_FALSE(subject.exceeded());
  subject.of_page(make_page(1), why, noon);
  CHECK_FALSE(subject.exceeded());
  subject.of_page(make_page(1), why, noon);
  REQUIRE(subject.exceeded());
  CHECK_THAT(subject.exceeded()->what, Catch::Contains("4") && Catch::Contains("3"));
  dead_letters other{how};
  other.of_page(make_page(3), why, noon);
  CHECK(other.exceeded());
}
