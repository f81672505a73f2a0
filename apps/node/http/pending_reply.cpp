#include "apps/node/http/pending_reply.hpp"

#include "apps/node/http/api_error.hpp"

#include <utility>

namespace faucet {

namespace {

class pending_stream final : public http_stream {
public:
  explicit pending_stream(std::shared_ptr<pending_reply> reply) : reply_(std::move(reply)) {
    // nop
  }

  ~pending_stream() override {
    reply_->finish();
  }

  bool send(std::string piece) override {
    return reply_->add(std::move(piece));
  }

  void end() override {
    reply_->finish();
  }

  [[nodiscard]] bool is_open() const override {
    return reply_->is_open();
  }

private:
  std::shared_ptr<pending_reply> reply_;
};

class pending_exchange final : public http_exchange {
public:
  explicit pending_exchange(std::shared_ptr<pending_reply> reply) : reply_(std::move(reply)) {
    // nop
  }

  ~pending_exchange() override {
    answer(to_reply(internal_error("the request was not answered")));
  }

  void answer(http_reply reply) override {
    reply_->begin(std::move(reply), false);
  }

  void allow_any_time() override {
    reply_->allow_any_time();
  }

  [[nodiscard]] bool is_waiting() const override {
    return reply_->is_open();
  }

  std::shared_ptr<http_stream> stream(http_reply head) override {
    auto first = std::exchange(head.body, {});
    auto result = std::make_shared<pending_stream>(reply_);
    if (reply_->begin(std::move(head), true) && !first.empty()) {
      reply_->add(std::move(first));
    }
    return result;
  }

private:
  std::shared_ptr<pending_reply> reply_;
};

} // namespace

pending_reply::pending_reply(std::function<void()> wake) : wake_(std::move(wake)) {
  // nop
}

bool pending_reply::begin(http_reply head, bool in_pieces) {
  std::lock_guard guard{mutex_};
  if (has_begun_ || !wake_) {
    return false;
  }
  has_begun_ = true;
  is_in_pieces_ = in_pieces;
  has_ended_ = !in_pieces;
  head_ = std::move(head);
  wake_();
  return true;
}

bool pending_reply::add(std::string piece) {
  std::lock_guard guard{mutex_};
  if (!wake_ || has_ended_ || size_ + piece.size() > capacity) {
    return false;
  }
  if (!piece.empty()) {
    size_ += piece.size();
    pieces_.push_back(std::move(piece));
    wake_();
  }
  return true;
}

void pending_reply::finish() {
  std::lock_guard guard{mutex_};
  has_ended_ = true;
  if (wake_) {
    wake_();
  }
}

bool pending_reply::is_open() const {
  std::lock_guard guard{mutex_};
  return wake_ && !has_ended_;
}

void pending_reply::allow_any_time() {
  std::lock_guard guard{mutex_};
  may_take_any_time_ = true;
}

bool pending_reply::may_take_any_time() const {
  std::lock_guard guard{mutex_};
  return may_take_any_time_;
}

std::optional<http_reply> pending_reply::take_head() {
  std::lock_guard guard{mutex_};
  return std::exchange(head_, std::nullopt);
}

std::optional<std::string> pending_reply::take_piece() {
  std::lock_guard guard{mutex_};
  if (pieces_.empty()) {
    return std::nullopt;
  }
  auto result = std::move(pieces_.front());
  pieces_.pop_front();
  size_ -= result.size();
  return result;
}

bool pending_reply::is_in_pieces() const {
  std::lock_guard guard{mutex_};
  return is_in_pieces_;
}

bool pending_reply::has_ended() const {
  std::lock_guard guard{mutex_};
  return has_ended_ && pieces_.empty();
}

void pending_reply::close() {
  std::lock_guard guard{mutex_};
  wake_ = nullptr;
}

std::shared_ptr<http_exchange> make_exchange(std::shared_ptr<pending_reply> reply) {
  return std::make_shared<pending_exchange>(std::move(reply));
}

} // namespace faucet
