#include "database/postgres/connection.hpp"

#include "database/address.hpp"
#include "database/postgres/address_check.hpp"
#include "database/postgres/bare_address.hpp"
#include "database/postgres/parameter_pack.hpp"
#include "database/postgres/server_error.hpp"

#include <libpq-fe.h>
#include <poll.h>

#include <array>
#include <cstdlib>

namespace faucet {

namespace {

constexpr std::chrono::seconds default_connect_timeout{10};

/// What libpq makes of the address and its environment.
std::chrono::seconds connect_timeout(PGconn* connection) {
  std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options{PQconninfo(connection),
                                                                       PQconninfoFree};
  for (auto* x = options.get(); x != nullptr && x->keyword != nullptr; ++x) {
    if (std::string_view{x->keyword} == "connect_timeout" && x->val != nullptr) {
      if (auto seconds = std::atol(x->val); seconds > 0) {
        return std::chrono::seconds{seconds};
      }
    }
  }
  return default_connect_timeout;
}

void ignore_notice(void*, const PGresult*) {
  // nop: libpq would print it
}

} // namespace

// -- constructors -------------------------------------------------------------

expected<pg_connection> pg_connection::open(pg_settings settings) {
  if (auto ok = check_pg_address(settings.address); !ok) {
    return fail(std::move(ok));
  }
  pg_connection result{std::move(settings)};
  if (auto ok = result.connect(); !ok) {
    return fail(std::move(ok));
  }
  return result;
}

pg_connection::pg_connection(pg_settings settings)
  : settings_(std::move(settings)), name_(without_password(settings_.address)) {
  // nop
}

pg_connection::pg_connection(pg_connection&&) noexcept = default;
pg_connection& pg_connection::operator=(pg_connection&&) noexcept = default;
pg_connection::~pg_connection() = default;

void pg_connection::finish::operator()(::pg_conn* raw) const noexcept {
  PQfinish(raw);
}

expected<void> pg_connection::connect() {
  static constexpr std::array<const char*, 4> keywords{"dbname", "client_encoding",
                                                       "fallback_application_name", nullptr};
  auto address = settings_.address_only ? bare_address(settings_.address) : settings_.address;
  const std::array<const char*, 4> values{address.c_str(), "UTF8", "faucet", nullptr};
  raw_.reset(PQconnectStartParams(keywords.data(), values.data(), 1));
  if (!raw_) {
    return fail(ec::internal, "out of memory", name_);
  }
  PQsetErrorVerbosity(raw_.get(), PQERRORS_VERBOSE); // for the SQLSTATE
  PQsetNoticeReceiver(raw_.get(), ignore_notice, nullptr);
  auto patience = connect_timeout(raw_.get());
  auto end = clock::now() + patience;
  for (auto state = PGRES_POLLING_WRITING; state != PGRES_POLLING_OK;
       state = PQconnectPoll(raw_.get())) {
    if (state == PGRES_POLLING_FAILED || PQstatus(raw_.get()) == CONNECTION_BAD) {
      auto failure = connection_failure(raw_.get());
      sqlstate_ = failure.sqlstate;
      auto code = PQconnectionNeedsPassword(raw_.get()) != 0 ? settings_.refused
                                                             : code_of(failure, settings_.refused);
      raw_.reset();
      return fail(code, std::move(failure.what), name_);
    }
    if (auto ok = wait(state == PGRES_POLLING_READING ? POLLIN : POLLOUT, end); !ok) {
      raw_.reset();
      return ok.error().code == ec::unavailable
               ? fail(ec::unavailable,
                      "no connection within " + std::to_string(patience.count()) + " seconds",
                      name_)
               : fail(std::move(ok));
    }
  }
  PQsetnonblocking(raw_.get(), 1);
  return {};
}

// -- observers ----------------------------------------------------------------

std::string_view pg_connection::reported(const char* name) const noexcept {
  const auto* found = raw_ ? PQparameterStatus(raw_.get(), name) : nullptr;
  return found != nullptr ? found : std::string_view{};
}

int pg_connection::server_version() const noexcept {
  return raw_ ? PQserverVersion(raw_.get()) : 0;
}

// -- statements ---------------------------------------------------------------

expected<void> pg_connection::send(const std::string& sql, std::span<const pg_parameter> parameters,
                                   pg_format format) {
  if (auto ok = check_open(); !ok) {
    return ok;
  }
  auto pack = pg_parameter_pack::make(parameters);
  if (!pack) {
    return fail(settings_.refused, pack.error().what, name_);
  }
  if (PQsendQueryParams(raw_.get(), sql.c_str(), pack->count(), pack->types(), pack->values(),
                        pack->lengths(), pack->formats(), format == pg_format::binary ? 1 : 0)
      == 0) {
    return lost();
  }
  return {};
}

expected<pg_result> pg_connection::execute(const std::string& sql,
                                           std::span<const pg_parameter> parameters,
                                           pg_format format) {
  return send(sql, parameters, format).and_then([this] { return finish_statement(); });
}

expected<void> pg_connection::prepare(const std::string& name, const std::string& sql) {
  if (auto ok = check_open(); !ok) {
    return ok;
  }
  if (PQsendPrepare(raw_.get(), name.c_str(), sql.c_str(), 0, nullptr) == 0) {
    return lost();
  }
  return finish_statement().map([](const pg_result&) {});
}

expected<pg_result> pg_connection::describe(const std::string& sql,
                                            std::span<const uint32_t> types) {
  if (auto ok = check_open(); !ok) {
    return fail(std::move(ok));
  }
  if (PQsendPrepare(raw_.get(), "", sql.c_str(), static_cast<int>(types.size()), types.data())
      == 0) {
    return lost();
  }
  if (auto parsed = finish_statement(); !parsed) {
    return parsed;
  }
  if (PQsendDescribePrepared(raw_.get(), "") == 0) {
    return lost();
  }
  return finish_statement();
}

expected<pg_result> pg_connection::finish_statement() {
  if (auto ok = flush(); !ok) {
    return fail(std::move(ok));
  }
  std::optional<pg_result> last;
  for (;;) {
    if (auto ok = await_answer(); !ok) {
      return fail(std::move(ok));
    }
    auto* raw = PQgetResult(raw_.get());
    if (raw == nullptr) {
      break;
    }
    last.emplace(raw);
    switch (last->state()) {
      case PGRES_FATAL_ERROR:
      case PGRES_BAD_RESPONSE:
        return fail_statement(statement_failure(raw, raw_.get()));
      case PGRES_COPY_OUT:
      case PGRES_COPY_IN:
      case PGRES_COPY_BOTH:
        return std::move(*last); // the caller goes on
      default:
        break;
    }
  }
  if (!last || PQstatus(raw_.get()) == CONNECTION_BAD) {
    return fail_statement(connection_failure(raw_.get()));
  }
  sqlstate_.clear();
  return std::move(*last);
}

tl::unexpected<error> pg_connection::fail_statement(pg_failure failure) {
  for (;;) {
    if (auto ok = await_answer(); !ok) {
      return fail(std::move(ok));
    }
    auto* raw = PQgetResult(raw_.get());
    if (raw == nullptr) {
      break;
    }
    PQclear(raw);
  }
  return refused(std::move(failure));
}

tl::unexpected<error> pg_connection::refused(pg_failure failure) {
  sqlstate_ = failure.sqlstate;
  failed_place_ = std::move(failure.place);
  auto code = code_of(failure, settings_.refused);
  if (PQstatus(raw_.get()) == CONNECTION_BAD) {
    code = ec::unavailable;
    raw_.reset();
  }
  return fail(code, std::move(failure.what), name_);
}

} // namespace faucet
