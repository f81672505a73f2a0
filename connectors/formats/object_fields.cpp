#include "connectors/formats/object_fields.hpp"

#include <algorithm>
#include <unordered_map>

namespace faucet {

namespace {

constexpr size_t pairwise_limit = 16;

bool pairwise_distinct(std::span<const std::string_view> names) noexcept {
  for (size_t i = 1; i < names.size(); ++i) {
    if (std::find(names.begin(), names.begin() + i, names[i]) != names.begin() + i) {
      return false;
    }
  }
  return true;
}

/// Stands in JSON text as it is.
bool is_plain(const std::string& name) noexcept {
  return name.find_first_of("\"\\") == std::string::npos;
}

} // namespace

void object_fields::start_document() {
  names_.clear();
  cells_.clear();
  objects_ = 0;
}

object_fields::frame object_fields::start_object() {
  auto number = objects_++;
  const auto* guess = number < guesses_.size() ? guesses_[number].get() : nullptr;
  return {number, names_.size(), cells_.size(), 0, guess};
}

void object_fields::add_name(frame& in, std::string_view name) {
  leave_guess(in);
  names_.push_back(name);
  ++in.count;
}

value object_fields::finish_object(frame& in, page_builder& into) {
  shape_ptr fields;
  if (in.guess != nullptr && in.count == in.guess->size()) {
    fields = guesses_[in.number];
  } else {
    leave_guess(in);
    drop_duplicates(in);
    fields = shapes_.intern(std::span{names_}.subspan(in.first_name));
    if (in.number < max_guesses) {
      guesses_.resize(std::max(guesses_.size(), in.number + 1));
      guesses_[in.number] = std::ranges::all_of(fields->names(), is_plain) ? fields : nullptr;
    }
  }
  auto result = into.object(fields, std::span{cells_}.subspan(in.first_cell));
  names_.resize(in.first_name);
  cells_.resize(in.first_cell);
  return result;
}

value object_fields::finish_list(size_t first_cell, page_builder& into) {
  auto result = into.list(std::span{cells_}.subspan(first_cell));
  cells_.resize(first_cell);
  return result;
}

void object_fields::leave_guess(frame& in) {
  if (in.guess != nullptr) {
    const auto& names = in.guess->names();
    names_.insert(names_.end(), names.begin(), names.begin() + static_cast<ptrdiff_t>(in.count));
    in.guess = nullptr;
  }
}

void object_fields::drop_duplicates(const frame& in) {
  auto names = std::span{names_}.subspan(in.first_name);
  if (names.size() <= pairwise_limit && pairwise_distinct(names)) {
    return;
  }
  auto* cells = cells_.data() + in.first_cell;
  std::unordered_map<std::string_view, size_t> places;
  for (size_t i = 0; i < names.size(); ++i) {
    auto [place, is_new] = places.try_emplace(names[i], places.size());
    cells[place->second] = cells[i];
    if (is_new) {
      names[place->second] = names[i];
    }
  }
  names_.resize(in.first_name + places.size());
  cells_.resize(in.first_cell + places.size());
}

} // namespace faucet
