#include "apps/program/usage_error.hpp"

#include "config/nearest_name.hpp"

#include <CLI/CLI.hpp>

#include <cstdlib>

namespace faucet {

namespace {

/// The innermost command that was given, and how it is called: "faucet state set".
struct given_command {
  const CLI::App* app;
  std::string name;
};

given_command given(const CLI::App& app) {
  given_command result{&app, app.get_name()};
  while (!result.app->get_subcommands().empty()) {
    result.app = result.app->get_subcommands().front();
    result.name += " " + result.app->get_name();
  }
  return result;
}

error with_help(std::string what, const given_command& command, std::string which = {}) {
  return {ec::invalid_config, std::move(what) + "; see \"" + command.name + " --help\"",
          std::move(which)};
}

std::vector<std::string_view> commands_within(const CLI::App& app) {
  std::vector<std::string_view> result;
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    result.push_back(command->get_name());
  }
  return result;
}

/// The flags of a command and of those around it.
std::vector<std::string> flags_of(const CLI::App* app) {
  std::vector<std::string> result;
  for (; app != nullptr; app = app->get_parent()) {
    for (const auto* option : app->get_options()) {
      for (const auto& name : option->get_lnames()) {
        result.push_back("--" + name);
      }
    }
  }
  return result;
}

error no_command(const CLI::App& app, const given_command& command) {
  auto rest = app.remaining(true);
  if (rest.empty()) {
    return with_help("a command is missing", command, command.name);
  }
  if (rest.front().starts_with("-")) {
    return with_help("there is no such flag, and a command is missing", command, rest.front());
  }
  auto known = commands_within(*command.app);
  return {ec::invalid_config,
          "there is no such command" + suggestion_of(rest.front(), known, "commands"),
          command.name + " " + rest.front()};
}

error unexpected(const CLI::App& app, const given_command& command) {
  auto rest = app.remaining(true);
  auto first = rest.empty() ? std::string{} : rest.front();
  if (!first.starts_with("-")) {
    return with_help("one argument too many", command, first);
  }
  auto name = first.substr(0, first.find('='));
  auto flags = flags_of(command.app);
  auto near = suggestion(name, std::vector<std::string_view>{flags.begin(), flags.end()});
  return with_help("there is no such flag" + near, command, name);
}

/// "--status", or with the variable its value comes from.
std::string name_with_variable(const given_command& command, const std::string& name) {
  for (const auto* app = command.app; app != nullptr; app = app->get_parent()) {
    const auto* option = app->get_option_no_throw(name);
    if (option == nullptr || option->get_envname().empty()) {
      continue;
    }
    const auto* value = std::getenv(option->get_envname().c_str());
    auto is_from_there =
      value != nullptr && option->results().size() == 1 && option->results().front() == value;
    return is_from_there ? option->get_envname() : name;
  }
  return name;
}

} // namespace

error usage_error(const CLI::App& app, const CLI::ParseError& refused) {
  auto command = given(app);
  auto is_kind = [&refused](CLI::ExitCodes x) {
    return refused.get_exit_code() == static_cast<int>(x);
  };
  std::string text = refused.what();
  auto colon = text.find(": ");
  auto name = text.substr(0, colon);
  if (is_kind(CLI::ExitCodes::ValidationError) && colon != std::string::npos) {
    return {ec::invalid_config, text.substr(colon + 2), name_with_variable(command, name)};
  }
  if (is_kind(CLI::ExitCodes::RequiredError)) {
    auto end = text.find(" is required");
    return text.starts_with("A subcommand") || end == std::string::npos
             ? no_command(app, command)
             : with_help("is missing", command, text.substr(0, end));
  }
  if (is_kind(CLI::ExitCodes::ExtrasError)) {
    return unexpected(app, command);
  }
  if (is_kind(CLI::ExitCodes::ArgumentMismatch) && colon != std::string::npos) {
    auto is_missing = text.ends_with("missing");
    return with_help(is_missing ? "needs a value" : "may be given only once", command, name);
  }
  if (is_kind(CLI::ExitCodes::ConversionError)) {
    auto begin = colon == std::string::npos ? 0 : colon + 2;
    auto flag = text.substr(begin, text.find(" = ", begin) - begin);
    return with_help("takes no value", command, flag);
  }
  return with_help(std::move(text), command);
}

} // namespace faucet
