#pragma once

#include "connectors/page_cursor.hpp"
#include "model/bookmark.hpp"
#include "model/error.hpp"
#include "model/page.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace faucet {

/// A table as its server knows it.
struct opened_table {
  std::string identity; ///< the same for the same table, however it is reached and called
  std::string name;     ///< for people
};

/// What a sink does with a table.
enum class table_use {
  adds,
  replaces, ///< once it has everything
  done      ///< replaced, or not any more to be
};

/// What a driver may use of the run it works in.
struct driver_context {
  /// Set when the run is cancelled. A driver that waits (a pause, a slow peer) looks at it at least
  /// every 50 ms and then returns early.
  std::shared_ptr<const std::atomic<bool>> stop;

  /// How long, from then on, a sink may go on with what it was given last. It is better to give
  /// that up than to be gone: nobody waits much longer.
  std::chrono::milliseconds stop_grace = std::chrono::seconds{4};

  /// How long what an earlier owner of the same run still holds is waited for; not at all where
  /// there was none, for then another run holds it.
  std::chrono::milliseconds patience_with_earlier_owner{0};

  /// Tells the user of something that is not an error, for example a skipped file.
  std::function<void(std::string)> warn;

  /// Sinks only: gives a row of the page being written, by its position there, to the dead letters.
  /// Absent where none are kept; then a row that cannot be written fails its page as a whole.
  std::function<void(size_t row, error why)> reject;

  /// Sinks of tables only: notes what is done with a table that has been opened. Refused where rows
  /// of the run would drop what others of it wrote. May be absent.
  std::function<expected<void>(const opened_table& table, table_use how)> claim;

  [[nodiscard]] bool stopped() const noexcept {
    return stop && stop->load(std::memory_order_relaxed);
  }
};

/// Something that a source can read: a table, for example.
struct dataset {
  std::string name;
  std::vector<std::pair<std::string, std::string>> options; ///< of a source that reads just that
  std::optional<uint64_t> estimated_rows;                   ///< none where nobody has counted
  std::vector<std::string> primary_key;                     ///< columns, in their order in the key
};

/// Reads records. Blocking; used by one thread at a time. Made from checked options without any
/// I/O: the first I/O is in open.
class source_driver {
public:
  virtual ~source_driver() = default;

  /// Called once, before the first page. `resume` is a bookmark that an earlier run of the same
  /// source stored: read on behind it.
  virtual expected<void> open(const driver_context& context,
                              const std::optional<bookmark>& resume) = 0;

  /// The next page, bounded by batch size and by max_page_bytes; nothing at the end. A stopped
  /// driver may return an empty page.
  virtual expected<std::optional<page>> next() = 0;

  /// Tries, instead of open, whether the source could be read: reaches it, reads no record, changes
  /// nothing.
  virtual expected<void> probe(const driver_context& context) {
    static_cast<void>(context);
    return {};
  }

  /// What there is to read behind the same address, instead of open.
  virtual expected<std::vector<dataset>> discover(const driver_context& context) {
    static_cast<void>(context);
    return fail(ec::invalid_config, "this type of source cannot tell what there is to read");
  }

  /// True where its pages carry bookmarks, so that with a state store a run reads on behind the
  /// last one.
  [[nodiscard]] virtual bool resumes() const {
    return false;
  }

  /// True where the source reads that file; a sink that writes it is refused.
  [[nodiscard]] virtual bool reads(const std::filesystem::path& file) const {
    static_cast<void>(file);
    return false;
  }
};

/// How a run ended, for its sink.
enum class ending {
  completed, ///< Everything was written: publish it.
  cancelled, ///< Stopped at a page boundary.
  failed,    ///< Some page was not written.
};

/// What a sink knows before its first page.
struct sink_start {
  /// An earlier run stored a bookmark for this sink's rows: extend, do not replace.
  bool resuming = false;
};

/// What a sink has accepted and not kept.
struct left_out {
  uint64_t records = 0;
  uint64_t pages = 0; ///< of which nothing is kept

  static constexpr left_out everything() noexcept {
    return {std::numeric_limits<uint64_t>::max(), std::numeric_limits<uint64_t>::max()};
  }
};

/// Writes records. Blocking; used by one thread at a time. Made from checked options without any
/// I/O: the first I/O is in open.
class sink_driver {
public:
  virtual ~sink_driver() = default;

  /// Called once, before the first page. Leaves what is there untouched.
  virtual expected<void> open(const driver_context& context, const sink_start& start) = 0;

  /// Takes a page; says nothing about durability.
  virtual expected<void> write(const page& rows) = 0;

  /// Makes everything accepted so far durable and visible. Called at each checkpoint.
  virtual expected<void> flush() = 0;

  /// Called once at the end, also after a failure of any other function. A sink that replaces
  /// publishes only what was completed or flushed; one that appends flushes in any case.
  virtual expected<void> close(ending how) = 0;

  /// Asked after close: what of the accepted records is not where it was to go, because it was not
  /// published, was taken back with a page that failed, or was skipped.
  [[nodiscard]] virtual left_out omitted() const {
    return {};
  }

  /// Tries, instead of open, whether the sink could be written: reaches it, writes nothing.
  virtual expected<void> probe(const driver_context& context) {
    static_cast<void>(context);
    return {};
  }

  /// True where a completed run replaces all that earlier ones wrote, also where it resumes.
  [[nodiscard]] virtual bool overwrites() const {
    return false;
  }

  /// Files that are written under fixed names.
  [[nodiscard]] virtual std::vector<std::filesystem::path> writes() const {
    return {};
  }
};

/// Changes the records of a page. Pure but for its own state; used by one thread at a time.
class transform {
public:
  virtual ~transform() = default;

  /// Called once, before the first page; reads whatever files the options name.
  virtual expected<void> open(const driver_context& context) {
    static_cast<void>(context);
    return {};
  }

  /// Reads on where `input` stands, until its end or until the result is a full page; at least one
  /// record, if there is one. A result that reaches the end carries the bookmark of the input.
  virtual expected<page> apply(page_cursor& input) = 0;

  /// True where the transform reads that file; a sink that writes it is refused.
  [[nodiscard]] virtual bool reads(const std::filesystem::path& file) const {
    static_cast<void>(file);
    return false;
  }
};

} // namespace faucet
