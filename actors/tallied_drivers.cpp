#include "actors/tallied_drivers.hpp"

#include "connectors/keyed_source.hpp"

#include <utility>

namespace faucet {

namespace {

/// Calls a driver and counts where it fails or throws.
template <class F>
auto watched(failure_tally& failures, F&& f) -> decltype(f()) {
  try {
    auto result = f();
    if (!result) {
      failures.add(result.error().code);
    }
    return result;
  } catch (...) {
    failures.add(ec::internal);
    throw;
  }
}

class tallied_source final : public source_driver {
public:
  tallied_source(std::shared_ptr<source_driver> origin, std::shared_ptr<row_tally> into)
    : origin_(std::move(origin)), keyed_(dynamic_cast<const keyed_source*>(origin_.get())),
      into_(std::move(into)) {
    // nop
  }

  expected<void> open(const driver_context& context,
                      const std::optional<bookmark>& resume) override {
    return watched(into_->source_failures, [&] { return origin_->open(context, resume); });
  }

  expected<std::optional<page>> next() override {
    auto begun = duration_tally::clock::now();
    auto result = watched(into_->source_failures, [&] { return origin_->next(); });
    count_keyless();
    if (result && *result && !(*result)->empty()) {
      into_->source_times.add_since(begun);
      into_->source_pages.add();
      into_->source_records.add((*result)->size());
    }
    return result;
  }

private:
  void count_keyless() {
    auto now = keyed_ != nullptr ? keyed_->keyless() : 0;
    into_->keyless.add(now < keyless_ ? now : now - keyless_); // less: it has begun anew
    keyless_ = now;
  }

  std::shared_ptr<source_driver> origin_;
  const keyed_source* keyed_; ///< the same one, where it is that
  std::shared_ptr<row_tally> into_;
  uint64_t keyless_ = 0;
};

class tallied_sink final : public sink_driver {
public:
  tallied_sink(std::shared_ptr<sink_driver> origin, std::shared_ptr<row_tally> into)
    : origin_(std::move(origin)), into_(std::move(into)) {
    // nop
  }

  expected<void> open(const driver_context& context, const sink_start& start) override {
    return watched(into_->sink_failures, [&] { return origin_->open(context, start); });
  }

  expected<void> write(const page& rows) override {
    if (!rows.empty()) {
      into_->sink_writes.add();
    }
    return watched(into_->sink_failures,
                   [&] { return into_->write_times.timed([&] { return origin_->write(rows); }); });
  }

  expected<void> flush() override {
    return watched(into_->sink_failures,
                   [&] { return into_->flush_times.timed([&] { return origin_->flush(); }); });
  }

  expected<void> close(ending how) override {
    return watched(into_->sink_failures, [&] { return origin_->close(how); });
  }

  [[nodiscard]] left_out omitted() const override {
    return origin_->omitted();
  }

private:
  std::shared_ptr<sink_driver> origin_;
  std::shared_ptr<row_tally> into_;
};

} // namespace

std::shared_ptr<source_driver> tallied(std::shared_ptr<source_driver> origin,
                                       std::shared_ptr<row_tally> into) {
  return into ? std::make_shared<tallied_source>(std::move(origin), std::move(into)) : origin;
}

std::shared_ptr<sink_driver> tallied(std::shared_ptr<sink_driver> origin,
                                     std::shared_ptr<row_tally> into) {
  return into ? std::make_shared<tallied_sink>(std::move(origin), std::move(into)) : origin;
}

} // namespace faucet
