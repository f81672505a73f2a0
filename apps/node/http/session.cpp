#include "apps/node/http/session.hpp"

#include "apps/node/http/api_error.hpp"
#include "apps/node/http/pending_reply.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>

#include <utility> // what Boost 1.74's awaitable.hpp forgets

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

namespace faucet {

namespace {

using parser = http::request_parser<http::string_body>;

/// How long the rest of a request that was refused is read.
constexpr std::chrono::seconds linger_time{2};

/// Wakes the session on its own thread. Owned by whoever may still have to, so that it lives as
/// long as the server's loop at most.
class wake_signal : public std::enable_shared_from_this<wake_signal> {
public:
  explicit wake_signal(net::any_io_executor executor) : timer_(std::move(executor)) {
    // nop
  }

  /// From any thread.
  void give() {
    net::post(timer_.get_executor(), [self = shared_from_this()] {
      self->is_given_ = true;
      self->timer_.cancel();
    });
  }

  using time_point = net::steady_timer::time_point;

  /// Until it was given since the last wait, or that moment has come.
  net::awaitable<void> wait(time_point until = time_point::max()) {
    if (!is_given_) {
      boost::system::error_code cancelled;
      timer_.expires_at(until);
      co_await timer_.async_wait(net::redirect_error(net::use_awaitable, cancelled));
    }
    is_given_ = false;
  }

private:
  net::steady_timer timer_;
  bool is_given_ = false;
};

/// What makes two readers of one request understand it differently; nothing where all is clear.
std::optional<api_error> ambiguity_of(const http::request<http::string_body>& request) {
  auto coding = request.find(http::field::transfer_encoding);
  if (coding != request.end() && !beast::iequals(coding->value(), "chunked")) {
    return bad_request("the only Transfer-Encoding that is read is chunked");
  }
  for (auto name : {http::field::host, http::field::authorization, http::field::transfer_encoding,
                    http::field::content_type}) {
    if (request.count(name) > 1) {
      return bad_request("the header " + std::string{http::to_string(name)} + " stands twice");
    }
  }
  return std::nullopt;
}

} // namespace

class http_session {
public:
  http_session(net::ip::tcp::socket socket, std::shared_ptr<http_sessions> sessions)
    : sessions_(std::move(sessions)), stream_(std::move(socket)),
      filled_(std::make_shared<wake_signal>(stream_.get_executor())),
      place_(sessions_->all.insert(sessions_->all.end(), this)) {
    boost::system::error_code gone;
    peer_ = stream_.socket().remote_endpoint(gone).address().to_string();
  }

  http_session(const http_session&) = delete;
  http_session& operator=(const http_session&) = delete;

  ~http_session() {
    sessions_->all.erase(place_);
  }

  net::awaitable<void> serve() {
    while (!sessions_->is_stopping && co_await serve_one()) {
      // nop
    }
    boost::system::error_code ignored;
    stream_.socket().shutdown(net::ip::tcp::socket::shutdown_send, ignored);
  }

  void cut_off() {
    boost::system::error_code ignored;
    stream_.socket().cancel(ignored);
    is_cut_off_ = true;
  }

  /// Ends a stream under way.
  void end_stream() {
    if (auto reply = reply_.lock(); reply && reply->is_in_pieces()) {
      reply->finish();
    }
  }

private:
  /// False where the connection is to be closed.
  net::awaitable<bool> serve_one() {
    parser request;
    request.header_limit(static_cast<uint32_t>(sessions_->settings.header_limit));
    request.body_limit(sessions_->settings.body_limit);
    http_request taken;
    boost::system::error_code failed;
    {
      waiting_place place{*sessions_, this};
      failed = co_await read_header(request);
      if (!failed) {
        if (auto unclear = ambiguity_of(request.get())) {
          co_return co_await refuse(*unclear, request);
        }
        auto target =
          parse_http_target({request.get().target().data(), request.get().target().size()});
        if (!target) {
          co_return co_await refuse(bad_request(render(target.error())), request);
        }
        taken = take(request.get(), std::move(*target));
        if (auto refused = screened(taken)) {
          co_return co_await refuse(std::move(*refused), request);
        }
        failed = co_await read_body(request);
      }
      if (failed) {
        co_return co_await refuse(failed, request);
      }
    }
    taken.body = std::move(request.get().body());
    auto is_head = request.get().method() == http::verb::head;
    auto old = request.get().version() < 11;
    auto keeps = request.keep_alive() && !old;
    auto reply = std::make_shared<pending_reply>([signal = filled_] { signal->give(); });
    reply_ = reply;
    closes_at_end closing{*reply}; // also where the server stops while it waits
    hand_over(std::move(taken), reply);
    auto sent = co_await send(*reply, request, is_head, keeps, old);
    co_return sent&& keeps && !sessions_->is_stopping;
  }

  void hand_over(http_request request, const std::shared_ptr<pending_reply>& reply) {
    try {
      sessions_->handler(std::move(request), make_exchange(reply));
    } catch (...) {
      // The exchange is gone, and has answered so.
    }
  }

  [[nodiscard]] std::optional<http_reply> screened(const http_request& request) const {
    try {
      return sessions_->screen ? sessions_->screen(request) : std::nullopt;
    } catch (...) {
      return to_reply(internal_error("the request was not answered"));
    }
  }

  /// Reads a request up to its body: the first byte within the idle time, the rest, with the body,
  /// within the request time.
  net::awaitable<boost::system::error_code> read_header(parser& request) {
    boost::system::error_code failed;
    auto token = net::redirect_error(net::use_awaitable, failed);
    if (buffer_.size() == 0) {
      stream_.expires_after(is_first_ ? sessions_->settings.request_time
                                      : sessions_->settings.idle_time);
      auto got = co_await stream_.async_read_some(buffer_.prepare(4096), token);
      buffer_.commit(got);
      if (failed) {
        co_return failed;
      }
    }
    is_first_ = false;
    stream_.expires_after(sessions_->settings.request_time);
    co_await http::async_read_header(stream_, buffer_, request, token);
    co_return failed;
  }

  net::awaitable<boost::system::error_code> read_body(parser& request) {
    boost::system::error_code failed;
    auto token = net::redirect_error(net::use_awaitable, failed);
    if (beast::iequals(request.get()[http::field::expect], "100-continue")) {
      static constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
      co_await net::async_write(stream_, net::buffer(go_on), token);
      if (failed) {
        co_return failed;
      }
    }
    co_await http::async_read(stream_, buffer_, request, token);
    co_return failed;
  }

  /// Says what was wrong with a request, where that can be said.
  net::awaitable<bool> refuse(boost::system::error_code failed, parser& request) {
    if (is_cut_off_ || failed == beast::error::timeout || failed == http::error::end_of_stream
        || failed == net::error::eof || failed == net::error::connection_reset
        || failed == net::error::operation_aborted) {
      co_return false;
    }
    auto why = bad_request("the request is not HTTP/1.1");
    if (failed == http::error::body_limit) {
      why = payload_too_large("the body is longer than "
                              + std::to_string(sessions_->settings.body_limit)
                              + " bytes (--body-limit-bytes)");
    } else if (failed == http::error::header_limit) {
      why = headers_too_large("the headers are too long");
    }
    co_return co_await refuse(why, request);
  }

  /// Refuses what nobody but the server has seen.
  net::awaitable<bool> refuse(const api_error& why, parser& request) {
    if (sessions_->settings.note_refused) {
      auto method = request.get().method_string();
      sessions_->settings.note_refused({method.data(), method.size()}, why.status);
    }
    co_return co_await refuse(to_reply(why), request);
  }

  /// Replies to a request of which more may be under way, and closes.
  net::awaitable<bool> refuse(http_reply why, parser& request) {
    auto is_head = request.get().method() == http::verb::head;
    auto written = co_await write_whole(std::move(why), request, false, is_head);
    if (written) {
      co_await discard_rest();
    }
    co_return false;
  }

  /// Reads on for a while, since a connection that is closed on unread bytes takes the reply with
  /// it.
  net::awaitable<void> discard_rest() {
    boost::system::error_code failed;
    stream_.socket().shutdown(net::ip::tcp::socket::shutdown_send, failed);
    buffer_.clear();
    waiting_place place{*sessions_, this};
    stream_.expires_after(linger_time);
    while (!failed && !sessions_->is_stopping) {
      co_await stream_.async_read_some(buffer_.prepare(16384),
                                       net::redirect_error(net::use_awaitable, failed)); // not kept
    }
  }

  /// What the handler gets of a request, but for its body.
  [[nodiscard]] http_request take(const http::request<http::string_body>& request,
                                  http_target target) const {
    http_request result{.method = std::string{request.method_string()},
                        .target = std::move(target),
                        .headers = {},
                        .body = {},
                        .peer = peer_};
    for (const auto& field : request) {
      result.headers.emplace_back(field.name_string(), field.value());
    }
    return result;
  }

  /// Writes what comes of a request, or that nothing came of it in time. False where the client is
  /// gone.
  net::awaitable<bool> send(pending_reply& reply, parser& request, bool is_head, bool keeps,
                            bool old) {
    auto patience = sessions_->settings.answer_time;
    auto end = reply.may_take_any_time() ? wake_signal::time_point::max()
                                         : std::chrono::steady_clock::now() + patience;
    std::optional<http_reply> head;
    while (!(head = reply.take_head())) {
      if (std::chrono::steady_clock::now() >= end) {
        reply.begin(to_reply(unavailable("no answer within "
                                         + std::to_string(patience.count() / 1000) + " seconds")),
                    false);
        continue;
      }
      co_await filled_->wait(end);
    }
    if (!reply.is_in_pieces()) {
      co_return co_await write_whole(std::move(*head), request, keeps, is_head);
    }
    co_return co_await write_pieces(reply, std::move(*head), is_head, keeps, old);
  }

  net::awaitable<bool> write_whole(http_reply reply, parser& request, bool keeps,
                                   bool is_head = false) {
    http::response<http::string_body> response;
    fill(response, reply);
    response.keep_alive(keeps);
    response.body() = std::move(reply.body);
    response.prepare_payload();
    http::response_serializer<http::string_body> serializer{response};
    boost::system::error_code failed;
    auto token = net::redirect_error(net::use_awaitable, failed);
    stream_.expires_after(sessions_->settings.write_time);
    if (is_head) {
      co_await http::async_write_header(stream_, serializer, token);
    } else {
      co_await http::async_write(stream_, serializer, token);
    }
    co_return !failed;
  }

  net::awaitable<bool> write_pieces(pending_reply& reply, http_reply head, bool is_head, bool keeps,
                                    bool old) {
    http::response<http::empty_body> response;
    fill(response, head);
    response.keep_alive(keeps);
    response.chunked(!old);
    http::response_serializer<http::empty_body> serializer{response};
    boost::system::error_code failed;
    auto token = net::redirect_error(net::use_awaitable, failed);
    stream_.expires_after(sessions_->settings.write_time);
    co_await http::async_write_header(stream_, serializer, token);
    while (!failed && !is_head && !reply.has_ended()) {
      auto piece = reply.take_piece();
      if (!piece) {
        co_await filled_->wait();
        continue;
      }
      stream_.expires_after(sessions_->settings.write_time);
      if (old) {
        co_await net::async_write(stream_, net::buffer(*piece), token);
      } else {
        co_await net::async_write(stream_, http::make_chunk(net::buffer(*piece)), token);
      }
    }
    if (!failed && !is_head && !old) {
      stream_.expires_after(sessions_->settings.write_time);
      co_await net::async_write(stream_, http::make_chunk_last(), token);
    }
    co_return !failed && !old;
  }

  template <class Response>
  static void fill(Response& response, const http_reply& reply) {
    response.version(11);
    response.result(reply.status);
    for (const auto& [name, value] : reply.headers) {
      response.insert(name, value);
    }
    if (!reply.type.empty()) {
      response.set(http::field::content_type, reply.type);
    }
  }

  class closes_at_end {
  public:
    explicit closes_at_end(pending_reply& reply) : reply_(reply) {
      // nop
    }

    closes_at_end(const closes_at_end&) = delete;
    closes_at_end& operator=(const closes_at_end&) = delete;

    ~closes_at_end() {
      reply_.close();
    }

  private:
    pending_reply& reply_;
  };

  /// The session's place among those that wait for a request.
  class waiting_place {
  public:
    waiting_place(http_sessions& sessions, http_session* self)
      : sessions_(sessions), place_(sessions.waiting.insert(sessions.waiting.end(), self)) {
      // nop
    }

    waiting_place(const waiting_place&) = delete;
    waiting_place& operator=(const waiting_place&) = delete;

    ~waiting_place() {
      sessions_.waiting.erase(place_);
    }

  private:
    http_sessions& sessions_;
    std::list<http_session*>::iterator place_;
  };

  std::shared_ptr<http_sessions> sessions_;
  beast::tcp_stream stream_;
  std::shared_ptr<wake_signal> filled_; ///< the reply under way
  std::list<http_session*>::iterator place_;
  std::string peer_;
  beast::flat_buffer buffer_;
  std::weak_ptr<pending_reply> reply_; ///< to the request under way
  bool is_first_ = true;
  bool is_cut_off_ = false;
};

net::awaitable<void> serve_http(net::ip::tcp::socket socket,
                                std::shared_ptr<http_sessions> sessions) {
  http_session session{std::move(socket), std::move(sessions)};
  co_await session.serve();
}

bool cut_off_slowest(http_sessions& sessions) {
  if (sessions.waiting.empty()) {
    return false;
  }
  sessions.waiting.front()->cut_off();
  return true;
}

void begin_stopping(http_sessions& sessions) {
  sessions.is_stopping = true;
  for (auto* session : sessions.all) {
    session->end_stream();
  }
  for (auto* session : sessions.waiting) {
    session->cut_off();
  }
}

} // namespace faucet
