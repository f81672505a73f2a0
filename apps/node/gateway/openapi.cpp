#include "apps/node/gateway/openapi.hpp"

#include "apps/node/gateway/accept_run.hpp"
#include "apps/node/gateway/api_routes.hpp"
#include "apps/node/gateway/openapi_schemas.hpp"
#include "config/json_reader.hpp"
#include "config/schema_writer.hpp"
#include "config/yaml_writer.hpp"
#include "model/ascii_case.hpp"

#include <sstream>

namespace faucet {

namespace {

using json = nlohmann::ordered_json;

json reference(std::string_view kind, std::string_view name) {
  return {{"$ref", "#/components/" + std::string{kind} + "/" + std::string{name}}};
}

const char* type_of(const api_route& x) {
  return x.reply != "Text"                   ? "application/json"
         : x.at.path == "/v1/runs/{id}/logs" ? "text/event-stream"
         : x.at.path == "/openapi.yaml"      ? "application/yaml"
                                             : "text/plain";
}

json parameters_of(const api_route& x) {
  auto result = json::array();
  if (x.at.path.find("{id}") != std::string_view::npos) {
    result.push_back(
      {{"name", "id"}, {"in", "path"}, {"required", true}, {"schema", {{"type", "string"}}}});
  }
  std::istringstream names{std::string{x.parameters}};
  for (std::string name; names >> name;) {
    result.push_back({{"name", name}, {"in", "query"}, {"schema", {{"type", "string"}}}});
  }
  return result;
}

json responses_of(const api_route& x) {
  json success{{"description", "Success."}};
  if (!x.reply.empty()) {
    success["content"] = {{type_of(x), {{"schema", reference("schemas", x.reply)}}}};
  }
  return {{std::to_string(x.status), std::move(success)},
          {"default", reference("responses", "Refusal")}};
}

/// "getV1RunsId"
std::string operation_of(const api_route& x) {
  auto result = ascii_lower(x.at.method);
  auto starts = true;
  for (auto c : x.at.path) {
    auto letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    result +=
      letter ? std::string(1, starts && c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c) : "";
    starts = !letter;
  }
  return result;
}

json operation(const api_route& x) {
  json result{{"operationId", operation_of(x)}, {"summary", x.summary}};
  if (x.least) {
    result["description"] = std::string{"Takes the role "} + to_string(*x.least) + ".";
  } else {
    result["security"] = json::array();
  }
  if (auto parameters = parameters_of(x); !parameters.empty()) {
    result["parameters"] = std::move(parameters);
  }
  if (x.handler == accept_run) {
    result["requestBody"] = {
      {"required", true},
      {"content", {{"application/json", {{"schema", reference("schemas", "Submission")}}}}}};
  }
  result["responses"] = responses_of(x);
  return result;
}

json submission_schema() {
  auto result = schema_writer{}.object(describe_options<submission>(), "");
  result["additionalProperties"] = true; // fields that are not known are passed over
  result["properties"]["config"] = {{"type", {"string", "object"}}};
  return result;
}

json document() {
  json paths;
  for (const auto& x : api_routes()) {
    auto method = std::string{x.at.method == "GET"    ? "get"
                              : x.at.method == "POST" ? "post"
                                                      : "delete"};
    paths[std::string{x.at.path}][method] = operation(x);
  }
  auto schemas = json::parse(openapi_schemas);
  schemas["Submission"] = submission_schema();
  json refusal{{"description", "What was wrong."},
               {"content", {{"application/json", {{"schema", reference("schemas", "Error")}}}}}};
  return {{"openapi", "3.1.0"},
          {"info", {{"title", "faucet"}, {"version", "1"}, {"license", {{"name", "MIT"}}}}},
          {"security", json::array({{{"token", json::array()}}})},
          {"paths", std::move(paths)},
          {"components",
           {{"securitySchemes", {{"token", {{"type", "http"}, {"scheme", "bearer"}}}}},
            {"responses", {{"Refusal", std::move(refusal)}}},
            {"schemas", std::move(schemas)}}}};
}

} // namespace

std::string openapi_yaml() {
  auto read = read_json(document().dump(), std::make_shared<const std::string>("openapi"));
  std::string result;
  append_yaml(result, read.value(), 0);
  return result;
}

} // namespace faucet
