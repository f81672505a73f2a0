#pragma once

// Specialisations of option_type for what holds other options; see there. Included by
// config/options.hpp.

#include "config/option_type.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace faucet {

/// A list of named things, in the order of the file: a YAML map whose values are of type T.
template <class T>
using named = std::vector<std::pair<std::string, T>>;

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
