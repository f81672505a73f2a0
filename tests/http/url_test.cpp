#include "apps/node/http/url.hpp"
#include "tests/catch.hpp"

using namespace faucet;

TEST_CASE("an address is taken apart into scheme, host, port and target") {
  auto [text, place, authority, target] =
    GENERATE(table<std::string, std::string, std::string, std::string>({
      {"http://Example.com", "example.com:80", "example.com", "/"},
      {"HTTPS://example.com./a/b?c=d#e", "example.com:443", "example.com", "/a/b?c=d"},
      {"http://a:8080?x=%20", "a:8080", "a:8080", "/?x=%20"},
      {"http://[FE80::1]:81/", "[fe80::1]:81", "[fe80::1]:81", "/"},
      {"https://[::1]", "[::1]:443", "[::1]", "/"},
      {"https://a:80", "a:80", "a:80", "/"},
    }));
  auto read = parse_http_url(text);
  REQUIRE(read);
  CHECK(read->place() == place);
  CHECK(read->authority() == authority);
  CHECK(read->target == target);
  CHECK(read->is_secure == (text[4] == 's' || text[4] == 'S'));
}

TEST_CASE("what is no address of a server is refused") {
  auto text = GENERATE("", "http", "http://", "ftp://a", "//a", "http://a b", "http://a\r\nX: y",
                       "http://u:p@a", "http://u@a", "http://a:", "http://a:0", "http://a:65536",
                       "http://a:80x", "http://a:-1", "http://[::1", "http://[::1]x", "http://...",
                       "http://a\\b", "http://[]", "http://\xc3\xa4");
  CHECK_FALSE(parse_http_url(text));
}
