#include "apps/node/http/client.hpp"

#include "apps/node/http/connection.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace beast = boost::beast;
namespace http = boost::beast::http;

namespace faucet {

namespace {

constexpr uint32_t most_header_bytes = 64 * 1024;

/// Answers of status 1xx that may come before the one that counts.
constexpr int most_interim_answers = 8;

tl::unexpected<error> wrong(std::string what, std::string which) {
  return fail(ec::invalid_config, std::move(what), std::move(which));
}

/// Whether a text can stand in a header without becoming more than one.
bool is_one_line(std::string_view text) {
  return std::ranges::none_of(text,
                              [](unsigned char c) { return (c < 0x20 && c != '\t') || c == 0x7f; });
}

expected<http::request<http::string_body>> request_of(const http_call& call, const http_url& to) {
  http::request<http::string_body> result;
  result.method_string(call.method);
  result.target(to.target);
  result.set(http::field::host, to.authority());
  result.set(http::field::user_agent, "faucet");
  for (const auto& [name, value] : call.headers) {
    if (name.empty() || name.find_first_of(" :\t") != std::string::npos || !is_one_line(name)
        || !is_one_line(value)) {
      return wrong("is no header that can be sent", name);
    }
    result.set(name, value);
  }
  result.keep_alive(false);
  result.body() = call.body;
  result.prepare_payload();
  return result;
}

/// One request and its answer.
class conversation {
public:
  conversation(const http_call& call, const http_url& to, const http_taker& take)
    : call_(call), to_(to), take_(take), connection_(to, end_of(call)) {
    // nop
  }

  expected<http_answer> run();

private:
  using parser = http::response_parser<http::buffer_body>;

  static std::optional<http_connection::steady::time_point> end_of(const http_call& call) {
    return call.whole_time ? std::optional{http_connection::steady::now() + *call.whole_time}
                           : std::nullopt;
  }

  // -- steps, in the order they run -------------------------------------------

  expected<void> connect();
  boost::system::error_code send(http::request<http::string_body>& request);
  boost::system::error_code read_head();
  expected<void> read_body();

  /// False where the call is over.
  expected<bool> accept(std::string_view piece);

  const http_call& call_;
  const http_url& to_;
  const http_taker& take_;
  http_connection connection_;
  beast::flat_buffer buffer_;
  std::optional<parser> parser_;
  http_answer answer_;
};

expected<http_answer> conversation::run() {
  auto request = request_of(call_, to_);
  if (!request) {
    return fail(std::move(request));
  }
  if (auto ok = connect(); !ok) {
    return fail(std::move(ok));
  }
  auto unsent = send(*request);
  if (unsent == beast::error::timeout) {
    return connection_.failed("the request was not accepted", call_.reply_time, unsent);
  }
  // Who refuses a body says so before all of it was sent.
  if (auto unread = read_head(); unread) {
    return unsent ? connection_.failed("the request could not be sent", call_.reply_time, unsent)
                  : connection_.failed("no answer", call_.reply_time, unread);
  }
  const auto& head = parser_->get();
  answer_.status = head.result_int();
  for (const auto& field : head) {
    answer_.headers.emplace_back(std::string{field.name_string()}, std::string{field.value()});
  }
  if (call_.status_only) {
    return std::move(answer_);
  }
  if (auto ok = read_body(); !ok) {
    return fail(std::move(ok));
  }
  return std::move(answer_);
}

expected<void> conversation::connect() {
  auto addresses = call_.addresses;
  if (addresses.empty()) {
    auto found = resolve_host(
      to_.host, std::min(call_.connect_time, call_.whole_time.value_or(call_.connect_time)));
    if (!found) {
      return fail(ec::unavailable, found.error().what, to_.place());
    }
    addresses = std::move(*found);
  }
  auto connected = connection_.connect(addresses, call_.connect_time);
  return connected && to_.is_secure ? connection_.secure(call_.connect_time) : connected;
}

boost::system::error_code conversation::send(http::request<http::string_body>& request) {
  return connection_.with_stream([&](auto& stream) {
    return connection_.finish(
      call_.reply_time, [&](auto done) { http::async_write(stream, request, std::move(done)); });
  });
}

boost::system::error_code conversation::read_head() {
  for (int i = 0; i < most_interim_answers; ++i) {
    parser_.emplace();
    parser_->header_limit(most_header_bytes);
    parser_->body_limit(std::numeric_limits<uint64_t>::max()); // counted by `accept`
    parser_->skip(call_.method == "HEAD");
    auto unread = connection_.with_stream([&](auto& stream) {
      return connection_.finish(call_.reply_time, [&](auto done) {
        http::async_read_header(stream, buffer_, *parser_, std::move(done));
      });
    });
    auto status = parser_->get().result_int();
    if (unread || status >= 200 || status == 101) {
      return unread;
    }
  }
  return http::error::bad_status;
}

expected<void> conversation::read_body() {
  std::array<char, 16384> block;
  while (!parser_->is_done()) {
    auto& body = parser_->get().body();
    body.data = block.data();
    body.size = block.size();
    auto unread = connection_.with_stream([&](auto& stream) {
      return connection_.finish(call_.reply_time, [&](auto done) {
        http::async_read_some(stream, buffer_, *parser_, std::move(done));
      });
    });
    auto goes_on = accept({block.data(), block.size() - body.size});
    if (!goes_on) {
      return fail(std::move(goes_on));
    }
    if (!*goes_on) {
      return {};
    }
    if (unread && unread != http::error::need_buffer) {
      return connection_.failed("the answer broke off", call_.reply_time, unread);
    }
  }
  return {};
}

expected<bool> conversation::accept(std::string_view piece) {
  if (take_ && answer_.status == 200) {
    return piece.empty() || take_(piece);
  }
  if (answer_.body.size() + piece.size() > call_.most_bytes) {
    return fail(ec::unavailable,
                "the answer is longer than " + std::to_string(call_.most_bytes) + " bytes",
                to_.place());
  }
  answer_.body += piece;
  return true;
}

} // namespace

std::optional<std::string_view> http_answer::header(std::string_view name) const {
  return find_header(headers, name);
}

expected<http_answer> call_http(const http_call& call) {
  return stream_http(call, {});
}

expected<http_answer> stream_http(const http_call& call, const http_taker& take) {
  auto to = parse_http_url(call.url);
  if (!to) {
    return wrong(to.error().what, call.url);
  }
  try {
    return conversation{call, *to, take}.run();
  } catch (const boost::system::system_error& thrown) {
    return fail(ec::unavailable, thrown.what(), to->place());
  }
}

} // namespace faucet
