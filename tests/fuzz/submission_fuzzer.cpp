// The body of a submission, with its callback: read or refused, and what is refused says why.

#include "apps/node/gateway/callback_check.hpp"
#include "apps/node/gateway/fingerprint.hpp"
#include "config/document.hpp"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace faucet;
  auto read = read_submission({reinterpret_cast<const char*>(data), size});
  if (!read) {
    if (read.error().message.empty() || to_reply(read.error()).status < 400) {
      std::abort();
    }
    return 0;
  }
  if (read->callback) {
    auto callback = check_callback(*read->callback, {});
    if (callback && callback->on.empty()) {
      std::abort();
    }
  }
  if (auto document = parse_document(read->config, "config.yaml")) {
    if (config_fingerprint("", *document).size() != 64) {
      std::abort();
    }
  }
  return 0;
}
