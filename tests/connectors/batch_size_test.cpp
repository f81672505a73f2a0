#include "connectors/batch_size.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

struct paged {
  size_t batch_size;
};

void fields(option_visitor& v, paged& x) {
  batch_size_field(v, x.batch_size);
}

expected<size_t> read(int64_t rows) {
  paged result;
  node config{node::map_type{{"batch_size", node{rows}, {}}}};
  return read_options(config, result, "source test").map([&] { return result.batch_size; });
}

} // namespace

TEST_CASE("a batch size is a number of rows up to a million, or 0 for no limit") {
  CHECK(read(0) == 0u);
  CHECK(read(1'000'000) == 1'000'000u);
  CHECK(read(1'000'001).error().code == ec::invalid_config);
  CHECK(read(-1).error().code == ec::invalid_config);
  paged result;
  REQUIRE(read_options(node{node::map_type{}}, result, "source test"));
  CHECK(result.batch_size == 1000);
}
