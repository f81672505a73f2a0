#pragma once

// Specialisations of option_type for scalars; see there. Included by config/options.hpp.

#include "config/option_type.hpp"

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace faucet {

/// One spelling of an enumerator. The first spelling of a value is the one that is shown.
template <class E>
using enum_name = std::pair<std::string_view, E>;

/// A single character; in files also its byte value as a number (44 is a comma).
using character = char;

namespace detail {

expected<void> read_bool(const node& from, std::string_view key, bool& into);
expected<void> read_integer(const node& from, std::string_view key, int64_t min, int64_t max,
                            int64_t& into);
expected<void> read_unsigned(const node& from, std::string_view key, uint64_t max, uint64_t& into);
expected<void> read_double(const node& from, std::string_view key, double& into);
expected<void> read_character(const node& from, std::string_view key, char& into);
expected<void> read_string(const node& from, std::string_view key, std::string& into);
/// Refuses a number outside its bounds; leaves whatever is no number to others.
expected<void> check_bounds(const node& found, std::string_view key, std::optional<int64_t> minimum,
                            std::optional<int64_t> maximum);
/// Refuses text that no file can be named by.
expected<void> check_path(const node& found, std::string_view key);
/// Index of the spelling that was found.
expected<size_t> read_choice(const node& from, std::string_view key,
                             std::span<const std::string_view> spellings);

std::string json_text(std::string_view text);
std::string json_text(double x);

} // namespace detail

template <>
struct option_type<bool> {
  static expected<void> read(const node& from, std::string_view key, bool& into) {
    return detail::read_bool(from, key, into);
  }

  static type_schema describe() {
    return {.what = type_schema::form::boolean};
  }

  static std::string to_json(bool x) {
    return x ? "true" : "false";
  }
};

template <std::signed_integral T>
requires(!std::same_as<T, char>) struct option_type<T> {
  static expected<void> read(const node& from, std::string_view key, T& into) {
    int64_t wide = 0;
    return detail::read_integer(from, key, std::numeric_limits<T>::min(),
                                std::numeric_limits<T>::max(), wide)
      .map([&] { into = static_cast<T>(wide); });
  }

  static type_schema describe() {
    return {.what = type_schema::form::integer};
  }

  static std::string to_json(T x) {
    return std::to_string(x);
  }
};

template <std::unsigned_integral T>
requires(!std::same_as<T, char> && !std::same_as<T, bool>) struct option_type<T> {
  static expected<void> read(const node& from, std::string_view key, T& into) {
    uint64_t wide = 0;
    return detail::read_unsigned(from, key, std::numeric_limits<T>::max(), wide).map([&] {
      into = static_cast<T>(wide);
    });
  }

  static type_schema describe() {
    return {.what = type_schema::form::integer, .minimum = 0};
  }

  static std::string to_json(T x) {
    return std::to_string(x);
  }
};

template <>
struct option_type<double> {
  static expected<void> read(const node& from, std::string_view key, double& into) {
    return detail::read_double(from, key, into);
  }

  static type_schema describe() {
    return {.what = type_schema::form::number};
  }

  static std::string to_json(double x) {
    return detail::json_text(x);
  }
};

template <>
struct option_type<char> {
  static expected<void> read(const node& from, std::string_view key, char& into) {
    return detail::read_character(from, key, into);
  }

  static type_schema describe() {
    return {.what = type_schema::form::any};
  }

  static std::string to_json(char x) {
    return detail::json_text(std::string_view{&x, 1});
  }
};

template <>
struct option_type<std::string> {
  static expected<void> read(const node& from, std::string_view key, std::string& into) {
    return detail::read_string(from, key, into);
  }

  static type_schema describe() {
    return {.what = type_schema::form::string};
  }

  static std::string to_json(const std::string& x) {
    return detail::json_text(x);
  }
};

/// Any JSON value, kept as it is.
template <>
struct option_type<node> {
  static expected<void> read(const node& from, std::string_view, node& into) {
    into = from;
    return {};
  }

  static type_schema describe() {
    return {};
  }

  static std::string to_json(const node&) {
    return {};
  }
};

template <class E>
requires requires {
  enum_names(E{});
}
struct option_type<E> {
  static expected<void> read(const node& from, std::string_view key, E& into) {
    return detail::read_choice(from, key, spellings()).map([&](size_t at) {
      into = enum_names(E{})[at].second;
    });
  }

  static type_schema describe() {
    type_schema result{.what = type_schema::form::string};
    for (auto spelling : spellings()) {
      result.choices.emplace_back(spelling);
    }
    return result;
  }

  static std::string to_json(E x) {
    for (const auto& [spelling, candidate] : enum_names(E{})) {
      if (candidate == x) {
        return detail::json_text(spelling);
      }
    }
    return {};
  }

private:
  static std::vector<std::string_view> spellings() {
    std::vector<std::string_view> result;
    for (const auto& [spelling, ignored] : enum_names(E{})) {
      result.push_back(spelling);
    }
    return result;
  }
};

} // namespace faucet
