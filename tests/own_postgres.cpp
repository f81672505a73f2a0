#include "tests/own_postgres.hpp"

#include "tests/services.hpp"
#include "tests/temp_folder.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

namespace faucet::test {

namespace {

uint16_t free_port() {
  auto probe = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  REQUIRE(bind(probe, reinterpret_cast<sockaddr*>(&address), size) == 0);
  REQUIRE(getsockname(probe, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  close(probe);
  return ntohs(address.sin_port);
}

} // namespace

struct own_postgres::place {
  temp_folder folder;
  uint16_t port = free_port();

  [[nodiscard]] std::string data() const {
    return (folder.path() / "data").string();
  }

  /// Runs one of PostgreSQL's programs, which refuse to run as root.
  void run(const std::string& program, const std::string& arguments) const {
    auto command = service("FAUCET_TEST_PG_BIN") + "/" + program + " -D '" + data() + "' "
                   + arguments + " > '" + (folder.path() / "log").string() + "' 2>&1";
    if (getuid() == 0) {
      command = "cd / && setpriv --reuid=postgres --regid=postgres --clear-groups sh -c \""
                + command + "\"";
    }
    INFO(command);
    REQUIRE(std::system(command.c_str()) == 0);
  }
};

own_postgres::own_postgres() : place_(std::make_unique<place>()) {
  if (getuid() == 0) {
    const auto* owner = getpwnam("postgres");
    REQUIRE(owner != nullptr);
    REQUIRE(chown(place_->folder.path().c_str(), owner->pw_uid, owner->pw_gid) == 0);
  }
  place_->run("initdb", "-U tester -A trust -E UTF8 --locale=C.UTF-8 --no-sync");
  start();
}

own_postgres::~own_postgres() {
  thaw();
  std::ifstream pid_file{place_->data() + "/postmaster.pid"};
  if (pid_t pid = 0; pid_file >> pid) {
    kill(pid, SIGQUIT); // an immediate stop
    for (int i = 0; i < 200 && kill(pid, 0) == 0; ++i) {
      usleep(10'000);
    }
  }
}

std::string own_postgres::address() const {
  return "postgresql://tester@127.0.0.1:" + std::to_string(place_->port) + "/postgres";
}

void own_postgres::start() {
  place_->run("pg_ctl", "-w -t 30 -l '" + (place_->folder.path() / "server.log").string()
                          + "' -o '-p " + std::to_string(place_->port)
                          + " -h 127.0.0.1 -k \\\"\\\" -F "
                            "-c autovacuum=off -c max_prepared_transactions=5' start");
}

void own_postgres::stop_immediately() {
  place_->run("pg_ctl", "-w -m immediate stop");
}

namespace {

/// The postmaster and its children.
void signal_all(const std::string& data, int signal) {
  std::ifstream pid_file{data + "/postmaster.pid"};
  std::string pid;
  if (!(pid_file >> pid)) {
    return;
  }
  std::ifstream children{"/proc/" + pid + "/task/" + pid + "/children"};
  kill(std::stoi(pid), signal);
  for (pid_t child = 0; children >> child;) {
    kill(child, signal);
  }
}

} // namespace

void own_postgres::freeze() {
  signal_all(place_->data(), SIGSTOP);
}

void own_postgres::thaw() {
  signal_all(place_->data(), SIGCONT);
}

} // namespace faucet::test
