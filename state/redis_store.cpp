#include "state/redis_store.hpp"

#include "state/about_key.hpp"

#include <hiredis/hiredis.h>

#include <algorithm>

namespace faucet {

namespace {

// What a script is told to expect stands behind a mark: "=" and the text, or "-" for no text.

constexpr std::string_view put_script = R"(
local held = redis.call('GET', KEYS[1])
if held == ARGV[2] and ARGV[3] == '1' then return 1 end
if (held and '=' .. held or '-') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1)";

constexpr std::string_view remove_script = R"(
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1]))";

/// A pattern that matches texts beginning with `prefix`.
std::string pattern_of(std::string_view prefix) {
  std::string result;
  for (auto c : prefix) {
    if (std::string_view{"*?[]^-\\"}.find(c) != std::string_view::npos) {
      result += '\\';
    }
    result += c;
  }
  return result + "*";
}

} // namespace

redis_store::redis_store(redis_store_settings settings)
  : settings_(std::move(settings)), prefix_(settings_.name_space + ":") {
  // nop
}

expected<void> redis_store::prepare() {
  return command({"PING"}).map([](const auto&) {});
}

expected<std::optional<std::string>> redis_store::get(const std::string& key) {
  return about_key(key, command({"GET", prefix_ + key})).map([](const redis_reply& reply) {
    return reply.text();
  });
}

expected<void> redis_store::put(const std::string& key, std::string_view json) {
  return about_key(key, command({"SET", prefix_ + key, json})).map([](const auto&) {});
}

expected<void> redis_store::put_batch(std::span<const entry> entries) {
  if (entries.empty()) {
    return {};
  }
  std::vector<std::string> keys;
  for (const auto& x : entries) {
    keys.push_back(prefix_ + x.key);
  }
  std::vector<std::string_view> all{"MSET"}; // all or none
  for (size_t i = 0; i < keys.size(); ++i) {
    all.insert(all.end(), {keys[i], entries[i].json});
  }
  return run(all).map([](const auto&) {});
}

expected<void> redis_store::remove(const std::string& key) {
  return about_key(key, command({"DEL", prefix_ + key})).map([](const auto&) {});
}

expected<std::vector<std::string>> redis_store::list(std::string_view prefix) {
  auto start = prefix_ + std::string{prefix};
  auto pattern = pattern_of(start);
  std::vector<std::string> result;
  std::string cursor = "0";
  do {
    auto reply = command({"SCAN", cursor, "MATCH", pattern, "COUNT", "1000"});
    if (!reply) {
      return fail(std::move(reply));
    }
    auto answer = reply->items(); // the next cursor and some keys
    if (answer.size() != 2) {
      return fail(ec::state_failed, "an answer to SCAN that nobody expects",
                  settings_.address.shown());
    }
    cursor = text_of(*answer[0]);
    for (size_t i = 0; i < answer[1]->elements; ++i) {
      if (auto key = text_of(*answer[1]->element[i]); key.starts_with(start)) {
        result.emplace_back(key.substr(prefix_.size()));
      }
    }
  } while (cursor != "0");
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end()); // SCAN may repeat itself
  return result;
}

expected<bool> redis_store::compare_and_put(const std::string& key,
                                            const std::optional<std::string>& known,
                                            std::string_view json) {
  auto name = prefix_ + key;
  auto mark = known ? "=" + *known : std::string{"-"};
  auto outcome = command({"EVAL", put_script, "1", name, mark, json, "0"});
  if (outcome && outcome->number() == 0 && repeated_) {
    // The first attempt may have done it, its answer lost.
    outcome = command({"EVAL", put_script, "1", name, mark, json, "1"});
  }
  return about_key(key, std::move(outcome)).map([](const redis_reply& reply) {
    return reply.number() == 1;
  });
}

expected<bool> redis_store::compare_and_remove(const std::string& key, const std::string& known) {
  return about_key(key, command({"EVAL", remove_script, "1", prefix_ + key, known}))
    .map([](const redis_reply& reply) { return reply.number() == 1; });
}

expected<redis_reply> redis_store::command(std::initializer_list<std::string_view> command_words) {
  return run({command_words.begin(), command_words.size()});
}

expected<redis_reply> redis_store::run(words command_words) {
  auto was_open = connection_ && connection_->is_open();
  repeated_ = false;
  auto reply = connect().and_then([&] { return connection_->command(command_words); });
  if (!reply && was_open && is_transient(reply.error())) {
    repeated_ = true;
    return connect().and_then([&] { return connection_->command(command_words); });
  }
  return reply;
}

expected<void> redis_store::connect() {
  if (connection_ && connection_->is_open()) {
    return {};
  }
  connection_.reset();
  return redis_connection::open(settings_.address, settings_.tls).map([this](redis_connection x) {
    connection_.emplace(std::move(x));
  });
}

} // namespace faucet
