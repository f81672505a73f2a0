#include "state/present_runs.hpp"

#include <mutex>
#include <set>
#include <utility>

namespace faucet {

namespace {

using name = std::pair<std::string, std::string>; // lease key, run id

/// One process has one pid, so that there is one of these a process.
struct present_table {
  std::mutex mutex;
  std::multiset<name> runs;
};

present_table& present() {
  static present_table result;
  return result;
}

/// Takes the mark away again.
class presence {
public:
  explicit presence(name run) : run_(std::move(run)) {
    std::lock_guard guard{present().mutex};
    present().runs.insert(run_);
  }

  presence(const presence&) = delete;
  presence& operator=(const presence&) = delete;

  ~presence() {
    std::lock_guard guard{present().mutex};
    present().runs.erase(present().runs.find(run_));
  }

private:
  name run_;
};

} // namespace

std::shared_ptr<const void> announce_run(const std::string& lease_key, const std::string& run_id) {
  return std::make_shared<presence>(name{lease_key, run_id});
}

bool is_present(const std::string& lease_key, const std::string& run_id) {
  std::lock_guard guard{present().mutex};
  return present().runs.contains({lease_key, run_id});
}

} // namespace faucet
