#include "apps/node/http/session.hpp"

#include "apps/node/http/api_error.hpp"
#include "apps/node/http/reply_writer.hpp"
#include "apps/node/http/request_reader.hpp"

#include <boost/beast/http.hpp>

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

namespace faucet {

class http_session {
public:
  http_session(net::ip::tcp::socket socket, std::shared_ptr<http_sessions> sessions)
    : sessions_(std::move(sessions)), stream_(std::move(socket)),
      reader_(stream_, sessions_->settings),
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
    request_parser request;
    http_request taken;
    boost::system::error_code failed;
    {
      waiting_place place{*sessions_, this};
      failed = co_await reader_.read_header(request);
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
        failed = co_await reader_.read_body(request);
      }
      if (failed) {
        co_return co_await refuse(failed, request);
      }
    }
    taken.body = std::move(request.get().body());
    auto is_old = request.get().version() < 11;
    reply_manner manner{.keeps = request.keep_alive() && !is_old,
                        .is_head = request.get().method() == http::verb::head,
                        .is_old = is_old};
    auto reply = std::make_shared<pending_reply>([signal = filled_] { signal->give(); });
    reply_ = reply;
    closes_at_end closing{*reply}; // also where the server stops while it waits
    hand_over(std::move(taken), reply);
    auto sent = co_await send(*reply, manner);
    co_return sent&& manner.keeps && !sessions_->is_stopping;
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

  /// Says what was wrong with a request, where that can be said.
  net::awaitable<bool> refuse(boost::system::error_code failed, request_parser& request) {
    auto why = reader_.why_unread(failed);
    if (is_cut_off_ || !why) {
      co_return false;
    }
    co_return co_await refuse(*why, request);
  }

  /// Refuses what nobody but the server has seen.
  net::awaitable<bool> refuse(const api_error& why, request_parser& request) {
    if (sessions_->settings.note_refused) {
      auto method = request.get().method_string();
      sessions_->settings.note_refused({method.data(), method.size()}, why.status);
    }
    co_return co_await refuse(to_reply(why), request);
  }

  /// Replies to a request of which more may be under way, and closes.
  net::awaitable<bool> refuse(http_reply why, request_parser& request) {
    reply_manner manner{.is_head = request.get().method() == http::verb::head};
    auto& patience = sessions_->settings.write_time;
    if (co_await write_whole(stream_, std::move(why), manner, patience)
        && !sessions_->is_stopping) {
      waiting_place place{*sessions_, this};
      co_await reader_.discard_rest();
    }
    co_return false;
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
  net::awaitable<bool> send(pending_reply& reply, reply_manner manner) {
    const auto& times = sessions_->settings;
    auto end = reply.may_take_any_time() ? wake_signal::time_point::max()
                                         : std::chrono::steady_clock::now() + times.answer_time;
    std::optional<http_reply> head;
    while (!(head = reply.take_head())) {
      if (std::chrono::steady_clock::now() >= end) {
        auto waited = std::to_string(times.answer_time.count() / 1000);
        reply.begin(to_reply(unavailable("no answer within " + waited + " seconds")), false);
        continue;
      }
      co_await filled_->wait(end);
    }
    if (!reply.is_in_pieces()) {
      co_return co_await write_whole(stream_, std::move(*head), manner, times.write_time);
    }
    co_return co_await write_pieces(stream_, std::move(*head), reply, *filled_, manner,
                                    times.write_time);
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
  request_reader reader_;
  std::shared_ptr<wake_signal> filled_; ///< the reply under way
  std::list<http_session*>::iterator place_;
  std::string peer_;
  std::weak_ptr<pending_reply> reply_; ///< to the request under way
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
