#include "apps/program/option_checks.hpp"

#include "config/nearest_name.hpp"

#include <algorithm>
#include <charconv>

namespace faucet {

namespace {

/// "text or json"
std::string listed(const std::vector<std::string_view>& words) {
  std::string result;
  for (size_t i = 0; i < words.size(); ++i) {
    result += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
    result += words[i];
  }
  return result;
}

std::string refused(const std::string& value, const std::vector<std::string_view>& words) {
  return "must be " + listed(words) + ", not \"" + value + "\"" + suggestion(value, words);
}

/// As help and completions show it.
std::string description(const std::vector<std::string_view>& words) {
  std::string result;
  for (auto word : words) {
    result += (result.empty() ? "{" : ",") + std::string{word};
  }
  return result + "}";
}

} // namespace

CLI::Validator one_of(std::vector<std::string> words) {
  std::vector<std::string_view> views{words.begin(), words.end()};
  auto shown = description(views);
  return CLI::Validator{[words = std::move(words)](const std::string& value) {
                          return std::ranges::find(words, value) != words.end()
                                   ? std::string{}
                                   : refused(value, {words.begin(), words.end()});
                        },
                        shown};
}

CLI::Validator numbered(std::vector<std::pair<std::string, int>> words) {
  auto names_of = [](const auto& all) {
    std::vector<std::string_view> result;
    for (const auto& [word, number] : all) {
      result.emplace_back(word);
    }
    return result;
  };
  auto shown = description(names_of(words));
  return CLI::Validator{[words = std::move(words), names_of](std::string& value) {
                          auto found =
                            std::ranges::find(words, value, &std::pair<std::string, int>::first);
                          if (found == words.end()) {
                            return refused(value, names_of(words));
                          }
                          value = std::to_string(found->second);
                          return std::string{};
                        },
                        shown};
}

CLI::Validator whole_number(uint64_t least, uint64_t most) {
  auto is_bounded = most != std::numeric_limits<uint64_t>::max();
  auto range = is_bounded ? " from " + std::to_string(least) + " to " + std::to_string(most)
                          : " of " + std::to_string(least) + " or more";
  return CLI::Validator{
    [least, most, range](const std::string& value) {
      uint64_t number = 0;
      const auto* end = value.data() + value.size();
      auto [stop, failed] = std::from_chars(value.data(), end, number);
      auto is_good = failed == std::errc{} && stop == end && number >= least && number <= most;
      return is_good ? std::string{} : "must be a whole number" + range + ", not \"" + value + "\"";
    },
    {}};
}

} // namespace faucet
