#include "config/yaml_reader.hpp"

#include "config/plain_scalar.hpp"
#include "config/tree_builder.hpp"
#include "config/yaml_events.hpp"

namespace faucet {

namespace {

constexpr std::string_view yaml_tag_prefix = "tag:yaml.org,2002:";

tl::unexpected<error> bad_tag(const std::string& tag, const position& where) {
  auto shown = tag.starts_with(yaml_tag_prefix) ? "!!" + tag.substr(yaml_tag_prefix.size()) : tag;
  return fail(ec::invalid_config, "the tag " + shown + " does not fit here or is not supported",
              to_string(where));
}

/// The content of a scalar with an explicit tag such as !!int.
expected<node::content_type> tagged_scalar(const yaml_event& event, const position& where) {
  auto tag = std::string_view{event.tag};
  if (tag.starts_with(yaml_tag_prefix)) {
    tag.remove_prefix(yaml_tag_prefix.size());
  } else {
    return bad_tag(event.tag, where);
  }
  if (tag == "str") {
    return node::content_type{event.text};
  }
  auto content = plain_scalar(event.text);
  if (!content) {
    return content;
  }
  auto is_integer =
    std::holds_alternative<int64_t>(*content) || std::holds_alternative<uint64_t>(*content);
  if (tag == "float" && is_integer) {
    if (auto number = number_of(event.text + ".0")) {
      return std::move(*number);
    }
  }
  if ((tag == "int" && is_integer) || (tag == "bool" && std::holds_alternative<bool>(*content))
      || (tag == "float" && std::holds_alternative<number_text>(*content))
      || (tag == "null" && std::holds_alternative<std::monostate>(*content))) {
    return content;
  }
  return bad_tag(event.tag, where);
}

/// Makes the tree from the events, following aliases.
class composer {
public:
  composer(const std::vector<yaml_event>& events, std::shared_ptr<const std::string> file)
    : events_(events), file_(std::move(file)) {
    // nop
  }

  expected<node> compose() {
    if (auto ok = replay(0, events_.size(), nullptr); !ok) {
      return fail(std::move(ok));
    }
    return builder_.take();
  }

private:
  /// Events [begin, end). `alias` is the alias that brought us here, if one did: what it stands for
  /// is said to be where the alias is.
  expected<void> replay(size_t begin, size_t end, const yaml_event* alias) {
    for (auto i = begin; i < end; ++i) {
      if (alias != nullptr && ++aliased_ > max_aliased_nodes) {
        return fail(ec::invalid_config,
                    "aliases stand for more than " + std::to_string(max_aliased_nodes) + " nodes",
                    to_string(place_of(*outermost_)));
      }
      const auto& event = events_[i];
      auto where = place_of(alias != nullptr && i == begin ? *alias : event);
      if (auto ok = take(i, where); !ok) {
        return ok;
      }
    }
    return {};
  }

  expected<void> take(size_t index, const position& where) {
    const auto& event = events_[index];
    switch (event.what) {
      case yaml_event::kind::alias:
        return follow(index);
      case yaml_event::kind::end:
        return builder_.close();
      case yaml_event::kind::list:
      case yaml_event::kind::map:
        return open(event, where);
      case yaml_event::kind::scalar:
        break;
    }
    if (builder_.wants_key()) {
      if (event.text.empty() && !event.quoted) {
        return fail(ec::invalid_config, "a value without a key", to_string(where));
      }
      builder_.key(event.text, where, event.text == "<<" && !event.quoted && event.tag.empty());
      return {};
    }
    return scalar(event, where);
  }

  expected<void> follow(size_t index) {
    const auto& event = events_[index];
    auto begin = event.origin;
    auto end = events_[begin].partner;
    if (index >= begin && index < end) {
      return fail(ec::invalid_config, "an alias inside of what it stands for",
                  to_string(place_of(event)));
    }
    auto is_outermost = outermost_ == nullptr;
    if (is_outermost) {
      outermost_ = &event;
    }
    auto result = replay(begin, end, &event);
    if (is_outermost) {
      outermost_ = nullptr;
    }
    return result;
  }

  expected<void> open(const yaml_event& event, const position& where) {
    auto is_map = event.what == yaml_event::kind::map;
    if (builder_.wants_key()) {
      return fail(ec::invalid_config, "a key must be text, not a list or a map", to_string(where));
    }
    if (!event.tag.empty() && event.tag != "!"
        && event.tag != std::string{yaml_tag_prefix} + (is_map ? "map" : "seq")) {
      return bad_tag(event.tag, where);
    }
    return is_map ? builder_.open_map(where) : builder_.open_list(where);
  }

  expected<void> scalar(const yaml_event& event, const position& where) {
    auto content = !event.tag.empty() ? tagged_scalar(event, where)
                   : event.quoted     ? node::content_type{event.text}
                                      : plain_scalar(event.text);
    if (!content) {
      content.error().which = to_string(where);
      return fail(std::move(content));
    }
    builder_.scalar(node{std::move(*content), where});
    return {};
  }

  [[nodiscard]] position place_of(const yaml_event& event) const {
    return {file_, event.line, event.column};
  }

  const std::vector<yaml_event>& events_;
  std::shared_ptr<const std::string> file_;
  tree_builder builder_;
  const yaml_event* outermost_ = nullptr; // alias that is being followed
  size_t aliased_ = 0;
};

} // namespace

expected<node> read_yaml(std::string_view text, std::shared_ptr<const std::string> file) {
  auto events = read_yaml_events(text, file);
  if (!events) {
    return fail(std::move(events));
  }
  return composer{*events, std::move(file)}.compose();
}

} // namespace faucet
