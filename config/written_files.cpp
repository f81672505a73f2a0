#include "config/written_files.hpp"

#include <algorithm>
#include <map>

namespace faucet {

namespace {

/// One name for one file as far as names tell: "./a" and "a" are the same.
std::filesystem::path name_of(const std::filesystem::path& file) {
  std::error_code unknown;
  auto absolute = std::filesystem::absolute(file, unknown);
  auto result = std::filesystem::weakly_canonical(absolute, unknown);
  return unknown ? absolute.lexically_normal() : result;
}

/// Terminals, /dev/null and the like bear several writers.
bool keeps_data(const std::filesystem::path& file) {
  std::error_code unknown;
  auto what = std::filesystem::status(file, unknown).type();
  return what == std::filesystem::file_type::not_found
         || what == std::filesystem::file_type::regular || what == std::filesystem::file_type::none;
}

tl::unexpected<error> refused(std::string what, const component_spec& sink) {
  return fail(ec::invalid_config, std::move(what), to_string(sink.config.where()));
}

expected<void> check_records(const written_files& x) {
  for (const auto& file : x.data) {
    if (x.row->is_child()
        && std::ranges::find(x.data_of_another, file) != x.data_of_another.end()) {
      return refused("row \"" + x.row->id + "\" runs once for each record of \"" + x.row->parent
                       + "\" and would write " + file.string()
                       + " each time; put a reference to the record, ${" + x.row->parent + "."
                       + x.row->parent_key + "} for example, into the name",
                     x.row->sink);
    }
  }
  return {};
}

} // namespace

expected<void> check_written_files(std::span<const written_files> rows) {
  std::map<std::filesystem::path, const row_spec*> written;
  for (const auto& x : rows) {
    if (auto ok = check_records(x); !ok) {
      return ok;
    }
    for (const auto& file : x.data) {
      if (!keeps_data(file)) {
        continue;
      }
      auto [first, is_new] = written.try_emplace(name_of(file), x.row);
      if (!is_new) {
        return refused("rows \"" + first->second->id + "\" and \"" + x.row->id + "\" both write "
                         + file.string(),
                       x.row->sink);
      }
    }
  }
  for (const auto& x : rows) {
    for (const auto& file : x.dead_letters) {
      if (auto data = written.find(name_of(file)); data != written.end()) {
        return refused("the dead letters of row \"" + x.row->id + "\" go into " + file.string()
                         + ", which row \"" + data->second->id + "\" writes its data to",
                       x.row->dlq->sink);
      }
    }
  }
  return {};
}

} // namespace faucet
