#include "state/bare_bookmark_store.hpp"

#include "state/envelope.hpp"

namespace faucet {

namespace {

/// What is stored in place of a text that may be an enveloped bookmark.
expected<std::string> bare(const std::string& key, std::string_view json) {
  if (json.find("\"faucet_state\"") == std::string_view::npos) { // a marker or a lease
    return std::string{json};
  }
  auto read = read_envelope(key, json);
  if (!read || read->format == 0) {
    return std::string{json};
  }
  if (read->schema > 0) {
    return fail(ec::state_failed,
                "a live cluster member runs a faucet release that does not read bookmarks of "
                "schema "
                  + std::to_string(read->schema) + "; finish upgrading every replica first",
                "state key " + key);
  }
  return std::move(read->data.json);
}

} // namespace

bare_bookmark_store::bare_bookmark_store(std::shared_ptr<state_store> origin,
                                         std::function<bool()> is_needed)
  : origin_(std::move(origin)), is_needed_(std::move(is_needed)) {
  // nop
}

expected<void> bare_bookmark_store::prepare() {
  return origin_->prepare();
}

expected<std::optional<std::string>> bare_bookmark_store::get(const std::string& key) {
  return origin_->get(key);
}

expected<void> bare_bookmark_store::put(const std::string& key, std::string_view json) {
  if (!is_needed_()) {
    return origin_->put(key, json);
  }
  return bare(key, json).and_then([&](const std::string& text) { return origin_->put(key, text); });
}

expected<void> bare_bookmark_store::put_batch(std::span<const entry> entries) {
  if (!is_needed_()) {
    return origin_->put_batch(entries);
  }
  std::vector<entry> changed;
  for (const auto& x : entries) {
    auto text = bare(x.key, x.json);
    if (!text) {
      return fail(std::move(text));
    }
    changed.push_back({x.key, std::move(*text)});
  }
  return origin_->put_batch(changed);
}

expected<void> bare_bookmark_store::remove(const std::string& key) {
  return origin_->remove(key);
}

expected<std::vector<std::string>> bare_bookmark_store::list(std::string_view prefix) {
  return origin_->list(prefix);
}

expected<bool> bare_bookmark_store::compare_and_put(const std::string& key,
                                                    const std::optional<std::string>& known,
                                                    std::string_view json) {
  if (!is_needed_()) {
    return origin_->compare_and_put(key, known, json);
  }
  return bare(key, json).and_then(
    [&](const std::string& text) { return origin_->compare_and_put(key, known, text); });
}

expected<bool> bare_bookmark_store::compare_and_remove(const std::string& key,
                                                       const std::string& known) {
  return origin_->compare_and_remove(key, known);
}

expected<void> bare_bookmark_store::check() {
  return origin_->check();
}

} // namespace faucet
