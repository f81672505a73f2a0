#include "apps/faucet/pipeline_flags.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

namespace faucet {

namespace {

/// NAME=VALUE as it is; a bare NAME takes its value from the variable of that name in upper case.
expected<std::pair<std::string, std::string>> given_param(const std::string& text) {
  auto equals = text.find('=');
  if (equals != std::string::npos) {
    return std::pair{text.substr(0, equals), text.substr(equals + 1)};
  }
  auto variable = text;
  std::ranges::transform(variable, variable.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (const auto* found = std::getenv(variable.c_str())) {
    return std::pair{text, std::string{found}};
  }
  return fail(ec::invalid_config,
              "needs a value (NAME=VALUE), or the environment variable " + variable,
              "--param " + text);
}

expected<environment> gather_variables(const pipeline_flags& flags) {
  auto result = environment::of_process();
  auto file = flags.env_file;
  std::error_code unknown; // a folder that may not be searched holds no .env for us
  if (file.empty() && !flags.no_env_file && std::filesystem::exists(".env", unknown)) {
    file = ".env";
  }
  if (!file.empty()) {
    if (auto added = result.add_file(file); !added) {
      return fail(std::move(added));
    }
  }
  return result;
}

} // namespace

void add_repeated(CLI::App& command, const std::string& name, std::vector<std::string>& into,
                  const std::string& description) {
  command.add_option(name, into, description)->take_all()->allow_extra_args(false);
}

void add_param_flag(CLI::App& command, std::vector<std::string>& into) {
  add_repeated(command, "--param", into,
               "NAME=VALUE of a declared parameter; NAME alone reads $NAME (may be repeated)");
}

expected<given_params> given_params_of(const std::vector<std::string>& texts) {
  given_params result;
  for (const auto& text : texts) {
    auto param = given_param(text);
    if (!param) {
      return fail(std::move(param));
    }
    result.push_back(std::move(*param));
  }
  return result;
}

std::shared_ptr<pipeline_flags> add_pipeline_flags(CLI::App& command) {
  auto flags = std::make_shared<pipeline_flags>();
  command.add_option("pipeline", flags->file,
                     "Pipeline file (default: faucet.yaml, faucet.yml or faucet.json here)");
  add_param_flag(command, flags->params);
  command.add_option("--clock", flags->clock, "What ${now.*} shows: RFC 3339 or a date");
  command.add_option("--env-file", flags->env_file,
                     "File of variables for ${env:} (default: .env, if there is one)");
  command.add_flag("--no-env-file", flags->no_env_file, "Do not read .env");
  return flags;
}

expected<std::string> pipeline_file(const pipeline_flags& flags) {
  return flags.file.empty() ? find_pipeline_file() : expected<std::string>{flags.file};
}

expected<load_settings> settings_of(const pipeline_flags& flags, bool validate_only) {
  load_settings settings;
  settings.validate_only = validate_only;
  auto params = given_params_of(flags.params);
  if (!params) {
    return fail(std::move(params));
  }
  settings.params = std::move(*params);
  if (flags.clock) {
    auto clock = run_clock::parse(*flags.clock);
    if (!clock) {
      return fail(ec::invalid_config, clock.error().what, "--clock " + *flags.clock);
    }
    settings.clock = *clock;
  }
  auto variables = gather_variables(flags);
  if (!variables) {
    return fail(std::move(variables));
  }
  settings.variables = std::move(*variables);
  return settings;
}

expected<pipeline_spec> load_pipeline(const pipeline_flags& flags, bool validate_only) {
  auto settings = settings_of(flags, validate_only);
  if (!settings) {
    return fail(std::move(settings));
  }
  auto file = pipeline_file(flags);
  if (!file) {
    return fail(std::move(file));
  }
  return load_pipeline(*file, *settings);
}

} // namespace faucet
