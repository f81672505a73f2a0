#include "config/document.hpp"
#include "connectors/replication/record_replication.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

struct record_options {
  record_replication replication;
};

void fields(option_visitor& v, record_options& x) {
  replication_fields(v, x.replication);
}

/// The key, "all" without one, or the message of the refusal.
std::string checked(const std::string& yaml) {
  auto config = parse_document(yaml, "p.yaml").value();
  record_options result;
  if (auto ok = read_options(config, result, "source"); !ok) {
    return render(ok.error());
  }
  auto key = check_replication(result.replication, config);
  if (!key) {
    return render(key.error());
  }
  return *key ? (*key)->text() : "all";
}

std::string with_key(const std::string& key) {
  return checked("replication_method: {type: Incremental}\nreplication_key: '" + key + "'");
}

} // namespace

TEST_CASE("sources of records read all unless told otherwise") {
  CHECK(checked("{}") == "all");
  CHECK(checked("replication_method: {type: FullTable}") == "all");
  CHECK(checked("replication_key: updated_at") == "all");
  CHECK(checked("replication_method: Incremental").find("expected a map") != std::string::npos);
  CHECK(checked("replication_method: {type: incremental}").find("FullTable, Incremental")
        != std::string::npos);
  CHECK(checked("on_missing_key: ignore").find("keep, drop, fail") != std::string::npos);
}

TEST_CASE("a replication key has three forms, and what is none is refused at load") {
  CHECK(with_key("updated_at") == "updated_at");
  CHECK(with_key("fields.updated") == "fields.updated");
  CHECK(with_key("/a.b/c") == "/a.b/c");
  CHECK(with_key(" ").starts_with("p.yaml:2: replication_key: "));
  CHECK(with_key("").starts_with("p.yaml:2: replication_key: "));
  for (const auto* dotted : {"a..b", ".a", "a."}) {
    CHECK(with_key(dotted).find("JSON Pointer") != std::string::npos);
  }
  CHECK(with_key("/a~2").starts_with("p.yaml:2: replication_key: "));
}

TEST_CASE("incremental replication without a key or a proper start is refused at load") {
  CHECK(checked("replication_method: {type: Incremental}")
        == "p.yaml:1: incremental replication needs a \"replication_key\"");
  CHECK(checked("replication_method: {type: Incremental}\nreplication_key: a\n"
                "start_replication_value: [1]")
        == "p.yaml:3: \"start_replication_value\" must be a single value");
}
