#include "apps/faucet/command.hpp"

#include <CLI/CLI.hpp>

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

std::string joined(const std::vector<std::string>& words) {
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
  return joined(result);
}

/// The body of a `case` over the subcommand that sets `offered`, for bash and zsh alike.
std::string flag_cases(const CLI::App& app) {
  std::string result;
  for (const auto* command : commands_of(app)) {
    result += "    " + command->get_name() + ") offered='" + joined(flags_of(*command)) + " "
              + joined(flags_of(app)) + "' ;;\n";
  }
  return result;
}

std::string bash(const CLI::App& app) {
  return "_faucet() {\n  local offered=''\n  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    offered='"
         + command_names(app) + " " + joined(flags_of(app))
         + "'\n  else\n    case \"${COMP_WORDS[1]}\" in\n" + flag_cases(app)
         + "    esac\n  fi\n  COMPREPLY=($(compgen -W \"$offered\" -- "
           "\"${COMP_WORDS[COMP_CWORD]}\"))\n"
           "}\ncomplete -o default -F _faucet faucet\n";
}

std::string zsh(const CLI::App& app) {
  return "#compdef faucet\n_faucet() {\n  local chosen=\"${words[2]}\" offered=''\n"
         "  if (( CURRENT == 2 )); then\n    offered='"
         + command_names(app) + " " + joined(flags_of(app)) + "'\n  else\n    case \"$chosen\" in\n"
         + flag_cases(app)
         + "    esac\n    _files\n  fi\n  compadd -- ${=offered}\n}\ncompdef _faucet faucet\n";
}

std::string fish(const CLI::App& app) {
  std::string result;
  for (const auto* command : commands_of(app)) {
    result += "complete -c faucet -n __fish_use_subcommand -f -a " + command->get_name() + " -d '"
              + command->get_description() + "'\n";
    for (const auto* option : command->get_options()) {
      for (const auto& name : option->get_lnames()) {
        result += "complete -c faucet -n '__fish_seen_subcommand_from " + command->get_name()
                  + "' -l " + name + "\n";
      }
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
    ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->callback([&app, &context, shell] {
    context.chosen = [&app, shell] {
      auto script = *shell == "bash" ? bash(app) : *shell == "zsh" ? zsh(app) : fish(app);
      std::fputs(script.c_str(), stdout);
      return exit_code::done;
    };
  });
}

} // namespace faucet
