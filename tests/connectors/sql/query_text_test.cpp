#include "connectors/sql/query_text.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

constexpr std::string_view searched_token = "${bookmark}";

expected<query_text> scan(std::string text, const sql_dialect& dialect = postgres_sql) {
  return query_text::scan(std::move(text), dialect, searched_token);
}

/// The query with <token> in the place of each token.
std::string marked(const std::string& text, const sql_dialect& dialect = postgres_sql) {
  auto query = scan(text, dialect);
  if (!query) {
    return "refused: " + query.error().what;
  }
  return query->render([](std::string_view token) { return "<" + std::string{token} + ">"; });
}

bool is_strict(const std::string& predicate, std::string_view token = searched_token) {
  auto query = query_text::scan("SELECT * FROM t WHERE " + predicate, postgres_sql, token).value();
  auto ok = query.refuse_strict(token);
  if (!ok) {
    CHECK(ok.error().code == ec::invalid_config);
    CHECK(ok.error().what.find(">=") != std::string::npos);
    CHECK(ok.error().what.find(token) != std::string::npos);
  }
  return !ok;
}

} // namespace

// -- tokens -------------------------------------------------------------------

TEST_CASE("tokens are found in queries, also alone in quotes") {
  auto query = scan("SELECT '${p.name}', ${p.id} FROM t WHERE ts >= ${bookmark} OR x = ${p.id}");
  REQUIRE(query);
  CHECK(query->tokens() == std::vector<std::string>{"${p.name}", "${p.id}", "${bookmark}"});
  CHECK(query->uses("${p.id}"));
  CHECK(!query->uses("${p.other}"));
  CHECK(query->render([](std::string_view token) { return token == "${p.name}" ? "$1" : "$2"; })
        == "SELECT $1, $2 FROM t WHERE ts >= $2 OR x = $2");
}

TEST_CASE("tokens in comments and what only looks like one stay as they are") {
  CHECK(marked("SELECT 1--${bookmark}\n, ${bookmark}") == "SELECT 1--${bookmark}\n, <${bookmark}>");
  CHECK(marked("SELECT '${p.id', '}'") == "SELECT '${p.id', '}'");
  CHECK(marked("SELECT '${a:b} ', '${env:X}'") == "SELECT '${a:b} ', '${env:X}'");
  CHECK(marked("SELECT 1 -- ${bookmark} it's\n, ${bookmark}")
        == "SELECT 1 -- ${bookmark} it's\n, <${bookmark}>");
  CHECK(marked("SELECT /* ' ${bookmark} \" */ ${bookmark}")
        == "SELECT /* ' ${bookmark} \" */ <${bookmark}>");
  CHECK(marked("SELECT /* a /* b */ ' */ ${bookmark}") == "SELECT /* a /* b */ ' */ <${bookmark}>");
  CHECK(marked("SELECT '$', '${', '${}', '${bookmark', '${1}', ${bookmark}, $1")
        == "SELECT '$', '${', '${}', '${bookmark', '${1}', <${bookmark}>, $1");
  CHECK(marked("SELECT a[1], 'ä' || ${bookmark}, \"é'\"") //
        == "SELECT a[1], 'ä' || <${bookmark}>, \"é'\"");
}

TEST_CASE("quotes within quotes end nothing") {
  CHECK(marked("SELECT 'it''s', \"a\"\"b\", ${bookmark}")
        == "SELECT 'it''s', \"a\"\"b\", <${bookmark}>");
  CHECK(marked("SELECT E'it\\'s', e'\\\\', ${bookmark}")
        == "SELECT E'it\\'s', e'\\\\', <${bookmark}>");
  CHECK(marked("SELECT $$it's$$, $a$ $$ $b$ $a$, ${bookmark}")
        == "SELECT $$it's$$, $a$ $$ $b$ $a$, <${bookmark}>");
  CHECK(marked("SELECT [it's], `it's`, 'C:\\', ${bookmark}", sqlite_sql)
        == "SELECT [it's], `it's`, 'C:\\', <${bookmark}>");
}

TEST_CASE("a token within a longer literal, a name or next to one is refused") {
  for (const auto* within : {"SELECT 'a ${p.id}'", "SELECT '${bookmark} '",
                             "SELECT 'it''s ${p.id}'", "SELECT E'${p.id}'", "SELECT $$ ${p.id} $$",
                             "SELECT \"${p.id}\"", "SELECT '${p.a}${p.b}'"}) {
    INFO(within);
    CHECK(marked(within).find("stands within a longer") != std::string::npos);
  }
  for (const auto* beside : {"SELECT * FROM ${p.schema}.t", "SELECT * FROM t_${p.year}",
                             "SELECT * FROM t WHERE a = ${p.id}AND b", "SELECT s.${p.column}"}) {
    INFO(beside);
    CHECK(marked(beside).find("cannot be part of a name") != std::string::npos);
  }
  CHECK(marked("SELECT `${p.id}`", sqlite_sql).find("longer name") != std::string::npos);
  CHECK(marked("SELECT '${p.id}").find("literal that begins with '${p.id} has no end")
        != std::string::npos);
}

TEST_CASE("a token ends where a name would", "[P245]") {
  auto tokens = [](std::string_view token, std::string text) {
    return query_text::scan(std::move(text), postgres_sql, token).value().tokens().size();
  };
  CHECK(tokens("@bookmark", "SELECT * FROM t WHERE a >= @bookmark_old") == 0);
  CHECK(tokens("@bookmark", "SELECT * FROM t WHERE a >= @bookmark2") == 0);
  CHECK(tokens("@bookmark", "SELECT @@bookmark") == 0);
  CHECK(tokens(":bookmark", "SELECT x::bookmark") == 0);
  CHECK(tokens("@bookmark", "SELECT 'x@bookmark'") == 0);
  CHECK(tokens("@bookmark", "SELECT * FROM t WHERE a >=@bookmark") == 1);
  CHECK(tokens("@bookmark", "SELECT * FROM t WHERE a >= @bookmark") == 1);
  CHECK(tokens(":bookmark", "SELECT * FROM t WHERE a >= (:bookmark)") == 1);
}

// -- statements ---------------------------------------------------------------

TEST_CASE("a query is cut behind its last piece") {
  CHECK(marked("SELECT 1;") == "SELECT 1");
  CHECK(marked(" SELECT 1 ; ; -- done\n/* really */ ") == " SELECT 1");
  CHECK(marked("SELECT ';' -- ;") == "SELECT ';'");
  CHECK(marked("-- first\nSELECT ${bookmark} -- last") == "-- first\nSELECT <${bookmark}>");
}

TEST_CASE("what is no single statement is refused") {
  CHECK(marked("SELECT 1; DROP TABLE t") //
        == "refused: the query holds more than one statement; a source reads one");
  CHECK(marked("SELECT 1;; -- x\n SELECT 2").starts_with("refused: the query holds more than one"));
  CHECK(marked(" -- nothing\n;") == "refused: the query is empty");
  CHECK(marked("") == "refused: the query is empty");
}

TEST_CASE("what has no end is refused with its beginning") {
  CHECK(marked("SELECT 'a") == "refused: the literal that begins with 'a has no end");
  CHECK(marked("SELECT \"a") == "refused: the name that begins with \"a has no end");
  CHECK(marked("SELECT /* a") == "refused: the comment that begins with /* a has no end");
  CHECK(marked("SELECT /*/").ends_with("has no end"));
  CHECK(marked("SELECT $x$ a $$").ends_with("literal that begins with $x$ a $$ has no end"));
  CHECK(marked("SELECT E'a\\'").ends_with("has no end"));
}

// -- strict comparisons -------------------------------------------------------

TEST_CASE("a bookmark compared with > is refused, for ties would be skipped", "[P11]") {
  CHECK(is_strict("ts > ${bookmark}"));
  CHECK(is_strict("ts>${bookmark}"));
  CHECK(is_strict("${bookmark} < ts"));
  CHECK(is_strict("a >= @bookmark AND b > @bookmark", "@bookmark"));
  CHECK(is_strict("a >@bookmark", "@bookmark"));
  CHECK(is_strict("x >= ${bookmark} AND ts > ${bookmark}"));
  CHECK(is_strict("ts > '${bookmark}'"));
  CHECK(is_strict("ts > /* >= */ ${bookmark}"));
  CHECK(is_strict("data->>'ts' > ${bookmark}"));
  CHECK(is_strict("ts > data->>${bookmark}"));
  CHECK(is_strict("ts >-${bookmark}"));
  CHECK(is_strict("ts > ${bookmark} + interval '1 day'"));
  CHECK(is_strict("ts > 1 + ${bookmark}"));
  CHECK(is_strict("(ts, id) > (${bookmark}, 5)"));
}

TEST_CASE("a strict comparison is found through casts, calls and parentheses", "[P244]") {
  CHECK(is_strict("ts > CAST(${bookmark} AS timestamp)"));
  CHECK(is_strict("CAST(${bookmark} AS numeric(10, 2)) < ts"));
  CHECK(is_strict("ts > ((${bookmark}))"));
  CHECK(is_strict("(${bookmark}) < (ts)"));
  CHECK(is_strict("ts > TIMESTAMP ${bookmark}"));
  CHECK(is_strict("ts > f(${bookmark})"));
  CHECK(is_strict("${bookmark}::timestamp < ts"));
  CHECK(is_strict("ts > ${bookmark}::numeric(10, 2)"));
  CHECK(is_strict("${bookmark}::numeric(10, 2) < ts"));
  CHECK(is_strict("f(a, ${bookmark}) < ts"));
}

TEST_CASE("a predicate ends at each word of SQL that begins something else") {
  for (const std::string word :
       {"and",    "or",     "not",  "where",   "on",   "when",  "then", "else",
        "having", "select", "from", "between", "like", "in",    "is",   "case",
        "join",   "by",     "set",  "values",  "AND",  "Select"}) {
    INFO(word);
    CHECK(!is_strict("a > b " + word + " ${bookmark}"));
    CHECK(!is_strict("${bookmark} " + word + " a < b"));
    CHECK(is_strict("a > b" + word + " + ${bookmark}")); // part of a name
  }
  CHECK(!is_strict("f(a > b, ${bookmark}) >= ts"));
}

TEST_CASE("other comparisons with a bookmark are accepted", "[P13]") {
  CHECK(!is_strict("ts >= ${bookmark}"));
  CHECK(!is_strict("${bookmark} <= ts"));
  CHECK(!is_strict("ts <> ${bookmark}"));
  CHECK(!is_strict("${bookmark} <> ts"));
  CHECK(!is_strict("a > 5"));
  CHECK(!is_strict("ts BETWEEN ${bookmark} AND x"));
  CHECK(!is_strict("greatest(a > 1, ${bookmark}) >= ts"));
  CHECK(!is_strict("a > 1 AND ts >= ${bookmark} AND b < 2"));
  CHECK(!is_strict("data->>'ts' >= ${bookmark}"));
  CHECK(!is_strict("x = f(y => ${bookmark})"));
  CHECK(!is_strict("ts -- >\n>= ${bookmark}"));
  CHECK(!is_strict("ts >= 'a > b' || ${bookmark}"));
  CHECK(!is_strict("\"a > b\" >= ${bookmark} || ' < '"));
  CHECK(!is_strict("a > 5 && ${bookmark} <= ts"));
  CHECK(!is_strict("r @> ${bookmark}"));
  CHECK(!is_strict("${bookmark} <@ r"));
  CHECK(!is_strict("(a > 1)::int >= ${bookmark}"));
  CHECK(!is_strict("ts > @bookmark_old AND ts >= @bookmark", "@bookmark"));
  CHECK(!is_strict("CASE WHEN a > 1 THEN ${bookmark} ELSE b END <= ts"));
}
