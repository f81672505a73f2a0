#pragma once

#include "state/memory_store.hpp"

#include <functional>

namespace faucet::test {

/// A memory store that fails on request, and lets others act in between.
class broken_store final : public state_store {
public:
  memory_store content;
  bool reads_fail = false;
  bool writes_fail = false;
  bool removals_fail = false;
  std::function<void()> before_compare = [] {}; ///< What somebody else does meanwhile.

  expected<void> prepare() override {
    return {};
  }

  expected<std::optional<std::string>> get(const std::string& key) override {
    return reads_fail ? down<std::optional<std::string>>() : content.get(key);
  }

  expected<void> put(const std::string& key, std::string_view json) override {
    return writes_fail ? down<void>() : content.put(key, json);
  }

  expected<void> put_batch(std::span<const entry> entries) override {
    return writes_fail ? down<void>() : content.put_batch(entries);
  }

  expected<void> remove(const std::string& key) override {
    return removals_fail ? down<void>() : content.remove(key);
  }

  expected<std::vector<std::string>> list(std::string_view prefix) override {
    return reads_fail ? down<std::vector<std::string>>() : content.list(prefix);
  }

  expected<bool> compare_and_put(const std::string& key, const std::optional<std::string>& known,
                                 std::string_view json) override {
    before_compare();
    return writes_fail ? down<bool>() : content.compare_and_put(key, known, json);
  }

  expected<bool> compare_and_remove(const std::string& key, const std::string& known) override {
    before_compare();
    return removals_fail ? down<bool>() : content.compare_and_remove(key, known);
  }

private:
  template <class T>
  static expected<T> down() {
    return fail(ec::state_failed, "the store is down");
  }
};

} // namespace faucet::test
