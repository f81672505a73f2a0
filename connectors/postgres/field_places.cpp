#include "connectors/postgres/field_places.hpp"

#include "connectors/warned_fields.hpp"

#include <algorithm>

namespace faucet {

namespace {

constexpr value nothing;

} // namespace

pg_field_places::pg_field_places(const std::vector<pg_column>& columns,
                                 const column_mapping& mapping, std::string unwritten,
                                 const driver_context& context)
  : columns_(columns), whole_records_(!mapping.auto_map()), unwritten_(std::move(unwritten)),
    context_(context) {
  auto found = std::ranges::find(columns_, mapping.document_column, &pg_column::name);
  document_ = static_cast<size_t>(found - columns_.begin());
}

const pg_field_places::plan& pg_field_places::plan_of(const shape& fields) {
  return **plans_.find(fields, [this](const shape& all) { return make_plan(all); });
}

pg_field_places::plan pg_field_places::make_plan(const shape& fields) {
  plan result;
  result.field_of.assign(columns_.size(), shape::npos);
  for (size_t i = 0; i < fields.size(); ++i) {
    auto found = std::ranges::find(columns_, fields.name(i), &pg_column::name);
    if (found == columns_.end() || found->computed) {
      if (unwritten_.empty() || fields.name(i) != unwritten_) {
        warn_of(fields.name(i), found != columns_.end());
        result.unwritten = fields.name(i);
      }
      continue;
    }
    result.field_of[static_cast<size_t>(found - columns_.begin())] = i;
  }
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (result.field_of[i] != shape::npos) {
      result.columns.push_back(i);
    }
  }
  return result;
}

void pg_field_places::warn_of(std::string_view field, bool computed) {
  if (!context_.warn || warned_.size() >= most_warned_fields || warned_.contains(field)) {
    return;
  }
  warned_.emplace(field);
  context_.warn("field \"" + std::string{field} + "\" is not written: "
                + (computed ? "the server computes that column" : "the table has no such column"));
}

std::vector<size_t> pg_field_places::columns_of(const page& rows,
                                                const std::vector<size_t>& positions) {
  if (whole_records_) {
    return {document_};
  }
  std::vector<bool> filled(columns_.size());
  const shape* last = nullptr;
  for (auto position : positions) {
    const auto& fields = rows.rows()[position].as_object().fields();
    if (&fields == last) {
      continue;
    }
    last = &fields;
    for (auto column : plan_of(*last).columns) {
      filled[column] = true;
    }
  }
  std::vector<size_t> result;
  for (size_t i = 0; i < columns_.size(); ++i) {
    if (filled[i]) {
      result.push_back(i);
    }
  }
  return result;
}

const std::vector<size_t>& pg_field_places::columns_of(const value& record) {
  return plan_of(record.as_object().fields()).columns;
}

bool pg_field_places::fills_any(const value& record) {
  return whole_records_ || !columns_of(record).empty();
}

std::optional<std::string> pg_field_places::unwritten_field(const value& record) {
  return whole_records_ ? std::nullopt : plan_of(record.as_object().fields()).unwritten;
}

void pg_field_places::select(const value& record) {
  record_ = &record;
  selected_ = whole_records_ ? nullptr : &plan_of(record.as_object().fields());
}

const value& pg_field_places::cell(size_t column) const noexcept {
  if (selected_ == nullptr) {
    return *record_;
  }
  auto field = selected_->field_of[column];
  return field == shape::npos ? nothing : record_->as_object()[field];
}

} // namespace faucet
