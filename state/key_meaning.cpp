#include "state/key_meaning.hpp"

#include <array>

namespace faucet {

namespace {

constexpr std::string_view separator = "::";

struct named_marker {
  std::string_view segment;
  key_kind kind;
};

constexpr std::array row_markers{
  named_marker{"__sla__", key_kind::sla},
  named_marker{"__profiling__", key_kind::profiling},
  named_marker{"__status__", key_kind::status},
  named_marker{"__lease__", key_kind::lease},
  named_marker{"__rollback__", key_kind::rollback_index},
};

constexpr std::array pipeline_markers{
  named_marker{"__replication__", key_kind::replication},
  named_marker{"__backfill__", key_kind::backfill_marker},
  named_marker{"__serve_backfill__", key_kind::serve_backfill_marker},
  named_marker{"backfill", key_kind::backfill_unit},
};

template <size_t N>
const named_marker* find(const std::array<named_marker, N>& among, std::string_view segment) {
  for (const auto& candidate : among) {
    if (candidate.segment == segment) {
      return &candidate;
    }
  }
  return nullptr;
}

/// Takes the next segment off; a text without separator is its own last segment.
std::string_view next_segment(std::string_view& text) {
  auto end = text.find(separator);
  auto result = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + separator.size());
  return result;
}

} // namespace

const char* to_string(key_kind what) noexcept {
  switch (what) {
    case key_kind::bookmark:
      return "bookmark";
    case key_kind::sla:
      return "sla";
    case key_kind::profiling:
      return "profiling";
    case key_kind::status:
      return "status";
    case key_kind::lease:
      return "lease";
    case key_kind::rollback_index:
      return "rollback_index";
    case key_kind::rollback_run:
      return "rollback_run";
    case key_kind::replication:
      return "replication";
    case key_kind::backfill_marker:
      return "backfill_marker";
    case key_kind::backfill_unit:
      return "backfill_unit";
    case key_kind::serve_backfill_marker:
      break;
  }
  return "serve_backfill_marker";
}

std::string key_prefix(std::string_view pipeline) {
  return std::string{pipeline} + std::string{separator};
}

std::optional<key_meaning> meaning_of(std::string_view pipeline, std::string_view key) {
  if (!key.starts_with(key_prefix(pipeline))) {
    return std::nullopt;
  }
  key.remove_prefix(pipeline.size() + separator.size());
  auto row = next_segment(key);
  if (const auto* marker = find(pipeline_markers, row)) {
    return key_meaning{.kind = marker->kind, .row = {}, .sub = {}, .id = std::string{key}};
  }
  key_meaning result{.kind = key_kind::bookmark, .row = std::string{row}, .sub = {}, .id = {}};
  while (!key.empty()) {
    auto segment = next_segment(key);
    if (const auto* marker = find(row_markers, segment)) {
      result.kind = marker->kind;
      result.id = key;
      if (marker->kind == key_kind::rollback_index && !key.empty()) {
        result.kind = key_kind::rollback_run;
      }
      return result;
    }
    result.sub += (result.sub.empty() ? "" : std::string{separator}) + std::string{segment};
  }
  return result;
}

std::string bookmark_key(std::string_view pipeline, const key_meaning& of) {
  auto result = key_prefix(pipeline) + of.row;
  return of.sub.empty() ? result : result + std::string{separator} + of.sub;
}

} // namespace faucet
