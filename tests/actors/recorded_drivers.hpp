#pragma once

#include "connectors/driver.hpp"
#include "model/page_builder.hpp"
#include "state/memory_store.hpp"

#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

namespace faucet {

/// What drivers were asked to do, in order, as short texts: "write 2", "flush", "put 7".
using call_log = std::vector<std::string>;

/// A page of that many records with an optional bookmark.
inline page make_page(size_t records, std::optional<bookmark> resume = std::nullopt) {
  page_builder builder;
  for (size_t i = 0; i < records; ++i) {
    builder.add(value::of_int(static_cast<int64_t>(i)));
  }
  return builder.finish(std::move(resume));
}

/// Hands out the pages it was given, then fails where it was told to, then ends.
class listed_source final : public source_driver {
public:
  listed_source(call_log& log, std::deque<page> pages) : log_(log), pages_(std::move(pages)) {
    // nop
  }

  std::optional<error> failure; ///< after the last page
  bool throws = false;          ///< instead of a page

  expected<void> open(const driver_context&, const std::optional<bookmark>& resume) override {
    log_.push_back(resume ? "open source behind " + resume->json : "open source");
    return {};
  }

  expected<std::optional<page>> next() override {
    log_.emplace_back("pull");
    if (throws) {
      throw std::runtime_error{"out of paper"};
    }
    if (pages_.empty()) {
      if (failure) {
        return tl::unexpected<error>(*failure);
      }
      return std::nullopt;
    }
    auto result = std::move(pages_.front());
    pages_.pop_front();
    return result;
  }

private:
  call_log& log_;
  std::deque<page> pages_;
};

/// Writes down what it is asked to do, and fails the call it was told to fail.
class recording_sink : public sink_driver {
public:
  explicit recording_sink(call_log& log, std::string prefix = {})
    : log_(log), prefix_(std::move(prefix)) {
    // nop
  }

  std::string failing; ///< the event that fails, for example "flush"
  error failure{ec::sink_failed, "no space left on device", "out.jsonl"};
  std::vector<uint64_t> rejects; ///< rows of each page that cannot be written
  std::vector<page> pages;       ///< what was written
  left_out lost;                 ///< what it says of itself once it is closed

  expected<void> open(const driver_context& context, const sink_start& start) override {
    context_ = context;
    return record(start.resuming ? "open sink resuming" : "open sink");
  }

  expected<void> write(const page& rows) override {
    for (auto row : rejects) {
      context_.reject(row, {ec::sink_failed, "not a number", "id"});
    }
    pages.push_back(rows);
    return record("write " + std::to_string(rows.size()));
  }

  expected<void> flush() override {
    return record("flush");
  }

  expected<void> close(ending how) override {
    return record(how == ending::completed   ? "close completed"
                  : how == ending::cancelled ? "close cancelled"
                                             : "close failed");
  }

  [[nodiscard]] left_out omitted() const override {
    return lost;
  }

private:
  expected<void> record(std::string event) {
    log_.push_back(prefix_ + event);
    if (event == failing) {
      return tl::unexpected<error>(failure);
    }
    return {};
  }

  call_log& log_;
  std::string prefix_;
  driver_context context_;
};

/// A memory store that writes down its puts.
class recording_store final : public state_store {
public:
  explicit recording_store(call_log& log) : log_(log) {
    // nop
  }

  bool failing = false;
  bool absent = false;    ///< its place cannot be used
  std::string unreadable; ///< the key that cannot be read
  bool keeps_all = false; ///< nothing can be removed
  memory_store content;

  expected<void> prepare() override {
    return absent ? fail(ec::state_failed, "cannot create the state directory") : content.prepare();
  }

  expected<std::optional<std::string>> get(const std::string& key) override {
    return key == unreadable ? fail(ec::state_failed, "input/output error", key) : content.get(key);
  }

  expected<void> put(const std::string& key, std::string_view json) override {
    if (auto data = json.find("\"data\":"); data != std::string_view::npos) {
      log_.push_back("put " + std::string{json.substr(data + 7, json.size() - data - 8)});
    } else {
      log_.push_back("note");
    }
    if (failing) {
      return fail(ec::state_failed, "read-only file system", key);
    }
    return content.put(key, json);
  }

  expected<void> put_batch(std::span<const entry> entries) override {
    return content.put_batch(entries);
  }

  expected<void> remove(const std::string& key) override {
    return keeps_all ? fail(ec::state_failed, "read-only file system", key) : content.remove(key);
  }

  expected<std::vector<std::string>> list(std::string_view prefix) override {
    return content.list(prefix);
  }

  expected<bool> compare_and_put(const std::string& key, const std::optional<std::string>& known,
                                 std::string_view json) override {
    return content.compare_and_put(key, known, json);
  }

  expected<bool> compare_and_remove(const std::string& key, const std::string& known) override {
    return content.compare_and_remove(key, known);
  }

private:
  call_log& log_;
};

} // namespace faucet
