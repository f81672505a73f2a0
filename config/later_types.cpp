#include "config/later_types.hpp"

#include <algorithm>
#include <array>

namespace faucet {

namespace {

constexpr std::array<std::string_view, 41> sources{
  "azure-blob",   "bigquery", "clickhouse",    "databricks", "delta",
  "duckdb",       "dynamodb", "elasticsearch", "gcs",        "graphql",
  "grpc",         "iceberg",  "kafka",         "kinesis",    "mongodb",
  "mongodb-cdc",  "mssql",    "mssql-cdc",     "mysql",      "mysql-cdc",
  "nats",         "oracle",   "oracle-cdc",    "parquet",    "postgres",
  "postgres-cdc", "pubsub",   "rabbitmq",      "redis",      "redshift",
  "rest",         "s3",       "sftp",          "singer",     "snowflake",
  "spanner",      "sqlite",   "sqs",           "webhook",    "websocket",
  "xml"};
constexpr std::array<std::string_view, 31> sinks{
  "azure-blob",    "bigquery", "clickhouse", "databricks", "delta",   "duckdb",   "dynamodb",
  "elasticsearch", "gcs",      "http",       "iceberg",    "kafka",   "kinesis",  "mongodb",
  "mssql",         "mysql",    "nats",       "oracle",     "parquet", "postgres", "pubsub",
  "rabbitmq",      "redis",    "redshift",   "s3",         "sftp",    "singer",   "snowflake",
  "spanner",       "sqlite",   "sqs"};
constexpr std::array<std::string_view, 2> transforms{"sql", "wasm"};
constexpr std::array<std::string_view, 2> stores{"postgres", "redis"};

} // namespace

bool is_later_type(std::string_view role, std::string_view type) {
  auto lists = [type](const auto& names) { return std::ranges::find(names, type) != names.end(); };
  if (role == "source") {
    return lists(sources);
  }
  if (role == "sink") {
    return lists(sinks);
  }
  return role == "transform" ? lists(transforms) : lists(stores);
}

} // namespace faucet
