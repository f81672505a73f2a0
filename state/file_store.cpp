#include "state/file_store.hpp"

#include "state/durable_file.hpp"
#include "state/key_file_name.hpp"
#include "state/random_name.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

namespace faucet {

namespace fs = std::filesystem;

namespace {

constexpr auto lock_patience = std::chrono::seconds{10};

/// A put takes moments. Whoever has not finished one after an hour never will.
constexpr auto longest_put = std::chrono::hours{1};

constexpr std::string_view scratch_suffix = ".json.tmp";

} // namespace

file_store::file_store(fs::path root) : root_(std::move(root)), writer_(random_name()) {
  // nop
}

expected<void> file_store::prepare() {
  if (auto made = make_root(); !made) {
    return made;
  }
  if (::access(root_.c_str(), R_OK | W_OK | X_OK) != 0) {
    return fail(ec::state_failed,
                std::string{"cannot write to the state directory: "} + std::strerror(errno),
                root_.string());
  }
  std::error_code ignored; // what cannot be cleaned up today can be tomorrow
  for (fs::directory_iterator at{root_, ignored}, end; !ignored && at != end;
       at.increment(ignored)) {
    std::error_code gone;
    auto age = fs::file_time_type::clock::now() - at->last_write_time(gone);
    if (!gone && at->path().string().ends_with(scratch_suffix) && age > longest_put) {
      fs::remove(at->path(), gone);
    }
  }
  return {};
}

expected<std::optional<std::string>> file_store::get(const std::string& key) {
  return read_state_file(file_of(key));
}

expected<void> file_store::put(const std::string& key, std::string_view json) {
  if (auto made = make_root(); !made) {
    return made;
  }
  auto stem = key_to_stem(key);
  std::error_code ignored;
  if (auto name = root_ / (stem + ".key"); is_shortened(stem) && !fs::exists(name, ignored)) {
    if (auto named = replace_state_file(scratch_of(stem), name, key); !named) {
      return named;
    }
  }
  return replace_state_file(scratch_of(stem), file_of(key), json);
}

expected<void> file_store::put_batch(std::span<const entry> entries) {
  for (const auto& [key, json] : entries) {
    if (auto put_one = put(key, json); !put_one) {
      return put_one;
    }
  }
  return {};
}

expected<void> file_store::remove(const std::string& key) {
  auto removed = remove_state_file(file_of(key));
  if (auto stem = key_to_stem(key); removed && is_shortened(stem)) {
    return remove_state_file(root_ / (stem + ".key")); // names nothing any more
  }
  return removed;
}

expected<std::vector<std::string>> file_store::list(std::string_view prefix) {
  std::vector<std::string> result;
  std::error_code failure;
  for (fs::directory_iterator at{root_, failure}, end; !failure && at != end;
       at.increment(failure)) {
    if (at->path().extension() != ".json") {
      continue;
    }
    auto key = key_of(at->path().stem().string());
    if (!key) {
      return fail(std::move(key));
    }
    if (!key->empty() && key->starts_with(prefix)) {
      result.push_back(std::move(*key));
    }
  }
  if (failure && failure != std::errc::no_such_file_or_directory) {
    return fail(ec::state_failed, "cannot list the state directory: " + failure.message(),
                root_.string());
  }
  std::ranges::sort(result);
  return result;
}

expected<bool> file_store::compare_and_put(const std::string& key,
                                           const std::optional<std::string>& known,
                                           std::string_view json) {
  return change_if(key, known, [&] { return put(key, json); });
}

expected<bool> file_store::compare_and_remove(const std::string& key, const std::string& known) {
  return change_if(key, known, [&] { return remove(key); });
}

template <class Change>
expected<bool> file_store::change_if(const std::string& key,
                                     const std::optional<std::string>& known, Change change) {
  if (auto made = make_root(); !made) {
    return fail(std::move(made));
  }
  auto lock = lock_state_file(file_of(key).string() + ".lock", lock_patience);
  if (!lock) {
    return fail(std::move(lock));
  }
  auto held = get(key);
  if (!held) {
    return fail(std::move(held));
  }
  if (*held != known) {
    return false;
  }
  return change().map([] { return true; });
}

expected<void> file_store::make_root() const {
  std::error_code failure;
  fs::create_directories(root_, failure);
  if (failure) {
    return fail(ec::state_failed, "cannot create the state directory: " + failure.message(),
                root_.string());
  }
  return {};
}

/// The key behind a stem; empty where another process has just removed it.
expected<std::string> file_store::key_of(const std::string& stem) const {
  if (!is_shortened(stem)) {
    return stem_to_key(stem);
  }
  auto name = root_ / (stem + ".key");
  return read_state_file(name).and_then([&](
                                          std::optional<std::string> key) -> expected<std::string> {
    std::error_code ignored;
    if (!key && fs::exists(root_ / (stem + ".json"), ignored)) {
      return fail(ec::state_failed, "the file that tells the state key is missing", name.string());
    }
    return std::move(key).value_or("");
  });
}

fs::path file_store::file_of(const std::string& key) const {
  return root_ / (key_to_stem(key) + ".json");
}

fs::path file_store::scratch_of(const std::string& stem) {
  return root_ / (stem + "." + writer_ + "." + std::to_string(++writes_).append(scratch_suffix));
}

} // namespace faucet
