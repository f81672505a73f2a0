#pragma once

#include "config/node.hpp"
#include "config/type_schema.hpp"
#include "model/error.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace faucet {

class option_visitor;

/// How values of type T are read from a config and described. Specialised in option_types.hpp and
/// option_containers.hpp for bool, integers, double, char, std::string, enums with an ADL
/// `enum_names(T)`, node, structs with an ADL `fields(option_visitor&, T&)`, and std::vector,
/// std::optional and `named` lists of these.
///
///   static expected<void> read(const node& from, std::string_view key, T& into);
///   static type_schema describe();
///   static std::string to_json(const T& x); // compact JSON text, empty = not worth showing
template <class T>
struct option_type;

/// The member behind one option, its type erased.
class option_slot {
public:
  virtual ~option_slot() = default;
  virtual expected<void> read(const node& from, std::string_view key) = 0;
  [[nodiscard]] virtual type_schema describe() const = 0;
  [[nodiscard]] virtual std::string to_json() const = 0;
};

template <class T>
class option_slot_for final : public option_slot {
public:
  explicit option_slot_for(T& target) noexcept : target_(target) {
    // nop
  }

  expected<void> read(const node& from, std::string_view key) override {
    return option_type<T>::read(from, key, target_);
  }

  [[nodiscard]] type_schema describe() const override {
    return option_type<T>::describe();
  }

  [[nodiscard]] std::string to_json() const override {
    return option_type<T>::to_json(target_);
  }

private:
  T& target_;
};

namespace detail {

/// `path` names the map for the messages of what is inside; empty for the outermost.
expected<void> read_fields(const node& from, std::string_view owner, std::string_view path,
                           const std::function<void(option_visitor&)>& visit_all);

type_schema describe_fields(const std::function<void(option_visitor&)>& visit_all);

/// "expected an integer, found string "abc"" at the node's place; secrets are not shown.
tl::unexpected<error> wrong_type(const node& found, std::string_view key,
                                 std::string_view expected_type);

} // namespace detail

} // namespace faucet
