#include "apps/faucet/logging.hpp"

#include <nlohmann/json.hpp>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>

namespace faucet {

namespace {

/// The message of a log line as JSON text.
class json_message final : public spdlog::custom_flag_formatter {
public:
  void format(const spdlog::details::log_msg& line, const std::tm&,
              spdlog::memory_buf_t& out) override {
    auto text = nlohmann::json(std::string{line.payload.data(), line.payload.size()})
                  .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    out.append(text.data(), text.data() + text.size());
  }

  [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<json_message>();
  }
};

} // namespace

expected<void> start_logging(const std::string& level, log_format format) {
  auto known = spdlog::level::from_str(level);
  if (known == spdlog::level::off && level != "off") {
    return fail(ec::invalid_config,
                "unknown log level \"" + level + "\" (known: trace, debug, info, warn, error, off)",
                "--log-level");
  }
  auto logger = spdlog::stderr_color_mt("faucet");
  logger->set_level(known);
  if (format == log_format::json) {
    auto lines = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
    lines->add_flag<json_message>('*');
    lines->set_pattern(R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l","message":%*})");
    logger->set_formatter(std::move(lines));
  } else {
    logger->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %^%l%$ %v", spdlog::pattern_time_type::utc);
  }
  spdlog::set_default_logger(std::move(logger));
  return {};
}

} // namespace faucet
