#include "apps/node/node_command.hpp"
#include "apps/program/program.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
  using namespace faucet;
  std::function<exit_code()> chosen;
  CLI::App app{"Executes submitted pipelines, alone or as a member of a cluster.", "faucet-node"};
  make_node_command(app, chosen);
  return run_program(app, chosen, argc, argv);
}
