#include "apps/node/gateway/submission.hpp"

#include "config/json_reader.hpp"
#include "config/run_clock.hpp"
#include "config/take_pool.hpp"
#include "state/json_text.hpp"

#include <algorithm>
#include <array>

namespace faucet {

namespace {

using namespace std::string_view_literals;

constexpr std::array reserved_key_prefixes{"tenant:"sv, "trig:"sv, "backfill:"sv, "change:"sv};

constexpr size_t most_run_labels = 64;
constexpr size_t longest_name = 1024;

/// Labels that the server itself puts on runs.
constexpr std::array reserved_labels{"template"sv, "template_version"sv, "allow_untested"sv,
                                     "selection"sv, "depends_on"sv};
constexpr std::array reserved_label_prefixes{"sink_template"sv, "overlay"sv};

tl::unexpected<api_error> refuse(api_error why) {
  return tl::unexpected{std::move(why)};
}

/// The map without what `submission` does not know.
node known_fields(node body) {
  if (body.map() == nullptr) {
    return body;
  }
  auto& entries = std::get<node::map_type>(body.content());
  std::erase_if(entries, [options = describe_options<submission>().options](const auto& entry) {
    return std::ranges::none_of(options, [&](const auto& x) { return x.name == entry.key; });
  });
  return body;
}

bool is_false(const node& x) {
  const auto* flag = std::get_if<bool>(&x.content());
  return flag != nullptr && !*flag;
}

/// What later releases will honour must not be passed over like a field that nobody knows.
api_expected<void> refuse_later_fields(const node& body) {
  for (auto name : {"require_approval", "budget"}) {
    const auto* found = body.find(name);
    if (found != nullptr && !found->is_null() && !is_false(*found)) {
      return refuse(unprocessable(std::string{name} + ": not supported yet by this build"));
    }
  }
  return {};
}

/// A pipeline may be an object instead of a text.
void config_as_text(node& body) {
  for (auto& [key, value, where] : std::get<node::map_type>(body.content())) {
    if (key == "config" && value.map() != nullptr) {
      value = node{json_of(value), value.where()};
    }
  }
}

api_expected<void> check_labels(const named<std::string>& labels) {
  if (labels.size() > most_run_labels) {
    return refuse(unprocessable("labels: at most " + std::to_string(most_run_labels)));
  }
  for (const auto& [key, value] : labels) {
    auto begins = [&key = key](std::string_view prefix) { return key.starts_with(prefix); };
    if (std::ranges::find(reserved_labels, key) != reserved_labels.end()
        || std::ranges::any_of(reserved_label_prefixes, begins)) {
      return refuse(unprocessable("labels: \"" + key + "\" is a label of the server"));
    }
    if (key.empty() || key.size() > 63 || key.find(':') != std::string::npos) {
      return refuse(
        unprocessable("labels: \"" + key + "\" is no key: 1 to 63 characters without \":\""));
    }
    if (value.size() > 256) {
      return refuse(unprocessable("labels: the value of \"" + key + "\" is longer than 256"));
    }
  }
  return {};
}

api_expected<void> check_idempotency_key(const std::string& key) {
  for (auto prefix : reserved_key_prefixes) {
    if (key.starts_with(prefix)) {
      return refuse(
        bad_request("idempotency_key: \"" + std::string{prefix} + "\" begins keys of the server"));
    }
  }
  if (key.empty() || key.size() > 256) {
    return refuse(bad_request("idempotency_key: must have 1 to 256 characters"));
  }
  return {};
}

api_expected<void> check(const submission& x) {
  if (x.name.size() > longest_name) {
    return refuse(unprocessable("name: is longer than " + std::to_string(longest_name) + " bytes"));
  }
  if (x.config.empty()) {
    return refuse(unprocessable("config: is empty"));
  }
  if (auto ok = check_labels(x.labels); !ok) {
    return ok;
  }
  if (x.idempotency_key) {
    if (auto ok = check_idempotency_key(*x.idempotency_key); !ok) {
      return ok;
    }
  }
  if (x.clock) {
    if (auto ok = run_clock::parse(*x.clock); !ok) {
      return refuse(bad_request("clock: " + ok.error().what));
    }
  }
  return x.pool ? check_pool_name(*x.pool, "request `pool`") : api_expected<void>{};
}

} // namespace

constexpr std::array<enum_name<config_format>, 2> enum_names(config_format) {
  return {{{"yaml", config_format::yaml}, {"json", config_format::json}}};
}

void fields(option_visitor& v, submission& x) {
  v.field("config", x.config, required,
          "The pipeline, as a text in `config_format`, or an object.");
  v.field("config_format", x.format, config_format::yaml, "How the text is to be read.");
  v.field("name", x.name, "", "What the run is called; the pipeline's name unless set.");
  v.field("labels", x.labels, named<std::string>{}, "Texts to find runs by.");
  v.field("timeout_secs", x.timeout_secs, "How long the run may take.", {.minimum = 1});
  v.field("doctor_first", x.doctor_first, false, "Whether to probe everything before the run.");
  v.field("idempotency_key", x.idempotency_key,
          "Equal submissions with this key are one run; another with it is refused.");
  v.field("concurrency", x.concurrency, "How many rows run at once.", {.minimum = 1});
  v.field("clock", x.clock, "What the run takes for now: RFC 3339, or a date.");
  v.field("pool", x.pool, "Which members may execute the run.");
  v.field("params", x.params, "Values of the pipeline's params; those of secret ones are sealed.");
  v.field("callback", x.callback, "Who is told of its end.");
  v.field("selection", x.selection, "Which rows of the pipeline it is about.");
  v.field("depends_on", x.depends_on, "Rows that wait for others, beside what the pipeline says.");
}

api_expected<submission> read_submission(std::string_view body) {
  auto document = read_json(body, std::make_shared<const std::string>("request body"));
  if (!document) {
    return refuse(bad_request(render(document.error())));
  }
  if (auto ok = refuse_later_fields(*document); !ok) {
    return refuse(std::move(ok).error());
  }
  auto known = known_fields(std::move(*document));
  if (known.map() == nullptr) {
    return refuse(
      unprocessable(std::string{"request body: expected an object, found "} + known.type_name()));
  }
  config_as_text(known);
  submission result;
  if (auto ok = read_options(known, result, "request"); !ok) {
    return refuse(unprocessable(render(ok.error())));
  }
  if (auto ok = check(result); !ok) {
    return refuse(std::move(ok).error());
  }
  return result;
}

api_expected<void> check_pool_name(const std::string& pool, std::string_view where) {
  if (!is_pool_name(pool)) {
    return refuse(unprocessable(std::string{where} + ": invalid pool name `" + pool
                                + "`: use 1-63 lowercase letters, digits, `-` or `_`, starting "
                                  "with a letter or digit"));
  }
  return {};
}

} // namespace faucet
