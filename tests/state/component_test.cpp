#include "model/page_builder.hpp"
#include "state/component.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

std::string with_separators(std::string_view raw) {
  return encode_component(raw, separators::allowed);
}

std::string of_text(std::string_view text, key_scheme scheme = key_scheme::current) {
  return parent_component(value::of_string(text), scheme);
}

} // namespace

TEST_CASE("a component of key characters is rendered as it is, up to 64 bytes", "[P59]") {
  CHECK(with_separators("a/b:c") == "a/b:c");
  CHECK(with_separators("exports/2026") == "exports/2026");
  CHECK(with_separators("A-b_c.9") == "A-b_c.9");
  CHECK(with_separators(std::string(64, 'z')) == std::string(64, 'z'));
  CHECK(with_separators(".hidden") == ".hidden");
}

TEST_CASE("a component that would split or break the key becomes a readable start and a hash",
          "[P59][P238]") {
  CHECK(with_separators("") == ".hcbf29ce484222325");
  CHECK(with_separators("a") == "a");
  CHECK(encode_component("a:b", separators::encoded).starts_with("ab.h"));
  CHECK(with_separators("exports/2026/").starts_with("exports2026.h"));
  for (const auto* raw :
       {"a//b", "x/.cfg", "x::y", ":x", "y:", "/x", "a/../b", "a b", "a@b.c", "caf\xc3\xa9"}) {
    INFO(raw);
    CHECK(with_separators(raw).find(".h") != std::string::npos);
    CHECK(with_separators(raw).find_first_of(":/") == std::string::npos);
  }
  auto longest = with_separators(std::string(65, 'z'));
  CHECK(longest.starts_with(std::string(32, 'z') + ".h"));
  CHECK(longest.size() == 32 + 2 + 16);
}

TEST_CASE("the hash of a component is FNV-1a over its bytes") {
  CHECK(encode_component("/", separators::allowed) == ".haf63a24c860189fe");
  CHECK(encode_component("", separators::allowed) == ".hcbf29ce484222325");
}

TEST_CASE("a parent value that is no string is tagged by its type", "[P62]") {
  CHECK(parent_component(value::of_int(42)) == "_n.42");
  CHECK(parent_component(value::of_decimal("-2.5")) == "_n.-2.5");
  CHECK(parent_component(value::of_bool(true)) == "_b.true");
  CHECK(parent_component(value{}) == "_z.null");
  CHECK(of_text("42") == "42");
  CHECK(of_text("_n.42") == "_s._n.42");
  CHECK(of_text("_s.x") == "_s._s.x");
  CHECK(of_text("_x.y") == "_x.y");
  CHECK(parent_component(value::of_list({})).starts_with("_a..h"));
}

TEST_CASE("a map as a parent value keeps its tag and a readable start") {
  auto fields = make_shape({"a"});
  page_builder memory;
  auto map = memory.object(fields, std::vector{value::of_int(1)});
  CHECK(parent_component(map).starts_with("_o.a1.h"));
}

TEST_CASE("a parent value that names a marker is tagged, so that it overwrites none", "[P61]") {
  for (const auto* marker : {"__sla__", "__profiling__", "__status__", "__lease__", "__rollback__",
                             "__replication__", "__backfill__", "__serve_backfill__"}) {
    CHECK(of_text(marker) == "_s." + std::string{marker});
    CHECK(of_text(marker, key_scheme::typed) == marker);
  }
  CHECK(of_text("__other__") == "__other__");
}

TEST_CASE("earlier schemes rendered a parent value in their own way") {
  auto number = value::of_int(42);
  CHECK(parent_component(number, key_scheme::typed) == "_n.42");
  CHECK(parent_component(number, key_scheme::encoded) == "42");
  CHECK(parent_component(number, key_scheme::verbatim) == "42");
  CHECK(of_text("_n.42", key_scheme::encoded) == "_n.42");
  CHECK(of_text("a@b", key_scheme::encoded) == of_text("a@b"));
  CHECK(of_text("a@b", key_scheme::verbatim) == "a@b");
}
