#include "tests/connectors/sink_run.hpp"

#include "config/document.hpp"
#include "connectors/catalogue.hpp"
#include "connectors/formats/json_parser.hpp"
#include "tests/catch.hpp"

namespace faucet::test {

namespace {

void require(const expected<void>& answer) {
  INFO((answer ? std::string{} : render(answer.error())));
  REQUIRE(answer);
}

} // namespace

expected<std::unique_ptr<sink_driver>> make_sink(std::string_view type, std::string_view yaml) {
  auto config = parse_document(yaml, "sink.yaml");
  REQUIRE(config);
  auto found = find_sink(built_in_catalogue(), node{std::string{type}});
  REQUIRE(found);
  return (*found)->make(*config);
}

std::string refused_sink(std::string_view type, std::string_view yaml) {
  auto sink = make_sink(type, yaml);
  return sink ? "accepted" : render(sink.error());
}

page page_of(const std::vector<std::string>& records) {
  page_builder builder;
  json_parser parser;
  for (const auto& record : records) {
    auto row = parser.parse(record, builder);
    INFO(record);
    REQUIRE(row);
    builder.add(*row);
  }
  return builder.finish();
}

sink_run::sink_run(std::string_view type, std::string_view yaml, sink_start start,
                   bool dead_letters)
  : warnings_(std::make_shared<std::vector<std::string>>()),
    rejected_(std::make_shared<std::vector<std::string>>()) {
  auto sink = make_sink(type, yaml);
  INFO((sink ? std::string{} : render(sink.error())));
  REQUIRE(sink);
  driver_ = std::move(*sink);
  auto warn = [sinks = warnings_](std::string text) { sinks->push_back(std::move(text)); };
  driver_context context{.stop = nullptr, .warn = warn};
  if (dead_letters) {
    context.reject = [rows = rejected_](size_t row, const error& why) {
      rows->push_back(std::to_string(row) + ": " + render(why));
    };
  }
  require(driver_->open(context, start));
}

sink_run& sink_run::write(const std::vector<std::string>& records) {
  require(try_write(records));
  return *this;
}

sink_run& sink_run::flush() {
  require(driver_->flush());
  return *this;
}

void sink_run::close(ending how) {
  require(driver_->close(how));
}

expected<void> sink_run::try_write(const std::vector<std::string>& records) {
  return driver_->write(page_of(records));
}

} // namespace faucet::test
