#include "tests/state/store_places.hpp"

#include "config/json_reader.hpp"
#include "config/to_value.hpp"
#include "model/number_order.hpp"
#include "state/file_store.hpp"
#include "state/memory_store.hpp"
#include "state/postgres_store.hpp"
#include "state/random_name.hpp"
#include "state/redis_store.hpp"
#include "tests/services.hpp"
#include "tests/temp_folder.hpp"

namespace faucet::test {

namespace {

class memory_place final : public store_place {
public:
  std::unique_ptr<state_store> open() override {
    return std::make_unique<memory_store>();
  }

  [[nodiscard]] bool is_shared() const override {
    return false;
  }
};

class file_place final : public store_place {
public:
  explicit file_place(std::optional<text_seal> seal) : seal_(std::move(seal)) {
    // nop
  }

  std::unique_ptr<state_store> open() override {
    return std::make_unique<file_store>(root_ / "state", seal_);
  }

private:
  temp_folder root_;
  std::optional<text_seal> seal_;
};

class redis_place final : public store_place {
public:
  ~redis_place() override {
    auto store = open();
    auto held = store->list("").value();
    for (const auto& key : held) {
      static_cast<void>(store->remove(key));
    }
  }

  std::unique_ptr<state_store> open() override {
    return std::make_unique<redis_store>(
      redis_store_settings{parse_redis_address(redis_url()).value(), {}, name_});
  }

private:
  std::string name_ = "test[*?]" + random_name();
};

class postgres_table_place final : public store_place {
public:
  ~postgres_table_place() override {
    auto connection = pg_connection::open({.address = postgres_address()});
    connection->execute("DROP TABLE IF EXISTS " + table_).value();
  }

  std::unique_ptr<state_store> open() override {
    return std::make_unique<postgres_store>(
      postgres_store_settings{postgres_address(), table_, true});
  }

private:
  std::string table_ = "state_" + random_name();
};

} // namespace

std::vector<std::string> kinds_of_places() {
  return {"memory", "file", "sealed file", "redis", "postgres"};
}

std::unique_ptr<store_place> make_place(std::string_view kind) {
  if (kind == "memory") {
    return std::make_unique<memory_place>();
  }
  if (kind == "file") {
    return std::make_unique<file_place>(std::nullopt);
  }
  if (kind == "sealed file") {
    return std::make_unique<file_place>(text_seal{"a key", {}});
  }
  if (kind == "redis") {
    return std::make_unique<redis_place>();
  }
  return std::make_unique<postgres_table_place>();
}

bool equal_as_json(std::string_view left, std::string_view right) {
  page_builder memory;
  auto one = read_json(left, nullptr);
  auto two = read_json(right, nullptr);
  return one && two && equal_values(to_value(*one, memory), to_value(*two, memory));
}

} // namespace faucet::test
