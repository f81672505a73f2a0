#include "config/interpolation.hpp"

#include "config/deferred_text.hpp"
#include "config/refused.hpp"
#include "config/scalar_text.hpp"
#include "config/tree_builder.hpp"

#include <algorithm>
#include <utility>

namespace faucet {

namespace {

/// A text that is put together from plain text and values, some of which come later.
class text_builder {
public:
  void add(std::string_view plain) {
    text_ += plain;
    pending_ += plain;
  }

  /// False for a list or a map.
  bool add(const node& value) {
    if (const auto& later = value.deferred()) {
      text_ += *value.text();
      for (const auto& piece : later->pieces) {
        if (const auto* plain = std::get_if<std::string>(&piece)) {
          pending_ += *plain;
        } else {
          end_plain();
          pieces_.push_back(piece);
        }
      }
      return true;
    }
    auto inner = scalar_text(value);
    if (inner) {
      add(*inner);
    }
    return inner.has_value();
  }

  [[nodiscard]] size_t size() const noexcept {
    return text_.size();
  }

  void put_into(node& target) && {
    if (!pieces_.empty()) {
      end_plain();
      target.set_deferred(std::make_shared<const deferred_text>(deferred_text{std::move(pieces_)}));
    }
    target.content() = std::move(text_);
  }

private:
  void end_plain() {
    if (!pending_.empty()) {
      pieces_.emplace_back(std::exchange(pending_, {}));
    }
  }

  std::string text_;
  std::string pending_; ///< plain text behind the last reference
  std::vector<deferred_text::piece> pieces_;
};

} // namespace

expected<void> interpolator::resolve(node& tree, const scope& where) {
  scope_ = where;
  return resolve_inside(tree);
}

expected<void> interpolator::check_definitions() {
  scope_ = {"vars", true};
  for (const auto& entry : *definitions_.vars.map()) {
    if (auto value = follow("vars." + entry.key, entry.value, entry.where); !value) {
      return fail(std::move(value));
    }
  }
  for (const auto& declared : params_.entries()) {
    if (declared.spec.fallback && !declared.given) {
      auto token = "${param." + declared.name + "}";
      reference found{token, "param", '.', declared.name};
      if (auto value = parameter(found, declared.spec.fallback->where()); !value) {
        return fail(std::move(value));
      }
    }
  }
  return {};
}

expected<void> interpolator::resolve_inside(node& target) {
  if (depth_ >= max_nesting) {
    return nested_too_deep(target.where());
  }
  ++depth_;
  expected<void> result;
  if (auto* entries = std::get_if<node::map_type>(&target.content())) {
    for (auto entry = entries->begin(); result && entry != entries->end(); ++entry) {
      result = resolve_inside(entry->value);
    }
  } else if (auto* items = std::get_if<node::list_type>(&target.content())) {
    for (auto item = items->begin(); result && item != items->end(); ++item) {
      result = resolve_inside(*item);
    }
  } else if (const auto* text = target.text(); text != nullptr && text->find('$') != text->npos) {
    result = replace_references(target);
  }
  --depth_;
  return result;
}

expected<void> interpolator::replace_references(node& target) {
  auto text = *target.text();
  if (auto ok = refuse_whole_rows(text, target.where()); !ok) {
    return ok;
  }
  auto pieces = split_references(text);
  if (!pieces) {
    return refused(std::move(pieces).error().what, target.where());
  }
  if (pieces->size() == 1 && std::holds_alternative<reference>(pieces->front())) {
    auto value = value_of(std::get<reference>(pieces->front()), target.where());
    if (!value) {
      return fail(std::move(value));
    }
    node placed{std::move(value->content()), target.where()};
    placed.set_deferred(value->deferred());
    if (value->secret() || target.secret()) {
      placed.set_secret();
    }
    target = std::move(placed);
    return {};
  }
  text_builder result;
  for (const auto& piece : *pieces) {
    if (const auto* plain = std::get_if<std::string_view>(&piece)) {
      result.add(*plain);
      continue;
    }
    const auto& found = std::get<reference>(piece);
    auto value = value_of(found, target.where());
    if (!value) {
      return fail(std::move(value));
    }
    if (!result.add(*value)) {
      return refused(std::string{found.token} + " is a " + value->type_name()
                       + ", which cannot stand inside text",
                     target.where());
    }
    if (value->secret()) {
      target.set_secret();
    }
    if (auto ok = budget_.spend(result.size(), target.where()); !ok) {
      return ok;
    }
  }
  std::move(result).put_into(target);
  return {};
}

expected<node> interpolator::follow(std::string name, const node& definition,
                                    const position& where) {
  if (auto first = std::ranges::find(chain_, name); first != chain_.end()) {
    std::string what = "interpolation cycle: ";
    for (; first != chain_.end(); ++first) {
      what += *first + " -> ";
    }
    return refused(what + name, where);
  }
  if (auto ok = budget_.spend_copy(definition, where); !ok) {
    return fail(std::move(ok));
  }
  chain_.push_back(std::move(name));
  auto copy = definition;
  auto ok = resolve_inside(copy);
  chain_.pop_back();
  if (!ok) {
    return fail(std::move(ok));
  }
  return copy;
}

} // namespace faucet
