#include "config/options.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

const auto file = std::make_shared<const std::string>("pipeline.yaml");

node at(uint32_t line, node::content_type content) {
  return node{std::move(content), {file, line, 1}};
}

node map_of(std::initializer_list<std::pair<std::string, node>> entries) {
  node::map_type result;
  for (const auto& [key, value] : entries) {
    result.push_back({key, value, value.where()});
  }
  return at(1, std::move(result));
}

enum class shade { light, dark };

constexpr std::array<enum_name<shade>, 3> enum_names(shade) {
  return {{{"light", shade::light}, {"dark", shade::dark}, {"black", shade::dark}}};
}

struct part {
  std::optional<int64_t> low;
  named<part> parts;
};

void fields(option_visitor& v, part& x) {
  v.field("low", x.low, "Lowest.", {.minimum = -5});
  v.field("parts", x.parts, named<part>{}, "Parts of the part.");
}

struct sample {
  std::string path;
  uint32_t size = 0;
  uint64_t large = 0;
  double ratio = 0;
  bool strict = false;
  char delimiter = 0;
  shade tone = shade::light;
  std::string password;
  named<part> parts;
  std::vector<std::string> tags;
};

void fields(option_visitor& v, sample& x) {
  v.field("path", x.path, required, "Where.", {.leads_to = reach::path});
  v.field("size", x.size, 1000, "How much.", {.former_name = "length", .maximum = 5000});
  v.field("large", x.large, 0, "How very much.");
  v.field("ratio", x.ratio, 0.5, "Share.", {.minimum = 0, .maximum = 1});
  v.field("strict", x.strict, false, "No mercy.");
  v.field("delimiter", x.delimiter, ',', "Between columns.");
  v.field("tone", x.tone, shade::light, "Look.");
  v.field("password", x.password, "", "Key.", {.secret = true, .maximum = 3});
  v.field("parts", x.parts, named<part>{}, "Parts.");
  v.field("tags", x.tags, std::vector<std::string>{}, "Words.");
}

std::string failure_of(const node& from) {
  sample x;
  auto result = read_options(from, x, "source sample");
  return result ? "accepted" : render(result.error());
}

std::string failure_of(const std::string& key, node::content_type content) {
  return failure_of(map_of({{"path", at(2, std::string{"p"})}, {key, at(3, std::move(content))}}));
}

std::string text(const char* x) {
  return x;
}

} // namespace

TEST_CASE("options are read, and those left out keep their defaults") {
  sample x;
  auto from = map_of({{"path", at(2, text("p"))},
                      {"length", at(3, int64_t{7})},
                      {"tone", at(4, text("black"))},
                      {"delimiter", at(5, int64_t{59})},
                      {"tags", at(6, node::list_type{at(6, text("a"))})}});
  REQUIRE(read_options(from, x, "source sample"));
  CHECK(x.path == "p");
  CHECK(x.size == 7);
  CHECK(x.tone == shade::dark);
  CHECK(x.delimiter == ';');
  CHECK(x.ratio == 0.5);
  CHECK(x.tags == std::vector<std::string>{"a"});
}

TEST_CASE("text that parses as an option's type is accepted for it") {
  sample x;
  auto from = map_of({{"path", at(2, text("p"))},
                      {"size", at(3, text("10"))},
                      {"large", at(3, text("18446744073709551615"))},
                      {"ratio", at(4, text("0.25"))},
                      {"strict", at(5, text("true"))}});
  REQUIRE(read_options(from, x, "source sample"));
  CHECK(x.size == 10);
  CHECK(x.large == UINT64_MAX);
  CHECK(x.ratio == 0.25);
  CHECK(x.strict);
}

TEST_CASE("a wrong type is an error that names key, line, what was expected and what was found") {
  CHECK(failure_of("size", text("ten"))
        == "pipeline.yaml:3: size: expected an integer from 0 to 4294967295, found string \"ten\"");
  CHECK(failure_of("large", int64_t{-1})
        == "pipeline.yaml:3: large: expected an integer of at least 0, found integer -1");
  CHECK(failure_of("ratio", true) == "pipeline.yaml:3: ratio: expected a number, found bool true");
  CHECK(failure_of("strict", text("yes"))
        == "pipeline.yaml:3: strict: expected true or false, found string \"yes\"");
  CHECK(failure_of("tone", text("grey"))
        == "pipeline.yaml:3: tone: expected one of light, dark, black, found string \"grey\"");
  CHECK(failure_of("tags", text("a"))
        == "pipeline.yaml:3: tags: expected a list, found string \"a\"");
  CHECK(failure_of("tags", node::list_type{at(4, int64_t{5})})
        == "pipeline.yaml:4: tags[0]: expected a string, found integer 5");
}

TEST_CASE("a number outside its bounds is refused, also as text") {
  CHECK(failure_of("size", int64_t{5001})
        == "pipeline.yaml:3: size: expected a number of at most 5000, found integer 5001");
  CHECK(failure_of("size", text("5001"))
        == "pipeline.yaml:3: size: expected a number of at most 5000, found string \"5001\"");
  CHECK(failure_of("ratio", number_text{"1.5"})
        == "pipeline.yaml:3: ratio: expected a number from 0 to 1, found number 1.5");
  CHECK(failure_of("ratio", int64_t{1}) == "accepted");
}

TEST_CASE("the error for a nested option names the keys it lies below") {
  node::map_type low{{"low", at(5, int64_t{-6}), {file, 5, 3}}};
  node::map_type inner{{"b", at(4, low), {file, 4, 3}}};
  node::map_type middle{{"parts", at(4, inner), {file, 4, 3}}};
  CHECK(failure_of("parts", node::map_type{{"a", at(3, middle), {file, 3, 3}}})
        == "pipeline.yaml:5: parts.a.parts.b.low: expected a number of at least -5, found integer "
           "-6");
}

TEST_CASE("an unknown key is an error that names the nearest known one") {
  CHECK(failure_of("delimeter", text(";"))
        == "pipeline.yaml:3: unknown key \"delimeter\" in source sample; did you mean "
           "\"delimiter\"?");
  CHECK(failure_of("zzzzzzzz", text(";"))
        == "pipeline.yaml:3: unknown key \"zzzzzzzz\" in source sample");
}

TEST_CASE("a missing required key is an error at the map that lacks it") {
  CHECK(failure_of(map_of({}))
        == "pipeline.yaml:1: missing required key \"path\" of source sample");
  CHECK(failure_of(at(7, std::monostate{}))
        == "pipeline.yaml:7: missing required key \"path\" of source sample");
}

TEST_CASE("a required key that is misspelt is told as such, not as missing") {
  CHECK(failure_of(map_of({{"pth", at(2, text("p"))}, {"size", at(3, int64_t{1})}}))
        == "pipeline.yaml:2: unknown key \"pth\" in source sample; did you mean \"path\"?");
  CHECK(failure_of(map_of({{"raito", at(2, text("1"))}}))
        == "pipeline.yaml:1: missing required key \"path\" of source sample");
}

TEST_CASE("a path with the character NUL is refused") {
  CHECK(failure_of(map_of({{"path", at(2, std::string{"a\0b", 3})}}))
        == "pipeline.yaml:2: path: a path cannot hold the character NUL");
}

TEST_CASE("an option given under its name and its former name is refused") {
  CHECK(failure_of(map_of(
          {{"path", at(2, text("p"))}, {"size", at(3, int64_t{1})}, {"length", at(4, int64_t{2})}}))
        == "pipeline.yaml:4: \"length\" is the former name of \"size\"; give one of them");
}

TEST_CASE("messages show neither secret options nor values made from secrets") {
  CHECK(failure_of("password", int64_t{1234})
        == "pipeline.yaml:3: password: expected a string, found a secret integer");
  auto secret = at(3, text("hunter2"));
  secret.set_secret();
  CHECK(
    failure_of(map_of({{"path", at(2, text("p"))}, {"size", secret}}))
    == "pipeline.yaml:3: size: expected an integer from 0 to 4294967295, found a secret string");
}

TEST_CASE("a long or multi-line value is shown shortened and on one line") {
  auto message = failure_of("size", std::string(59, 'x') + "é\n" + std::string(100, 'y'));
  CHECK(message.ends_with("found string \"" + std::string(59, 'x') + "…\""));
  CHECK(failure_of("size", text("a\nb")).ends_with("found string \"a\\nb\""));
}

TEST_CASE("options describe themselves with defaults, bounds, choices and former names") {
  auto described = describe_options<sample>();
  REQUIRE(described.options.size() == 10);
  CHECK(described.options[0].is_required);
  CHECK(described.options[1].former_name == "length");
  CHECK(described.options[1].default_json == "1000");
  CHECK(described.options[1].type.minimum == 0);
  CHECK(described.options[1].type.maximum == 5000);
  CHECK(described.options[6].type.choices == std::vector<std::string>{"light", "dark", "black"});
  CHECK(described.options[7].secret);
}

TEST_CASE("a struct that may hold itself is described once, then as a map") {
  auto described = describe_options<sample>().options[8].type;
  REQUIRE(described.items);
  REQUIRE(described.items->options.size() == 2);
  CHECK(described.items->options[1].type.items->what == type_schema::form::map);
}
