#include "config/version_requirement.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace faucet {

namespace {

/// One comparison. A version is four numbers: the last is 0 before a release and 1 from it on.
struct comparison {
  using version = std::array<uint64_t, 4>;

  std::string_view operation;
  version at{0, 0, 0, 1};
  size_t given = 0; ///< how many of the three numbers are said

  /// The first version behind all that agree in the first `count` numbers; nothing where all do.
  [[nodiscard]] std::optional<version> behind(size_t count) const {
    if (count == 0) {
      return std::nullopt;
    }
    version result{};
    std::copy_n(at.begin(), count, result.begin());
    ++result[count - 1];
    return result;
  }

  [[nodiscard]] bool holds(const version& x) const {
    auto is_within = [&](size_t count) {
      auto end = behind(count);
      return x >= at && (!end || x < *end);
    };
    if (operation == ">") {
      return given == 3 ? x > at : given > 0 && x >= *behind(given);
    }
    if (operation == ">=") {
      return x >= at;
    }
    if (operation == "<") {
      return given > 0 && x < at;
    }
    if (operation == "<=") {
      return given == 3 ? x <= at : given == 0 || x < *behind(given);
    }
    if (operation == "=") {
      return given == 3 ? x == at : is_within(given);
    }
    if (operation == "~") {
      return is_within(std::min<size_t>(given, 2));
    }
    auto first_that_counts =
      std::find_if(at.begin(), at.begin() + 3, [](auto n) { return n != 0; });
    return is_within(
      std::min<size_t>(given, static_cast<size_t>(first_that_counts - at.begin()) + 1));
  }
};

class comparison_reader {
public:
  explicit comparison_reader(std::string_view text) : left_(text) {
    // nop
  }

  std::optional<comparison> read() {
    comparison result;
    skip_blanks();
    result.operation = operation();
    skip_blanks();
    auto has_wildcard = false;
    for (size_t i = 0; i < 3; ++i) {
      if (i > 0 && !take('.')) {
        break;
      }
      if (take('*') || take('x') || take('X')) {
        has_wildcard = true;
      } else if (has_wildcard || !number(result.at[i])) {
        return std::nullopt;
      } else {
        result.given = i + 1;
      }
    }
    if (take('-')) {
      result.at[3] = 0;
      if (result.given < 3 || !identifiers()) {
        return std::nullopt;
      }
    }
    if (take('+') && !identifiers()) {
      return std::nullopt;
    }
    skip_blanks();
    if (!left_.empty() || (has_wildcard && !result.operation.empty() && result.operation != "=")) {
      return std::nullopt;
    }
    if (result.operation.empty()) {
      result.operation = has_wildcard ? "=" : "^";
    }
    return result;
  }

private:
  void skip_blanks() {
    left_.remove_prefix(std::min(left_.find_first_not_of(" \t"), left_.size()));
  }

  bool take(char c) {
    if (!left_.starts_with(c)) {
      return false;
    }
    left_.remove_prefix(1);
    return true;
  }

  std::string_view operation() {
    static constexpr std::array<std::string_view, 7> all{">=", "<=", ">", "<", "=", "~", "^"};
    for (auto candidate : all) {
      if (left_.starts_with(candidate)) {
        left_.remove_prefix(candidate.size());
        return candidate;
      }
    }
    return {};
  }

  bool number(uint64_t& into) {
    auto [end, status] = std::from_chars(left_.data(), left_.data() + left_.size(), into);
    left_.remove_prefix(static_cast<size_t>(end - left_.data()));
    return status == std::errc{};
  }

  bool identifiers() {
    auto end = std::ranges::find_if_not(left_, [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'
             || c == '.';
    });
    auto size = static_cast<size_t>(end - left_.begin());
    left_.remove_prefix(size);
    return size > 0;
  }

  std::string_view left_;
};

} // namespace

expected<bool> meets(const release_number& release, std::string_view requirement) {
  auto result = true;
  for (auto left = requirement;;) {
    auto part = left.substr(0, left.find(','));
    auto found = comparison_reader{part}.read();
    if (!found) {
      return fail(ec::invalid_config, "\"" + std::string{requirement}
                                        + "\" is no requirement of versions; write \">=1.15\" for "
                                          "example");
    }
    result = result && found->holds({release[0], release[1], release[2], 1});
    if (part.size() == left.size()) {
      return result;
    }
    left.remove_prefix(part.size() + 1);
  }
}

} // namespace faucet
