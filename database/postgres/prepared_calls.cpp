// The part of pg_connection that runs prepared statements, several in one exchange.

#include "database/postgres/connection.hpp"
#include "database/postgres/parameter_pack.hpp"
#include "database/postgres/server_error.hpp"

#include <libpq-fe.h>

#include <vector>

namespace faucet {

expected<pg_result> pg_connection::execute_prepared(std::span<const pg_call> calls) {
  if (auto ok = check_open(); !ok) {
    return fail(std::move(ok));
  }
  std::vector<pg_parameter_pack> packs;
  for (const auto& x : calls) {
    auto pack = pg_parameter_pack::make(x.parameters);
    if (!pack) {
      return fail(settings_.refused, pack.error().what, name_);
    }
    packs.push_back(std::move(*pack));
  }
  auto several = calls.size() > 1;
  if (several && PQenterPipelineMode(raw_.get()) == 0) {
    return lost();
  }
  for (size_t i = 0; i < calls.size(); ++i) {
    const auto& pack = packs[i];
    if (PQsendQueryPrepared(raw_.get(), calls[i].name.c_str(), pack.count(), pack.values(),
                            pack.lengths(), pack.formats(), 0)
        == 0) {
      return lost();
    }
  }
  if (!several) {
    return finish_statement();
  }
  if (PQpipelineSync(raw_.get()) == 0) {
    return lost();
  }
  return finish_pipeline(calls.size());
}

expected<pg_result> pg_connection::finish_pipeline(size_t answers) {
  if (auto ok = flush(); !ok) {
    return fail(std::move(ok));
  }
  std::optional<pg_result> last;
  std::optional<pg_failure> failure;
  for (auto goes_on = true; goes_on;) {
    if (auto ok = await_answer(answers); !ok) {
      return fail(std::move(ok));
    }
    auto* raw = PQgetResult(raw_.get());
    goes_on = PQstatus(raw_.get()) != CONNECTION_BAD;
    if (raw == nullptr) {
      continue; // between the answers to two statements
    }
    pg_result answer{raw};
    switch (answer.state()) {
      case PGRES_PIPELINE_SYNC:
        goes_on = false;
        break;
      case PGRES_PIPELINE_ABORTED:
        break; // was not run, since one before it has failed
      case PGRES_FATAL_ERROR:
      case PGRES_BAD_RESPONSE:
        if (!failure) { // a connection that ends tells why first, then that it has ended
          failure = statement_failure(raw, raw_.get());
        }
        break;
      default:
        last = std::move(answer);
    }
  }
  if (PQstatus(raw_.get()) == CONNECTION_BAD) {
    return refused(failure ? std::move(*failure) : connection_failure(raw_.get()));
  }
  if (PQexitPipelineMode(raw_.get()) == 0) {
    return lost();
  }
  if (failure) {
    return refused(std::move(*failure));
  }
  sqlstate_.clear();
  return std::move(*last);
}

} // namespace faucet
