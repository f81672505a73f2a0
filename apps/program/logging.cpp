#include "apps/program/logging.hpp"

#include <date/date.h>
#include <nlohmann/json.hpp>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <string_view>

namespace faucet {

namespace {

auto chosen_format = log_format::text;

std::string json_text(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void tell_line(const char* level, const std::string& text) {
  auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  std::fprintf(stderr,
               R"({"time":"%s","level":"%s","message":%s})"
               "\n",
               date::format("%FT%TZ", now).c_str(), level, json_text(text).c_str());
}

/// The message of a log line as JSON text.
class json_message final : public spdlog::custom_flag_formatter {
public:
  void format(const spdlog::details::log_msg& line, const std::tm&,
              spdlog::memory_buf_t& out) override {
    auto text = json_text({line.payload.data(), line.payload.size()});
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
  chosen_format = format;
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

void tell(const std::string& text) {
  if (chosen_format == log_format::json) {
    tell_line("info", text);
  } else {
    std::fprintf(stderr, "%s\n", text.c_str());
  }
}

void tell_error(const std::string& text) {
  if (chosen_format == log_format::json) {
    tell_line("error", text);
  } else {
    std::fprintf(stderr, "error: %s\n", text.c_str());
  }
}

} // namespace faucet
