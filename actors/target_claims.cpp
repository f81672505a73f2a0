#include "actors/target_claims.hpp"

#include "connectors/table_target.hpp"

namespace faucet {

namespace {

/// Terminals, /dev/null and the like bear several writers.
bool keeps_data(const std::filesystem::path& file) {
  std::error_code unknown;
  auto what = std::filesystem::status(file, unknown).type();
  return what == std::filesystem::file_type::not_found
         || what == std::filesystem::file_type::regular || what == std::filesystem::file_type::none;
}

std::string name_of(const std::filesystem::path& file) {
  std::error_code unknown;
  return std::filesystem::absolute(file, unknown).lexically_normal().string();
}

} // namespace

expected<void> target_claims::claim(const sink_driver& sink, const std::string& who) {
  for (const auto& file : sink.writes()) {
    if (!keeps_data(file)) {
      continue;
    }
    if (auto ok = claim(name_of(file), who); !ok) {
      return ok;
    }
  }
  auto replaced = replaced_table(sink);
  return replaced.empty() ? expected<void>{} : claim(replaced, who);
}

expected<void> target_claims::claim(const std::string& target, const std::string& who) {
  auto [owner, is_new] = owners_.try_emplace(target, who);
  if (!is_new) {
    return fail(ec::invalid_config,
                owner->second
                  + " of the same run writes it, too; put what tells records apart into "
                    "the name",
                target);
  }
  return {};
}

} // namespace faucet
