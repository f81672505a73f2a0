#include "config/options.hpp"

#include "config/nearest_name.hpp"

#include <algorithm>

namespace faucet::detail {

namespace {

/// Fills members from a map and remembers which keys were known.
class reader final : public option_visitor {
public:
  reader(const node& from, std::string_view owner, std::string_view path)
    : from_(from), owner_(owner), path_(path) {
    // nop
  }

  expected<void> result() && {
    if (!failure_ && !missing_.empty()) {
      refuse_missing_key();
    }
    if (!failure_) {
      refuse_unknown_keys();
    }
    if (failure_) {
      return tl::unexpected<error>(std::move(*failure_));
    }
    return {};
  }

protected:
  void visit(const option& x) override {
    known_.push_back(x.name);
    const auto* found = from_.find(x.name);
    if (!x.traits.former_name.empty()) {
      known_.push_back(x.traits.former_name);
      const auto* former = from_.find(x.traits.former_name);
      if (found != nullptr && former != nullptr && !failure_) {
        failure_ = error{ec::invalid_config,
                         "\"" + std::string{x.traits.former_name} + "\" is the former name of \""
                           + std::string{x.name} + "\"; give one of them",
                         to_string(former->where())};
      }
      found = found != nullptr ? found : former;
    }
    if (failure_) {
      return;
    }
    if (found == nullptr) {
      if (x.is_required && missing_.empty()) {
        missing_ = x.name;
      }
      return;
    }
    if (x.traits.secret && !found->secret()) {
      auto hidden = *found;
      hidden.set_secret();
      read(x, hidden);
    } else {
      read(x, *found);
    }
  }

private:
  void read(const option& x, const node& found) {
    auto key = path_.empty() ? std::string{x.name} : std::string{path_} + "." + std::string{x.name};
    auto ok = x.slot.read(found, key);
    if (ok) {
      ok = check_bounds(found, key, x.traits.minimum, x.traits.maximum);
    }
    auto is_path = x.traits.leads_to == reach::path || x.traits.leads_to == reach::database;
    if (ok && is_path && found.text() != nullptr) {
      ok = check_path(found, key);
    }
    if (!ok) {
      failure_ = std::move(ok).error();
    }
  }

  /// A key that is not known and looks like the missing one is that one misspelt.
  void refuse_missing_key() {
    for (const auto& entry : *from_.map()) {
      if (std::ranges::find(known_, entry.key) == known_.end()
          && nearest_name(entry.key, known_) == missing_) {
        failure_ = unknown_key(entry, known_, owner_);
        return;
      }
    }
    failure_ =
      error{ec::invalid_config,
            "missing required key \"" + std::string{missing_} + "\" of " + std::string{owner_},
            to_string(from_.where())};
  }

  void refuse_unknown_keys() {
    for (const auto& entry : *from_.map()) {
      if (std::ranges::find(known_, entry.key) == known_.end()) {
        failure_ = unknown_key(entry, known_, owner_);
        return;
      }
    }
  }

  const node& from_;
  std::string_view owner_;
  std::string_view path_;
  std::vector<std::string_view> known_;
  std::string_view missing_; ///< the first required key that is not there
  std::optional<error> failure_;
};

class describer final : public option_visitor {
public:
  type_schema result;

protected:
  void visit(const option& x) override {
    option_schema entry{.name = std::string{x.name},
                        .help = std::string{x.help},
                        .type = x.slot.describe(),
                        .is_required = x.is_required,
                        .secret = x.traits.secret,
                        .confines = x.traits.confines,
                        .former_name = std::string{x.traits.former_name},
                        .default_json = {}};
    entry.type.leads_to = x.traits.leads_to;
    if (x.traits.minimum) {
      entry.type.minimum = x.traits.minimum;
    }
    if (x.traits.maximum) {
      entry.type.maximum = x.traits.maximum;
    }
    if (!x.is_required) {
      entry.default_json = x.slot.to_json();
    }
    result.options.push_back(std::move(entry));
  }
};

} // namespace

expected<void> read_fields(const node& from, std::string_view owner, std::string_view path,
                           const std::function<void(option_visitor&)>& visit_all) {
  static const node nothing{node::map_type{}};
  if (from.is_null()) { // "config:" with nothing behind it
    reader empty{nothing, owner, path};
    visit_all(empty);
    auto result = std::move(empty).result();
    if (!result) {
      result.error().which = to_string(from.where());
    }
    return result;
  }
  if (from.map() == nullptr) {
    return wrong_type(from, owner, "a map");
  }
  reader visitor{from, owner, path};
  visit_all(visitor);
  return std::move(visitor).result();
}

type_schema describe_fields(const std::function<void(option_visitor&)>& visit_all) {
  describer visitor;
  visitor.result.what = type_schema::form::object;
  visit_all(visitor);
  return std::move(visitor.result);
}

} // namespace faucet::detail
