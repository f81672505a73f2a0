#include "tests/state/own_redis.hpp"

#include "tests/catch.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace faucet::test {

namespace {

sockaddr_in loopback(int port) {
  sockaddr_in result{};
  result.sin_family = AF_INET;
  result.sin_port = htons(static_cast<uint16_t>(port));
  result.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return result;
}

int free_port() {
  auto probe = ::socket(AF_INET, SOCK_STREAM, 0);
  auto address = loopback(0);
  socklen_t size = sizeof address;
  ::bind(probe, reinterpret_cast<sockaddr*>(&address), size);
  ::getsockname(probe, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(probe);
  return ntohs(address.sin_port);
}

bool answers(int port) {
  auto probe = ::socket(AF_INET, SOCK_STREAM, 0);
  auto address = loopback(port);
  auto result = ::connect(probe, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  ::close(probe);
  return result;
}

} // namespace

own_redis::own_redis(std::vector<std::string> options, bool tls)
  : options_(std::move(options)), port_(free_port()) {
  auto port = std::to_string(port_);
  options_.insert(options_.begin(), {"redis-server", "--save", "", "--bind", "127.0.0.1", "--dir",
                                     folder_.path(), tls ? "--tls-port" : "--port", port});
  if (tls) {
    options_.insert(options_.end(), {"--port", "0"});
  }
  start();
}

own_redis::~own_redis() {
  stop();
}

void own_redis::start() {
  pid_ = ::fork();
  if (pid_ == 0) {
    auto nothing = ::open("/dev/null", O_RDWR);
    ::dup2(nothing, 1);
    ::dup2(nothing, 2);
    std::vector<char*> words;
    for (auto& option : options_) {
      words.push_back(option.data());
    }
    words.push_back(nullptr);
    ::execvp(words[0], words.data());
    ::_exit(127);
  }
  for (int i = 0; i < 200 && !answers(port_); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds{25});
  }
  REQUIRE(answers(port_));
}

void own_redis::stop() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }
}

} // namespace faucet::test
