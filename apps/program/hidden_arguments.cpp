#include "apps/program/hidden_arguments.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace faucet {

namespace {

using namespace std::string_view_literals;

constexpr std::array secret_flags{"--vault-key"sv,  "--vault-previous-key"sv, "--auth-token"sv,
                                  "--read-token"sv, "--write-token"sv,        "--admin-token"sv,
                                  "--token"sv};

bool is_secret(std::string_view flag) noexcept {
  return std::ranges::find(secret_flags, flag) != secret_flags.end();
}

void hide(char* text) noexcept {
  std::memset(text, '*', std::strlen(text));
}

} // namespace

void hide_arguments(int argc, char** argv) noexcept {
  for (int i = 1; i < argc; ++i) {
    std::string_view flag{argv[i]};
    auto equals = flag.find('=');
    if (equals != flag.npos && is_secret(flag.substr(0, equals))) {
      hide(argv[i] + equals + 1);
    } else if (is_secret(flag) && i + 1 < argc) {
      hide(argv[++i]);
    }
  }
}

} // namespace faucet
