#include "apps/faucet/command.hpp"
#include "apps/program/option_checks.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace faucet {

namespace {

std::vector<std::string> flags_of(const CLI::App& app) {
  std::vector<std::string> result;
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) {
      result.push_back("--" + name);
    }
  }
  return result;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::string spaced(const std::vector<std::string>& words) {
  std::string result;
  for (const auto& word : words) {
    result += (result.empty() ? "" : " ") + word;
  }
  return result;
}

std::string command_names(const CLI::App& app) {
  std::vector<std::string> result;
  for (const auto* command : commands_of(app)) {
    result.push_back(command->get_name());
  }
  return spaced(result);
}

/// What the first argument may be, where its help lists it as in "TEXT:{bash,zsh,fish}".
std::string choices_of(const CLI::App& command) {
  for (const auto* option : command.get_options()) {
    auto type = option->get_type_name();
    auto open = type.find('{');
    auto close = type.find('}');
    if (option->get_positional() && open != std::string::npos && close != std::string::npos) {
      auto result = type.substr(open + 1, close - open - 1);
      std::ranges::replace(result, ',', ' ');
      return result;
    }
  }
  return {};
}

/// The flags of a command and those that stand with every command.
std::string flags_within(const CLI::App& app, const CLI::App& command) {
  auto flags = flags_of(command);
  for (auto& flag : flags_of(app)) {
    if (std::ranges::find(flags, flag) == flags.end()) {
      flags.push_back(std::move(flag));
    }
  }
  return spaced(flags);
}

/// The body of a `case` over the subcommand that sets `flags` and `offered`, for bash and zsh.
/// `second` is how the shell calls the word behind the subcommand.
std::string command_cases(const CLI::App& app, const std::string& second) {
  std::string result;
  for (const auto* command : commands_of(app)) {
    auto nested = commands_of(*command);
    result += "    " + command->get_name() + ") flags='" + flags_within(app, *command)
              + "' offered='" + (nested.empty() ? choices_of(*command) : command_names(*command))
              + "'";
    if (!nested.empty()) {
      result += "\n      case \"" + second + "\" in\n";
      for (const auto* part : nested) {
        result += "      " + part->get_name() + ") flags='" + flags_within(app, *part) + "' ;;\n";
      }
      result += "      esac";
    }
    result += " ;;\n";
  }
  return result;
}

// Flags are offered behind a dash only, so that file names are what an empty word completes to.

std::string bash(const CLI::App& app) {
  return "_faucet() {\n  local flags='' offered=''\n  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    "
         "flags='"
         + spaced(flags_of(app)) + "' offered='" + command_names(app)
         + "'\n  else\n    case \"${COMP_WORDS[1]}\" in\n" + command_cases(app, "${COMP_WORDS[2]}")
         + "    esac\n    [ \"$COMP_CWORD\" -eq 2 ] || offered=''\n  fi\n"
           "  case \"${COMP_WORDS[COMP_CWORD]}\" in -*) offered=$flags ;; esac\n"
           "  COMPREPLY=($(compgen -W \"$offered\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
           "}\ncomplete -o default -F _faucet faucet\n";
}

std::string zsh(const CLI::App& app) {
  return "#compdef faucet\n_faucet() {\n  local flags='' offered=''\n"
         "  if (( CURRENT == 2 )); then\n    flags='"
         + spaced(flags_of(app)) + "' offered='" + command_names(app)
         + "'\n  else\n    case \"${words[2]}\" in\n" + command_cases(app, "${words[3]}")
         + "    esac\n    (( CURRENT == 3 )) || offered=''\n  fi\n"
           "  [[ \"${words[CURRENT]}\" == -* ]] && offered=$flags\n"
           "  if [[ -n $offered ]]; then compadd -- ${=offered}; else _files; fi\n"
           "}\ncompdef _faucet faucet\n";
}

/// One line a word or flag, offered under a condition.
std::string fish_flags(const CLI::App& command, const std::string& condition) {
  std::string result;
  for (const auto& name : flags_of(command)) {
    result += "complete -c faucet -n '" + condition + "' -l " + name.substr(2) + "\n";
  }
  return result;
}

std::string fish_word(const CLI::App& command, const std::string& condition) {
  return "complete -c faucet -n '" + condition + "' -f -a " + command.get_name() + " -d '"
         + command.get_description() + "'\n";
}

std::string fish(const CLI::App& app) {
  const std::string seen = "__fish_seen_subcommand_from ";
  std::string result;
  for (const auto* command : commands_of(app)) {
    auto within = seen + command->get_name();
    result += fish_word(*command, "__fish_use_subcommand") + fish_flags(*command, within);
    for (const auto* part : commands_of(*command)) {
      result += fish_word(*part, within + "; and not " + seen + command_names(*command));
      result += fish_flags(*part, within + "; and " + seen + part->get_name());
    }
  }
  return result;
}

} // namespace

void add_completions_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand("completions", "Print a completion script for a shell");
  auto shell = std::make_shared<std::string>();
  command->add_option("shell", *shell, "bash, zsh or fish")
    ->required()
    ->check(one_of({"bash", "zsh", "fish"}));
  command->callback([&app, &context, shell] {
    context.chosen = [&app, shell] {
      auto script = *shell == "bash" ? bash(app) : *shell == "zsh" ? zsh(app) : fish(app);
      std::fputs(script.c_str(), stdout);
      return exit_code::done;
    };
  });
}

} // namespace faucet
