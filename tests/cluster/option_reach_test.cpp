#include "connectors/catalogue.hpp"
#include "state/store_types.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <array>

using namespace faucet;

namespace {

using names = std::vector<std::string>;

/// Options that are called like a path, and are a path within a record.
constexpr std::array<std::string_view, 2> within_records{"transform filter.path",
                                                         "transform explode.path"};

bool sounds_like_a_place(const std::string& name) {
  static constexpr std::array<std::string_view, 17> last_words{
    "path", "paths", "file", "files", "dir",   "dirs",    "directory", "folder", "jsonl",
    "url",  "urls",  "uri",  "host",  "hosts", "brokers", "endpoint",  "address"};
  auto word = name.substr(name.rfind('_') + 1);
  return std::ranges::find(last_words, word) != last_words.end();
}

/// The options of a type that are called like something outside and do not say that they lead
/// there.
void add_silent(const type_schema& type, const std::string& whose, names& into) {
  if (type.items) {
    add_silent(*type.items, whose + "[]", into);
  }
  for (const auto& option : type.options) {
    auto name = whose + "." + option.name;
    auto is_text = option.type.what == type_schema::form::string
                   || (option.type.items && option.type.items->what == type_schema::form::string);
    if (is_text && option.type.leads_to == reach::nothing && sounds_like_a_place(option.name)
        && std::ranges::find(within_records, name) == within_records.end()) {
      into.push_back(name);
    }
    add_silent(option.type, name, into);
  }
  for (const auto& [tag, variant] : type.variants) {
    add_silent(variant, whose + "." + tag, into);
  }
}

template <class Descriptors>
void add_silent_of(const Descriptors& entries, const std::string& role, names& into) {
  for (const auto& entry : entries) {
    add_silent(entry.options(), role + " " + std::string{entry.type}, into);
  }
}

struct silent_options {
  std::string key_path;
  std::string name;
};

void fields(option_visitor& v, silent_options& x) {
  v.field("key_path", x.key_path, "", "A file.");
  v.field("name", x.name, "", "A name.");
}

} // namespace

TEST_CASE("every option that is called like a place says where it leads", "[P215]") {
  names found;
  const auto& all = built_in_catalogue();
  add_silent_of(all.sources, "source", found);
  add_silent_of(all.sinks, "sink", found);
  add_silent_of(all.transforms, "transform", found);
  add_silent_of(built_in_stores(), "state store", found);
  CHECK(found == names{});
  add_silent(describe_options<silent_options>(), "x", found);
  CHECK(found == names{"x.key_path"});
}
