#include "connectors/bytes/block_pool.hpp"

#include <cstring>

namespace faucet {

namespace {

std::unique_ptr<char[]> make_block(size_t size) {
  auto result = std::make_unique_for_overwrite<char[]>(size + block_pool::padding);
  std::memset(result.get() + size, 0, block_pool::padding);
  return result;
}

} // namespace

block_pool::block_pool(size_t usual_size)
  : usual_size_(usual_size), idle_(std::make_shared<idle_blocks>()) {
  idle_->blocks.reserve(max_idle);
}

std::shared_ptr<char> block_pool::take(size_t size) {
  if (size > usual_size_) {
    auto block = make_block(size);
    return {block.release(), [](char* x) { delete[] x; }};
  }
  std::unique_ptr<char[]> block;
  {
    std::lock_guard lock{idle_->guard};
    if (!idle_->blocks.empty()) {
      block = std::move(idle_->blocks.back());
      idle_->blocks.pop_back();
    }
  }
  if (!block) {
    block = make_block(usual_size_);
  }
  return {block.release(), [idle = idle_](char* x) {
            std::unique_ptr<char[]> done{x};
            std::lock_guard lock{idle->guard};
            if (idle->blocks.size() < max_idle) {
              idle->blocks.push_back(std::move(done));
            }
          }};
}

} // namespace faucet
