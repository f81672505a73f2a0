#include "model/page.hpp"

#include "model/page_builder.hpp"
#include "model/page_content.hpp"

#include <algorithm>
#include <memory>

namespace faucet {

std::span<const value> page::rows() const noexcept {
  return data_ ? std::span<const value>{data_->rows} : std::span<const value>{};
}

size_t page::bytes() const noexcept {
  return data_ ? data_->bytes() : 0;
}

const std::optional<bookmark>& page::resume() const noexcept {
  static const std::optional<bookmark> nowhere;
  return data_ ? data_->resume : nowhere;
}

page_builder::page_builder() : data_(std::make_shared<page::content>()) {
  // nop
}

page_builder::page_builder(page_builder&&) noexcept = default;

page_builder& page_builder::operator=(page_builder&&) noexcept = default;

page_builder::~page_builder() = default;

void page_builder::keep(std::shared_ptr<const void> owner, size_t bytes) {
  data_->kept_bytes += bytes;
  if (data_->kept.empty() || data_->kept.back() != owner) {
    data_->kept.push_back(std::move(owner));
  }
}

void page_builder::keep(const page& origin) {
  if (origin.data_) {
    keep(origin.data_, 0);
  }
}

arena& page_builder::memory() noexcept {
  return data_->memory;
}

value page_builder::string(std::string_view utf8) {
  return value::of_string(data_->memory.copy(utf8));
}

value page_builder::list(std::span<const value> items) {
  auto* target = static_cast<value*>(data_->memory.allocate(items.size() * sizeof(value)));
  std::uninitialized_copy(items.begin(), items.end(), target);
  return value::of_list({target, items.size()});
}

value page_builder::object(const shape_ptr& fields, std::span<const value> cells) {
  auto [result, target] = object(fields);
  std::copy_n(cells.begin(), std::min(cells.size(), target.size()), target.begin());
  return result;
}

std::pair<value, std::span<value>> page_builder::object(const shape_ptr& fields) {
  use(fields);
  auto count = fields->size();
  auto* header = static_cast<object_header*>(
    data_->memory.allocate(sizeof(object_header) + count * sizeof(value)));
  header->fields = fields.get();
  auto* cells = reinterpret_cast<value*>(header + 1);
  std::uninitialized_default_construct_n(cells, count);
  return {value::of_object(object_view{header}), {cells, count}};
}

value page_builder::copy(const value& x) {
  switch (x.kind()) {
    case kind::string:
      return string(x.as_text());
    case kind::decimal:
      return value::of_decimal(data_->memory.copy(x.as_text()));
    case kind::bytes:
      return value::of_bytes(data_->memory.copy(x.as_text()));
    case kind::list: {
      std::vector<value> items;
      items.reserve(x.as_list().size());
      for (const auto& item : x.as_list()) {
        items.push_back(copy(item));
      }
      return list(items);
    }
    case kind::object: {
      auto origin = x.as_object();
      std::vector<std::string_view> names{origin.fields().names().begin(),
                                          origin.fields().names().end()};
      auto fields = copied_shapes_.intern(names); // by value: nested copies intern too
      auto [result, cells] = object(fields);
      for (size_t i = 0; i < cells.size(); ++i) {
        cells[i] = copy(origin[i]);
      }
      return result;
    }
    default:
      return x;
  }
}

void page_builder::add(const value& row) {
  data_->rows.push_back(row);
}

size_t page_builder::rows() const noexcept {
  return data_->rows.size();
}

size_t page_builder::bytes() const noexcept {
  return data_->bytes();
}

bool page_builder::full(size_t max_rows) const noexcept {
  return (max_rows != 0 && rows() >= max_rows) || bytes() >= max_page_bytes;
}

page page_builder::finish(std::optional<bookmark> resume) {
  auto rows = data_->rows.size();
  data_->resume = std::move(resume);
  page result{std::shared_ptr<const page::content>(std::move(data_))};
  data_ = std::make_shared<page::content>();
  data_->rows.reserve(rows);
  last_used_ = nullptr;
  return result;
}

void page_builder::use(const shape_ptr& fields) {
  if (last_used_ == fields.get()) {
    return;
  }
  last_used_ = fields.get();
  data_->shapes.insert(fields);
}

page first_rows(const page& origin, size_t count) {
  page_builder result;
  result.keep(origin);
  for (const auto& row : origin.rows().first(std::min(count, origin.size()))) {
    result.add(row);
  }
  return result.finish();
}

} // namespace faucet
