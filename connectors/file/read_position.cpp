#include "connectors/file/read_position.hpp"

#include "connectors/formats/json_parser.hpp"
#include "model/json_writer.hpp"

#include <algorithm>

namespace faucet {

namespace {

tl::unexpected<error> not_ours(const bookmark& stored) {
  return fail(ec::state_failed,
              "the stored bookmark is none of an incremental file source; clear the state to read "
              "all files again",
              stored.json);
}

std::string_view name_of(newness by) noexcept {
  return by == newness::name ? "name" : "mtime";
}

} // namespace

expected<read_position> read_position::parse(const bookmark& stored, newness by) {
  page_builder memory;
  auto parsed = json_parser{}.parse(stored.json, memory);
  if (!parsed || !parsed->is_object()) {
    return not_ours(stored);
  }
  auto fields = parsed->as_object();
  const auto* kind = fields.find("by");
  if (kind == nullptr || !kind->is_string()) {
    return not_ours(stored);
  }
  if (kind->as_text() != name_of(by)) {
    return fail(ec::state_failed,
                "the stored bookmark was made by \"" + std::string{kind->as_text()}
                  + "\" and this run goes by \"" + std::string{name_of(by)}
                  + "\"; clear the state to change that",
                "incremental");
  }
  read_position result{by};
  result.started_ = true;
  if (by == newness::name) {
    const auto* last = fields.find("last");
    if (last == nullptr || !last->is_string()) {
      return not_ours(stored);
    }
    result.last_ = last->as_text();
    return result;
  }
  const auto* mtime = fields.find("mtime_ns");
  const auto* paths = fields.find("paths");
  if (mtime == nullptr || mtime->kind() != kind::int64 || paths == nullptr || !paths->is_list()) {
    return not_ours(stored);
  }
  result.mtime_ns_ = mtime->as_int();
  for (const auto& path : paths->as_list()) {
    if (!path.is_string()) {
      return not_ours(stored);
    }
    result.paths_.emplace_back(path.as_text());
  }
  std::ranges::sort(result.paths_);
  return result;
}

bookmark read_position::to_bookmark() const {
  page_builder memory;
  std::string json;
  auto kind = value::of_string(name_of(by_));
  if (by_ == newness::name) {
    append_json(
      json, memory.object(make_shape({"by", "last"}), std::array{kind, value::of_string(last_)}));
    return {std::move(json)};
  }
  std::vector<value> paths;
  for (const auto& path : paths_) {
    paths.push_back(value::of_string(path));
  }
  append_json(json, memory.object(make_shape({"by", "mtime_ns", "paths"}),
                                  std::array{kind, value::of_int(mtime_ns_), memory.list(paths)}));
  return {std::move(json)};
}

bool read_position::is_new(const found_file& file) const {
  if (!started_) {
    return true;
  }
  if (by_ == newness::name) {
    return file.path > last_;
  }
  return file.mtime_ns > mtime_ns_
         || (file.mtime_ns == mtime_ns_ && !std::ranges::binary_search(paths_, file.path));
}

void read_position::advance(const found_file& file) {
  if (by_ == newness::name) {
    last_ = file.path;
  } else {
    if (file.mtime_ns != mtime_ns_) {
      paths_.clear();
    }
    mtime_ns_ = file.mtime_ns;
    paths_.insert(std::ranges::upper_bound(paths_, file.path), file.path);
  }
  started_ = true;
}

void sort_for_reading(std::vector<found_file>& files, newness by) {
  if (by == newness::mtime) {
    std::ranges::stable_sort(files, {}, &found_file::mtime_ns);
  }
}

} // namespace faucet
