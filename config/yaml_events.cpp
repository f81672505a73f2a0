#include "config/yaml_events.hpp"

#include "config/tree_builder.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <sstream>
#include <unordered_map>

namespace faucet {

namespace {

/// The line of the text that a byte offset lies on.
std::string_view line_around(std::string_view text, size_t offset) {
  offset = std::min(offset, text.size());
  auto before = text.substr(0, offset).rfind('\n');
  auto begin = before == std::string_view::npos ? 0 : before + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

/// False where the quoted text at `at` has no closing quote; the library takes the end of the file
/// for one.
bool is_terminated(std::string_view text, size_t at) {
  while (at < text.size() && (text[at] == '&' || text[at] == '!')) { // an anchor, a tag
    at = text.find_first_of(" \t\r\n", at);
    at = text.find_first_not_of(" \t\r\n", std::min(at, text.size()));
  }
  if (at >= text.size() || (text[at] != '"' && text[at] != '\'')) {
    return true;
  }
  auto quote = text[at];
  for (++at; at < text.size(); ++at) {
    auto doubled = quote == '\'' && text.substr(at, 2) == "''";
    if (doubled || (quote == '"' && text[at] == '\\')) {
      ++at;
    } else if (text[at] == quote) {
      return true;
    }
  }
  return false;
}

/// Records what the YAML library reports. Fails by the library's own exception, the one way to stop
/// it; read_yaml_events catches it.
class recorder final : public YAML::EventHandler {
public:
  explicit recorder(std::string_view text) : text_(text) {
    // nop
  }

  std::vector<yaml_event> events;
  bool any_document = false;

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (any_document) {
      throw YAML::ParserException(mark, "a second document begins here; give one a file");
    }
    any_document = true;
  }

  void OnDocumentEnd() override {
    // nop
  }

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    auto at = static_cast<size_t>(mark.pos);
    auto written = at < text_.size() && (text_[at] == '~' || text_[at] == 'n' || text_[at] == 'N');
    auto& added = add(yaml_event::kind::scalar, mark, anchor);
    if (written) {
      added.text = text_[at] == '~' ? "~" : "null";
    } else if (events.size() > 1 && (at >= text_.size() || text_[at] != ':')) {
      // Nothing is written, and the mark is that of whatever comes next.
      added.line = events[events.size() - 2].line;
      added.column = events[events.size() - 2].column;
    }
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add(yaml_event::kind::alias, mark, 0).origin = anchors_[anchor];
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    auto& added = add(yaml_event::kind::scalar, mark, anchor);
    added.text = value;
    added.quoted = tag == "!";
    added.tag = tag == "!" || tag == "?" ? std::string{} : tag;
    if (tag != "?" && !is_terminated(text_, static_cast<size_t>(mark.pos))) {
      throw YAML::ParserException(mark, "a quote that is never closed");
    }
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(yaml_event::kind::list, mark, tag, anchor);
  }

  void OnSequenceEnd() override {
    close();
  }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(yaml_event::kind::map, mark, tag, anchor);
  }

  void OnMapEnd() override {
    close();
  }

private:
  yaml_event& add(yaml_event::kind what, const YAML::Mark& mark, YAML::anchor_t anchor) {
    auto index = static_cast<uint32_t>(events.size());
    if (anchor != YAML::NullAnchor) {
      anchors_[anchor] = index;
    }
    auto& added = events.emplace_back();
    added.what = what;
    added.line = static_cast<uint32_t>(mark.line + 1);
    added.column = static_cast<uint32_t>(mark.column + 1);
    added.partner = index + 1;
    return added;
  }

  void open(yaml_event::kind what, const YAML::Mark& mark, const std::string& tag,
            YAML::anchor_t anchor) {
    if (open_.size() == max_nesting) {
      throw YAML::ParserException(mark,
                                  "nested deeper than " + std::to_string(max_nesting) + " levels");
    }
    open_.push_back(static_cast<uint32_t>(events.size()));
    add(what, mark, anchor).tag = tag == "?" ? std::string{} : tag;
  }

  void close() {
    auto& added = events.emplace_back();
    added.what = yaml_event::kind::end;
    auto& opening = events[open_.back()];
    added.line = opening.line;
    added.column = opening.column;
    opening.partner = static_cast<uint32_t>(events.size());
    open_.pop_back();
  }

  std::string_view text_;
  std::vector<uint32_t> open_;
  std::unordered_map<YAML::anchor_t, uint32_t> anchors_;
};

error syntax_error(const YAML::Exception& problem, std::string_view text,
                   const std::shared_ptr<const std::string>& file) {
  position where{file, 1, 1};
  std::string what = "not valid YAML: " + problem.msg;
  if (!problem.mark.is_null()) {
    where.line = static_cast<uint32_t>(problem.mark.line + 1);
    where.column = static_cast<uint32_t>(problem.mark.column + 1);
    auto line = line_around(text, static_cast<size_t>(problem.mark.pos));
    auto indentation = line.substr(0, line.find_first_not_of(" \t"));
    if (indentation.find('\t') != std::string_view::npos) {
      what = "not valid YAML: a tab in the indentation; use spaces";
    }
  }
  return {ec::invalid_config, std::move(what), to_string(where)};
}

} // namespace

expected<std::vector<yaml_event>> read_yaml_events(std::string_view text,
                                                   const std::shared_ptr<const std::string>& file) {
  recorder handler{text};
  try {
    std::istringstream stream{std::string{text}};
    YAML::Parser parser{stream};
    while (parser.HandleNextDocument(handler)) {
      // a second document is refused by the handler
    }
  } catch (const YAML::Exception& problem) {
    return tl::unexpected<error>(syntax_error(problem, text, file));
  } catch (const std::exception& problem) {
    return fail(ec::invalid_config, std::string{"not valid YAML: "} + problem.what(), *file);
  }
  if (handler.events.empty()) {
    return fail(ec::invalid_config, "the file is empty", *file);
  }
  return std::move(handler.events);
}

} // namespace faucet
