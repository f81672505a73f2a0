#include "config/document.hpp"
#include "config/interpolation.hpp"
#include "tests/catch.hpp"
#include "tests/config/node_text.hpp"
#include "tests/temp_folder.hpp"

#include <sys/stat.h>

#include <filesystem>

using namespace faucet;
using test::temp_folder;

namespace {

/// Makes a file and gives its path.
std::string written(const temp_folder& folder, std::string_view name, std::string_view content) {
  folder.write(name, content);
  return (folder / name).string();
}

/// The tree below `use:` with its references resolved, or the failure. The text may define vars:
/// and params: too.
struct desk {
  environment variables{{{"N", "5"},
                         {"TEXT", "a: b #c\nd"},
                         {"NESTED", "${env:N} ${vars.x} $${y}"},
                         {"TOKEN", "hunter2"},
                         {"BAD", "\xff"},
                         {"EMPTY", ""}}};
  given_params given;
  std::string clock = "2024-03-04T05:06:07.5+02:00";
  bool varies = true;

  std::string operator()(const std::string& text) const {
    auto document = parse_document(text, "p.yaml");
    REQUIRE(document);
    auto named = definitions::of(*document);
    REQUIRE(named);
    auto params = parameters::bind(document->find("params"), given, false);
    if (!params) {
      return render(params.error());
    }
    auto now = run_clock::parse(clock);
    REQUIRE(now);
    interpolator references{*named, *params, variables, *now};
    if (auto ok = references.check_definitions(); !ok) {
      return render(ok.error());
    }
    auto use = *document->find("use");
    auto ok = references.resolve(use, {"state", varies});
    return ok ? node_text(use) : render(ok.error());
  }

  /// One scalar in quotes.
  std::string use(const std::string& scalar, const std::string& before = {}) const {
    return (*this)(before + "use: \"" + scalar + "\"\n");
  }
};

} // namespace

// -- env, secret, file --------------------------------------------------------------

TEST_CASE("an environment variable is text whatever it looks like", "[P104]") {
  desk x;
  CHECK(x.use("${env:N}") == "\"5\"");
  CHECK(x.use("n=${env:N}!") == "\"n=5!\"");
  CHECK(x.use("${env:TEXT}") == "\"a: b #c\\nd\"");
  CHECK(x("use: {a: 1, b: \"${env:TEXT}\"}\n") == "{a:1,b:\"a: b #c\\nd\"}");
  CHECK(x.use("${env:EMPTY}") == "\"\"");
}

TEST_CASE("what a reference brings in is not searched for references") {
  CHECK(desk{}.use("${env:NESTED}") == "\"${env:N} ${vars.x} $${y}\"");
  CHECK(desk{}.use("[${vars.a}]", "vars: {a: \"${env:NESTED}\"}\n")
        == "\"[${env:N} ${vars.x} $${y}]\"");
}

TEST_CASE("a missing environment variable is an error that names it and its line") {
  CHECK(desk{}("a: 1\nuse:\n  k: \"${env:NOPE}\"\n")
        == "p.yaml:3: ${env:NOPE}: no environment variable \"NOPE\"");
  CHECK(desk{}.use("${secret:NOPE}")
        == "p.yaml:1: ${secret:NOPE}: no environment variable \"NOPE\"");
  CHECK(desk{}.use("${env:BAD}") == "p.yaml:1: ${env:BAD}: the variable holds no valid UTF-8");
}

TEST_CASE("a secret is marked, and so is every text it gets into") {
  desk x;
  CHECK(x.use("${secret:TOKEN}") == "<secret>");
  CHECK(x.use("Bearer ${secret:TOKEN}") == "<secret>");
  CHECK(x.use("${vars.a}", "vars: {a: \"${secret:TOKEN}\"}\n") == "<secret>");
  CHECK(x.use("-${vars.b}", "vars: {a: \"${secret:TOKEN}\", b: \"x${vars.a}\"}\n") == "<secret>");
  CHECK(x.use("${vars.m}", "vars: {m: {a: \"${secret:TOKEN}\", b: 1}}\n") == "{a:<secret>,b:1}");
}

TEST_CASE("a file's text is put in without the newlines at its end") {
  temp_folder folder;
  auto path = written(folder, "f.txt", "line 1\nline 2 \t\r\n\n");
  CHECK(desk{}.use("${file:" + path + "}") == "\"line 1\\nline 2\"");
  CHECK(desk{}.use("[${file:" + written(folder, "blank.txt", " \n") + "}]") == "\"[]\"");
}

TEST_CASE("a file beyond 1 MiB is refused, an endless one too", "[P106]") {
  temp_folder folder;
  auto largest = written(folder, "largest.txt", std::string(max_interpolated_file_bytes, 'x'));
  auto larger = written(folder, "larger.txt", std::string(max_interpolated_file_bytes + 1, 'x'));
  CHECK(desk{}.use("${file:" + largest + "}").size() == max_interpolated_file_bytes + 2);
  CHECK(desk{}.use("${file:" + larger + "}").ends_with("is larger than 1048576 bytes"));
  CHECK(desk{}.use("${file:/dev/zero}")
        == "p.yaml:1: ${file:/dev/zero}: /dev/zero: is no plain file");
  CHECK(desk{}.use("${file:no/such}")
        == "p.yaml:1: ${file:no/such}: no/such: cannot be read: No such file or directory");
  CHECK(desk{}
          .use("${file:" + written(folder, "bad.txt", "\xff") + "}")
          .ends_with("the file holds no valid UTF-8"));
}

TEST_CASE("what is no plain file is refused at once, also a pipe that nobody writes to") {
  temp_folder folder;
  auto pipe = (folder / "pipe").string();
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(desk{}.use("${file:" + pipe + "}").ends_with(pipe + ": is no plain file"));
  CHECK(desk{}.use("${file:" + folder.path().string() + "}").ends_with("is no plain file"));
  std::filesystem::create_symlink(folder / "pipe", folder / "link");
  CHECK(desk{}.use("${file:" + (folder / "link").string() + "}").ends_with("is no plain file"));
  folder.write("plain.txt", "x");
  std::filesystem::create_symlink(folder / "plain.txt", folder / "other");
  CHECK(desk{}.use("${file:" + (folder / "other").string() + "}") == "\"x\"");
}

// -- vars ---------------------------------------------------------------------------

TEST_CASE("a scalar that is one whole reference takes the value's type") {
  const std::string vars = "vars: {n: 5, f: 1.50, t: true, z: null, m: {k: [1, {q: x}]}, d.e: 7}\n";
  desk x;
  CHECK(x.use("${vars.n}", vars) == "5");
  CHECK(x.use("${vars.f}", vars) == "<1.50>");
  CHECK(x.use("${vars.t}", vars) == "true");
  CHECK(x.use("${vars.z}", vars) == "null");
  CHECK(x.use("${vars.m}", vars) == "{k:[1,{q:\"x\"}]}");
  CHECK(x.use("${vars.m.k}", vars) == "[1,{q:\"x\"}]");
  CHECK(x.use("${vars.d.e}", vars) == "7");
}

TEST_CASE("inside text a scalar is put in as text, and a list or a map is refused") {
  const std::string vars = "vars: {n: 5, f: 1.50, t: true, m: {k: 1}, l: [1]}\n";
  desk x;
  CHECK(x.use("${vars.n}-${vars.f}${vars.t}", vars) == "\"5-1.50true\"");
  CHECK(x.use("a${vars.m}", vars)
        == "p.yaml:2: ${vars.m} is a map, which cannot stand inside text");
  CHECK(x.use("a${vars.l}", vars)
        == "p.yaml:2: ${vars.l} is a list, which cannot stand inside text");
}

TEST_CASE("chains of vars are followed to their end", "[P107]") {
  desk x;
  CHECK(x.use("${vars.a}", "vars: {a: \"1${vars.b}\", b: \"2${vars.c}\", c: 3}\n") == "\"123\"");
  CHECK(x.use("${vars.a}", "vars: {a: \"${vars.b}\", b: \"${vars.c}\", c: [\"${env:N}\"]}\n")
        == "[\"5\"]");
}

TEST_CASE("a cycle of vars is an error that names the chain", "[P107]") {
  desk x;
  CHECK(x("vars:\n  a: \"${vars.b}\"\n  b: \"${vars.a}\"\nuse: 1\n")
        == "p.yaml:3: interpolation cycle: vars.a -> vars.b -> vars.a");
  CHECK(x("vars:\n  a: x${vars.a}\nuse: 1\n") == "p.yaml:2: interpolation cycle: vars.a -> vars.a");
  CHECK(x("vars:\n  m: {k: \"${vars.m}\"}\nuse: 1\n")
        == "p.yaml:2: interpolation cycle: vars.m -> vars.m");
  CHECK(x("vars: {a: \"${param.p}\"}\nparams: {p: {default: \"${vars.a}\"}}\nuse: 1\n")
        == "p.yaml:2: interpolation cycle: vars.a -> param.p -> vars.a");
  CHECK(x.use("${vars.m.a}", "vars: {m: {a: \"${vars.m.b}\", b: 1}}\n") == "1");
}

TEST_CASE("a name that vars lacks is an error with the nearest one") {
  CHECK(desk{}.use("${vars.bse}", "vars: {base: 1}\n")
        == "p.yaml:2: ${vars.bse}: nothing of that name under vars; did you mean \"base\"?");
  CHECK(desk{}.use("${vars.base.x}", "vars: {base: 1}\n").starts_with("p.yaml:2: ${vars.base.x}"));
  CHECK(desk{}.use("${vars.x}") == "p.yaml:1: ${vars.x}: nothing of that name under vars");
}

TEST_CASE("references that multiply are refused before they fill the memory") {
  std::string text = "vars:\n  v0: xxxxxxxxxx\n";
  std::string maps = "vars:\n  v0: [x,x,x,x,x,x,x,x,x,x]\n";
  std::string empty = "vars:\n  v0: \"\"\n";
  for (int i = 1; i < 40; ++i) {
    auto before = "${vars.v" + std::to_string(i - 1) + "}";
    auto key = "  v" + std::to_string(i) + ": ";
    text += key + before + before + "\n";
    empty += key + before + before + "\n";
    maps += key + "[\"" + before + "\", \"" + before + "\"]\n";
  }
  for (const auto& bomb : {text, maps, empty}) {
    CHECK(desk{}(bomb + "use: 1\n").find("references bring in too much") != std::string::npos);
  }
  std::string chain = "vars:\n  v0: x\n";
  for (int i = 1; i < 1000; ++i) {
    chain += "  v" + std::to_string(i) + ": ${vars.v" + std::to_string(i - 1) + "}\n";
  }
  CHECK(desk{}(chain + "use: 1\n").ends_with("nested deeper than 128 levels"));
}

// -- params -------------------------------------------------------------------------

TEST_CASE("a parameter has its declared type, given or by default") {
  const std::string params =
    "params: {n: {type: int, default: \"7\"}, f: {type: float, default: 5}, b: {type: bool, "
    "default: true}, s: {default: 5}, e: {default: \"${env:N}/${vars.v}\"}}\nvars: {v: w}\n";
  desk x;
  CHECK(x("use: [\"${param.n}\", \"${param.f}\", \"${param.b}\", \"${param.s}\", \"${param.e}\", "
          "\"e${param.n}\"]\n"
          + params)
        == "[7,<5.0>,true,\"5\",\"5/w\",\"e7\"]");
  x.given = {{"n", " 12 "}, {"f", "1e3"}, {"b", "No"}, {"s", "1"}};
  CHECK(x("use: [\"${param.n}\", \"${param.f}\", \"${param.b}\", \"${param.s}\"]\n" + params)
        == "[12,<1e3>,false,\"1\"]");
}

TEST_CASE("a given value is data, references in it are not followed") {
  desk x;
  x.given = {{"s", "${env:N}$${x}"}};
  CHECK(x.use("${param.s}", "params: {s: {}}\n") == "\"${env:N}$${x}\"");
}

TEST_CASE("parameters that do not fit are refused by name") {
  desk x;
  CHECK(x.use("${param.y}", "params: {year: {default: 1}}\n")
        == "p.yaml:2: ${param.y}: parameter \"y\" is not declared under params");
  CHECK(x.use("${param.x}", "params: {x: {}}\n")
        == "p.yaml:2: ${param.x}: the parameter is not given and has no default");
  CHECK(x.use("1", "params: {x: {required: true}}\n") == "required parameter \"x\" is not given");
  CHECK(x.use("1", "params:\n  x: {required: true, default: 1}\n")
        == "p.yaml:2: params.x: a parameter with a default cannot be required");
  CHECK(x.use("1", "params:\n  x: {type: int, default: a}\n")
        == "p.yaml:2: parameter \"x\": expected an integer, found string \"a\"");
  CHECK(x.use("1", "params: {x: {type: integer}}\n")
        == "p.yaml:1: params.x.type: expected one of string, int, float, bool, found string "
           "\"integer\"");
  CHECK(x.use("1", "params:\n  x: {defualt: 1}\n")
        == "p.yaml:2: unknown key \"defualt\" in params.x; did you mean \"default\"?");
  x.given = {{"n", "abc"}};
  CHECK(x.use("1", "params: {n: {type: int}}\n")
        == "parameter \"n\": expected an integer, found string \"abc\"");
  CHECK(x.use("1", "params: {num: {type: int}}\n")
        == "parameter \"n\" is not declared under params; did you mean \"num\"?");
  x.given = {{"n", "1"}, {"n", "2"}};
  CHECK(x.use("1", "params: {n: {type: int}}\n") == "parameter \"n\" is given twice");
}

TEST_CASE("a secret parameter is marked and not shown when it is wrong") {
  desk x;
  x.given = {{"k", "hunter2"}};
  CHECK(x.use("${param.k}", "params: {k: {secret: true}}\n") == "<secret>");
  CHECK(x.use("1", "params: {k: {type: int, secret: true}}\n")
        == "parameter \"k\": expected an integer, found a secret string");
  x.given = {};
  CHECK(x.use("a${param.k}", "params: {k: {secret: true, default: d}}\n") == "<secret>");
}

TEST_CASE("placeholders have the shape of the declared type") {
  auto document =
    parse_document("n: {type: int, required: true}\nf: {type: float, required: true}\n"
                   "b: {type: bool, required: true}\ns: {required: true}\n",
                   "p.yaml");
  auto bound = parameters::bind(&*document, {}, true);
  REQUIRE(bound);
  std::string values;
  for (const auto& x : bound->entries()) {
    values += node_text(*x.given) + " ";
  }
  CHECK(values == "1 <1.0> true \"placeholder\" ");
  CHECK_FALSE(parameters::bind(&*document, {{"n", "1"}}, true)); // strict once one is given
}

// -- now ----------------------------------------------------------------------------

TEST_CASE("tokens of now are taken from the run's clock", "[P110]") {
  desk x;
  CHECK(x.use("${now.date}") == "\"2024-03-04\"");
  CHECK(x.use("${now.iso} ${now.datetime}")
        == "\"2024-03-04T05:06:07.500+02:00 2024-03-04T05:06:07.500+02:00\"");
  CHECK(x.use("${now.year}/${now.month}/${now.day} ${now.hour}.${now.minute}.${now.second}")
        == "\"2024/03/04 05.06.07\"");
  CHECK(x.use("${now.unix}") == "\"1709521567\"");
  CHECK(x.use("d=${now.strftime.%Y%m%d-%H:%M}.csv") == "\"d=20240304-05:06.csv\"");
  CHECK(x.use("${vars.v}", "vars: {v: \"x/${now.date}\"}\n") == "\"x/2024-03-04\"");
}

TEST_CASE("an unknown token of now or a bad strftime is an error") {
  CHECK(desk{}.use("${now.dat}")
        == "p.yaml:1: unknown token ${now.dat}; did you mean ${now.date}?");
  CHECK(desk{}.use("${now.strftime.%Y-%Q}")
        == "p.yaml:1: unknown conversion \"%Q\" in ${now.strftime.%Y-%Q}");
  CHECK(desk{}.use("${now.strftime.%}")
        == "p.yaml:1: unknown conversion \"%\" in ${now.strftime.%}");
}

TEST_CASE("now is refused where it would move the state, with token and block", "[P80]") {
  desk x;
  x.varies = false;
  CHECK(x("use:\n  path: st-${now.date}\n")
        == "p.yaml:2: ${now.date} cannot be used in state: it would differ from run to run");
  CHECK(x("vars:\n  v: ${now.year}\nuse: \"${vars.v}\"\n")
        == "p.yaml:2: ${now.year} cannot be used in state: it would differ from run to run");
}

// -- escapes and what is no reference ----------------------------------------------

TEST_CASE("a doubled dollar makes a literal, once, also by way of vars", "[P304]") {
  desk x;
  CHECK(x.use("$${vars.a}") == "\"${vars.a}\"");
  CHECK(x.use("${vars.a}", "vars: {a: \"$${vars.b}\", b: 3}\n") == "\"${vars.b}\"");
  CHECK(x.use("x${vars.a}$${c}", "vars: {a: \"$${vars.b}\", b: 3}\n") == "\"x${vars.b}${c}\"");
  CHECK(x.use("$$${vars.b}", "vars: {b: 3}\n") == "\"$${vars.b}\"");
  CHECK(x.use("$$x $ ${vars.b}$", "vars: {b: 3}\n") == "\"$$x $ 3$\"");
}

TEST_CASE("braces without a dot or a colon are left to whoever reads the text") {
  for (auto text : {"${bookmark}", "${1}_x", "a ${name} b", "${", "a ${x", "${}", "$", "@bookmark",
                    "^a${2,3}", "{x}"}) {
    CHECK(desk{}.use(text) == "\"" + std::string{text} + "\"");
  }
}

TEST_CASE("references that lead nowhere are errors that say so") {
  desk x;
  CHECK(x.use("${unknown:x}") == "p.yaml:1: ${unknown:x}: unknown directive \"unknown\"");
  CHECK(x.use("${evn:x}")
        == "p.yaml:1: ${evn:x}: unknown directive \"evn\"; did you mean \"env\"?");
  CHECK(x.use("${env.foo}") == "p.yaml:1: ${env.foo}: write ${env:foo}");
  CHECK(x.use("${vars:foo}") == "p.yaml:1: ${vars:foo}: write ${vars.foo}");
  CHECK(x.use("${vault:a#b}")
        == "p.yaml:1: ${vault:a#b}: secret managers are not supported yet by this build");
  CHECK(x.use("${users.id}")
        == "p.yaml:1: ${users.id} refers to a matrix row \"users\", and there is none; write "
           "$${users.id} for the text itself");
  CHECK(x.use("${ vars.x }").starts_with("p.yaml:1: ${ vars.x } refers to"));
  CHECK(x.use("a ${env:N") == "p.yaml:1: ${env:N lacks its closing brace");
  CHECK(x.use("${now}") == "p.yaml:1: ${now} names nothing; write ${now.…}");
}

TEST_CASE("keys are not interpolated") {
  CHECK(desk{}("use: {\"${env:N}\": \"${env:N}\"}\n") == "{${env:N}:\"5\"}");
}
