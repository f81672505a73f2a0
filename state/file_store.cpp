#include "state/file_store.hpp"

#include "config/json_reader.hpp"
#include "state/component.hpp"
#include "state/durable_file.hpp"
#include "state/key_file_name.hpp"
#include "state/random_name.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace faucet {

namespace fs = std::filesystem;

namespace {

constexpr auto lock_patience = std::chrono::seconds{10};

/// A put takes moments. Whoever has not finished one after an hour never will.
constexpr auto longest_put = std::chrono::hours{1};

constexpr std::string_view scratch_suffix = ".json.tmp";

/// What earlier releases called the file of a key; empty where that is its present name.
std::string older_file_name(const std::string& key) {
  auto older = key_to_older_stem(key);
  return older == key_to_stem(key) ? std::string{} : older + ".json";
}

/// A lease, a status: whoever reads one can tell what is none, and puts another in its place.
bool stands_for_marker(const std::string& key) {
  auto last = key.rfind("::");
  return last != std::string::npos && names_marker(std::string_view{key}.substr(last + 2));
}

/// True where the directory has an entry of exactly this name. Where names ignore case, a file of
/// another key can be opened by it too.
bool has_entry(const fs::path& directory, const std::string& name) {
  std::error_code failure;
  if (name.empty() || !fs::exists(directory / name, failure)) {
    return false;
  }
  for (fs::directory_iterator at{directory, failure}, end; !failure && at != end;
       at.increment(failure)) {
    if (at->path().filename() == name) {
      return true;
    }
  }
  return false;
}

} // namespace

file_store::file_store(fs::path root, std::optional<text_seal> seal)
  : root_(std::move(root)), seal_(std::move(seal)), writer_(random_name()) {
  // nop
}

expected<void> file_store::prepare() {
  return make_root().and_then([this] { return try_to_write(scratch_of("probe")); });
}

expected<std::optional<std::string>> file_store::get(const std::string& key) {
  if (auto named = adopt_older_name(key); !named) {
    return fail(std::move(named));
  }
  auto held = read_state_file(file_of(key));
  if (!held || !*held) {
    return held;
  }
  return unsealed(key, std::move(**held)).map([](std::string text) {
    return std::optional{std::move(text)};
  });
}

expected<std::string> file_store::unsealed(const std::string& key, std::string text) const {
  auto is_marker = stands_for_marker(key);
  auto complaint = [&](std::string_view what) {
    return fail(ec::state_failed, "the bookmark of state key " + key + " is " + std::string{what},
                file_of(key).string());
  };
  if (is_sealed(text)) {
    if (is_marker) {
      auto opened = seal_ ? seal_->open(text, key) : fail(ec::state_failed, "sealed");
      return opened ? std::move(*opened) : std::move(text);
    }
    if (!seal_) {
      return complaint("sealed; give the state store its \"encryption\" with the key it was "
                       "sealed with");
    }
    auto opened = seal_->open(text, key);
    if (!opened) {
      return complaint(opened.error().what);
    }
    text = std::move(*opened);
  }
  if (!is_marker && !read_json(text, nullptr)) {
    return complaint("no valid JSON; restore the file, or start over with `faucet state reset`");
  }
  return text;
}

expected<void> file_store::put(const std::string& key, std::string_view json) {
  auto content = seal_ ? seal_->seal(json, key) : std::string{json};
  if (!content) {
    content.error().which = file_of(key).string();
    return fail(std::move(content));
  }
  auto stem = key_to_stem(key);
  auto outcome =
    make_root()
      .and_then([&] { return adopt_older_name(key); })
      .and_then([&] { return write_key_file(stem, key); })
      .and_then([&] { return replace_state_file(scratch_of(stem), file_of(key), *content); })
      .and_then([&] { return write_key_file(stem, key); }); // a remove beside may have taken it
  if (!outcome) {
    outcome.error().what += " (state key " + key + ")";
  }
  return outcome;
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
  if (auto older = older_file_name(key); removed && has_entry(root_, older)) {
    removed = remove_state_file(root_ / older);
  }
  auto stem = key_to_stem(key);
  if (!removed || !is_shortened(stem)) {
    return removed;
  }
  removed = remove_state_file(root_ / (stem + ".key")); // names nothing any more
  std::error_code ignored;
  if (removed && fs::exists(file_of(key), ignored)) { // but for a put beside
    return write_key_file(stem, key);
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
  result.erase(std::unique(result.begin(), result.end()), result.end()); // an older name beside it
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

expected<void> file_store::check() {
  std::vector<fs::path> missing; // the deepest first
  std::error_code ignored;
  for (auto folder = root_; !folder.empty() && !fs::exists(folder, ignored);
       folder = folder.parent_path()) {
    missing.push_back(folder);
  }
  auto outcome = state_store::check();
  for (const auto& folder : missing) {
    fs::remove(folder, ignored); // unless somebody else has put something in it
  }
  return outcome;
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

expected<void> file_store::make_root() {
  std::error_code failure;
  fs::create_directories(root_, failure);
  if (failure) {
    return fail(ec::state_failed, "cannot create the state directory: " + failure.message(),
                root_.string());
  }
  if (!std::exchange(tidied_, true)) {
    remove_dead_scratch();
  }
  return {};
}

void file_store::remove_dead_scratch() const {
  std::error_code ignored; // what cannot be cleaned up today can be tomorrow
  for (fs::directory_iterator at{root_, ignored}, end; !ignored && at != end;
       at.increment(ignored)) {
    std::error_code gone;
    auto age = fs::file_time_type::clock::now() - at->last_write_time(gone);
    if (!gone && at->path().string().ends_with(scratch_suffix) && age > longest_put) {
      fs::remove(at->path(), gone);
    }
  }
}

expected<void> file_store::adopt_older_name(const std::string& key) {
  auto older = older_file_name(key);
  std::error_code ignored;
  if (fs::exists(file_of(key), ignored) || !has_entry(root_, older)) {
    return {};
  }
  return write_key_file(key_to_stem(key), key).and_then([&] {
    return rename_state_file(root_ / older, file_of(key));
  });
}

expected<void> file_store::write_key_file(const std::string& stem, const std::string& key) {
  auto name = root_ / (stem + ".key");
  std::error_code ignored;
  if (!is_shortened(stem) || fs::exists(name, ignored)) {
    return {};
  }
  return replace_state_file(scratch_of(stem), name, key);
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
