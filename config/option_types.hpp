#pragma once

// Specialisations of option_type; see there. Included by config/options.hpp.

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

/// A list of named things, in the order of the file: a YAML map whose values are of type T.
template <class T>
using named = std::vector<std::pair<std::string, T>>;

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

template <class T>
requires requires(option_visitor& v, T& x) {
  fields(v, x);
}
struct option_type<T> {
  /// A struct with a member `where` learns its place.
  static expected<void> read(const node& from, std::string_view key, T& into) {
    if constexpr (requires { into.where = from.where(); }) {
      into.where = from.where();
    }
    return detail::read_fields(from, key, key, [&into](option_visitor& v) { fields(v, into); });
  }

  /// Inside itself a struct is described as any map: schemas have an end, such values need not.
  static type_schema describe() {
    static thread_local bool inside = false;
    if (inside) {
      return {.what = type_schema::form::map, .items = std::make_shared<type_schema>()};
    }
    inside = true;
    T defaults{};
    auto result = detail::describe_fields([&defaults](option_visitor& v) { fields(v, defaults); });
    inside = false;
    return result;
  }

  static std::string to_json(const T&) {
    return {};
  }
};

template <class T>
struct option_type<std::optional<T>> {
  static expected<void> read(const node& from, std::string_view key, std::optional<T>& into) {
    if (from.is_null()) {
      into.reset();
      return {};
    }
    return option_type<T>::read(from, key, into.emplace());
  }

  static type_schema describe() {
    auto result = option_type<T>::describe();
    result.nullable = true;
    return result;
  }

  static std::string to_json(const std::optional<T>& x) {
    return x ? option_type<T>::to_json(*x) : std::string{};
  }
};

template <class T>
struct option_type<std::vector<T>> {
  static expected<void> read(const node& from, std::string_view key, std::vector<T>& into) {
    const auto* items = from.list();
    if (items == nullptr) {
      return detail::wrong_type(from, key, "a list");
    }
    into.clear();
    for (size_t i = 0; i < items->size(); ++i) {
      auto name = std::string{key} + "[" + std::to_string(i) + "]";
      if (auto ok = option_type<T>::read((*items)[i], name, into.emplace_back()); !ok) {
        return ok;
      }
    }
    return {};
  }

  static type_schema describe() {
    return {.what = type_schema::form::list,
            .items = std::make_shared<type_schema>(option_type<T>::describe())};
  }

  static std::string to_json(const std::vector<T>& x) {
    std::string result = "[";
    for (const auto& item : x) {
      result += (result.size() > 1 ? "," : "") + option_type<T>::to_json(item);
    }
    return result + "]";
  }
};

template <class T>
struct option_type<std::vector<std::pair<std::string, T>>> {
  static expected<void> read(const node& from, std::string_view key, named<T>& into) {
    const auto* entries = from.map();
    if (entries == nullptr) {
      return detail::wrong_type(from, key, "a map");
    }
    into.clear();
    for (const auto& entry : *entries) {
      auto& [name, target] = into.emplace_back(entry.key, T{});
      if (auto ok = option_type<T>::read(entry.value, std::string{key} + "." + name, target); !ok) {
        return ok;
      }
    }
    return {};
  }

  static type_schema describe() {
    return {.what = type_schema::form::map,
            .items = std::make_shared<type_schema>(option_type<T>::describe())};
  }

  static std::string to_json(const named<T>& x) {
    return x.empty() ? "{}" : std::string{};
  }
};

} // namespace faucet
