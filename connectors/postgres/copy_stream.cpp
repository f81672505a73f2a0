#include "connectors/postgres/copy_stream.hpp"

#include <algorithm>

namespace faucet {

namespace {

constexpr std::chrono::seconds commit_interval{1};

} // namespace

pg_copy_stream::pg_copy_stream(pg_connection& server, const std::string& table,
                               const std::vector<pg_column>& columns, pg_cell_text& texts,
                               const pg_epoch_fence* fence)
  : server_(server), table_(table), columns_(columns), texts_(texts), fence_(fence) {
  // nop
}

/// True where the open COPY can take the columns: what it has and they lack would be NULL anyway.
bool pg_copy_stream::fits(const std::vector<size_t>& columns) const {
  const auto& open = rows_->columns();
  return std::ranges::includes(open, columns) && std::ranges::all_of(open, [&](size_t column) {
           return !columns_[column].has_default || std::ranges::binary_search(columns, column);
         });
}

expected<void> pg_copy_stream::start(const std::vector<size_t>& columns) {
  pg_copy_rows rows{table_, columns_, columns, texts_};
  if (fence_ != nullptr) {
    if (auto begun = server_.execute("BEGIN"); !begun) {
      return fail(std::move(begun));
    }
  }
  if (auto ok = server_.start_copy_in(rows.statement()); !ok) {
    roll_back();
    return ok;
  }
  rows_.emplace(std::move(rows));
  return {};
}

expected<void> pg_copy_stream::write(const page& rows, const std::vector<size_t>& positions,
                                     const std::vector<size_t>& columns, pg_field_places& places) {
  if (rows_ && !fits(columns)) {
    if (auto ok = finish(); !ok) {
      return ok;
    }
  }
  if (!rows_) {
    if (auto ok = start(columns); !ok) {
      return ok;
    }
  }
  auto& page_lines = pages_.emplace_back(copied_page{lines_ + 1, records_, {}});
  size_t next = 0;
  for (auto position : positions) {
    for (; next < position; ++next) {
      page_lines.skipped.push_back(static_cast<uint32_t>(next));
    }
    ++next;
    places.select(rows.rows()[position]);
    if (auto ok = rows_->add(places); !ok) {
      rows_->clear();
      pages_.pop_back();
      auto why = std::move(ok).error();
      why.which = table_ + ", row " + std::to_string(position) + " of the page";
      return tl::unexpected{std::move(why)};
    }
  }
  lines_ += positions.size();
  records_ += rows.size();
  auto ok = server_.put_copied(rows_->lines());
  rows_->clear();
  if (ok && clock::now() - committed_ >= commit_interval) {
    return finish();
  }
  return ok.map([&] {
    uncommitted_.records += positions.size();
    ++uncommitted_.pages;
  });
}

expected<void> pg_copy_stream::finish() {
  if (!rows_) {
    return {};
  }
  auto taken = server_.finish_copy_in();
  rows_.reset();
  committed_ = clock::now();
  if (!taken) {
    auto why = refused(std::move(taken).error());
    roll_back();
    return tl::unexpected{std::move(why)};
  }
  if (auto ok = commit(); !ok) {
    return ok;
  }
  dropped_ += lines_ - std::min(*taken, lines_);
  uncommitted_ = {};
  lines_ = 0;
  pages_.clear();
  return {};
}

expected<void> pg_copy_stream::commit() {
  if (fence_ == nullptr) {
    return {};
  }
  auto allowed = fence_->check(server_);
  if (!allowed) {
    roll_back();
    return allowed;
  }
  return server_.run("COMMIT");
}

void pg_copy_stream::roll_back() {
  if (fence_ != nullptr && server_.is_open()) {
    static_cast<void>(server_.execute("ROLLBACK")); // the failure that counts is there already
  }
}

void pg_copy_stream::abandon() {
  if (rows_) {
    static_cast<void>(server_.abort_copy_in()); // a connection that is gone has done that, too
    roll_back();
    rows_.reset();
  }
}

error pg_copy_stream::refused(error why) const {
  auto place = find_copied_place(server_.failed_place());
  if (!place || !server_.is_open()) {
    return why;
  }
  if (!place->column.empty()) {
    why = about_column(place->column, std::move(why));
  }
  why.which = table_ + ", " + record_at(place->line);
  return why;
}

std::string pg_copy_stream::record_at(uint64_t line) const {
  auto behind = std::ranges::upper_bound(pages_, line, {}, &copied_page::first_line);
  if (behind == pages_.begin()) {
    return "line " + std::to_string(line) + " of a COPY";
  }
  const auto& from = *std::prev(behind);
  auto position = line - from.first_line;
  for (auto skipped : from.skipped) {
    position += skipped <= position ? 1 : 0;
  }
  return "row " + std::to_string(position) + " of the page (record "
         + std::to_string(from.first_record + position + 1) + " of the run)";
}

} // namespace faucet
