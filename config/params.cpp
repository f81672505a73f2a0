#include "config/params.hpp"

#include "config/nearest_name.hpp"
#include "config/plain_scalar.hpp"
#include "config/scalar_text.hpp"
#include "model/ascii_case.hpp"

#include <algorithm>
#include <array>

namespace faucet {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  auto begin = text.find_first_not_of(blanks);
  auto end = text.find_last_not_of(blanks);
  return begin == std::string_view::npos ? std::string_view{} : text.substr(begin, end + 1 - begin);
}

std::optional<bool> boolean_of(std::string_view text) {
  static constexpr std::array<std::string_view, 6> spellings{"true",  "yes", "1",
                                                             "false", "no",  "0"};
  const auto* found = std::ranges::find(spellings, ascii_lower(text));
  return found == spellings.end() ? std::nullopt : std::optional{found - spellings.begin() < 3};
}

bool is_integer(const node::content_type& x) {
  return std::holds_alternative<int64_t>(x) || std::holds_alternative<uint64_t>(x);
}

/// The content of a scalar as the type has it.
std::optional<node::content_type> converted(param_type type, const node& x) {
  auto text = scalar_text(x);
  if (!text) {
    return std::nullopt;
  }
  if (type == param_type::string) {
    return node::content_type{std::move(*text)};
  }
  if (type == param_type::boolean) {
    auto result = boolean_of(trimmed(*text));
    return result ? std::optional<node::content_type>{*result} : std::nullopt;
  }
  auto number = number_of(trimmed(*text));
  if (!number || (type == param_type::integer && !is_integer(*number))) {
    return std::nullopt;
  }
  if (type == param_type::number && is_integer(*number)) { // a float is one wherever it goes
    return number_of(*scalar_text(node{std::move(*number)}) + ".0");
  }
  return number;
}

node placeholder(param_type type) {
  switch (type) {
    case param_type::integer:
      return node{int64_t{1}};
    case param_type::number:
      return node{number_text{"1.0"}};
    case param_type::boolean:
      return node{true};
    case param_type::string:
      break;
  }
  return node{std::string{"placeholder"}};
}

} // namespace

std::span<const enum_name<param_type>> enum_names(param_type) {
  static constexpr std::array<enum_name<param_type>, 4> names{{{"string", param_type::string},
                                                               {"int", param_type::integer},
                                                               {"float", param_type::number},
                                                               {"bool", param_type::boolean}}};
  return names;
}

void fields(option_visitor& v, param_spec& x) {
  v.field("type", x.type, param_type::string, "Type of the value.");
  v.field("required", x.is_required, false, "A run must give a value.");
  v.field("default", x.fallback, "Value where a run gives none.");
  v.field("secret", x.secret, false, "Keep the value out of messages and logs.");
  v.field("description", x.description, "What the parameter is for.");
}

expected<parameters> parameters::bind(const node* block, const given_params& given,
                                      bool placeholders) {
  parameters result;
  named<param_spec> declared;
  if (block != nullptr && !block->is_null()) {
    if (auto ok = option_type<named<param_spec>>::read(*block, "params", declared); !ok) {
      return fail(std::move(ok));
    }
  }
  for (auto& [name, spec] : declared) {
    if (spec.is_required && spec.fallback) {
      return fail(ec::invalid_config,
                  "params." + name + ": a parameter with a default cannot be required",
                  to_string(block->find(name)->where()));
    }
    result.entries_.push_back({name, std::move(spec), std::nullopt});
  }
  for (const auto& [name, text] : given) {
    auto target = result.find(name);
    if (!target) {
      return fail(std::move(target));
    }
    auto& slot = result.entries_[static_cast<size_t>(*target - result.entries_.data())];
    if (slot.given) {
      return fail(ec::invalid_config, "parameter \"" + name + "\" is given twice");
    }
    auto value = typed_param(slot, node{text});
    if (!value) {
      return fail(std::move(value));
    }
    slot.given = std::move(*value);
  }
  for (auto& x : result.entries_) {
    if (x.spec.is_required && !x.given) {
      if (!placeholders || !given.empty()) {
        return fail(ec::invalid_config, "required parameter \"" + x.name + "\" is not given");
      }
      x.given = placeholder(x.spec.type);
    }
  }
  return result;
}

expected<const parameters::entry*> parameters::find(std::string_view name) const {
  auto found = std::ranges::find(entries_, name, &entry::name);
  if (found != entries_.end()) {
    return &*found;
  }
  std::vector<std::string_view> known;
  for (const auto& x : entries_) {
    known.push_back(x.name);
  }
  return fail(ec::invalid_config, "parameter \"" + std::string{name}
                                    + "\" is not declared under params" + suggestion(name, known));
}

expected<node> typed_param(const parameters::entry& declared, const node& x) {
  static constexpr std::array<std::string_view, 4> expectations{"text", "an integer", "a number",
                                                                "true or false"};
  auto content = converted(declared.spec.type, x);
  if (!content) {
    auto shown = x;
    if (declared.spec.secret) {
      shown.set_secret();
    }
    return detail::wrong_type(shown, "parameter \"" + declared.name + "\"",
                              expectations[static_cast<size_t>(declared.spec.type)]);
  }
  node result{std::move(*content), x.where()};
  if (declared.spec.secret || x.secret()) {
    result.set_secret();
  }
  return result;
}

} // namespace faucet
