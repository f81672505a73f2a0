#pragma once

#include <memory>
#include <string>

namespace faucet::test {

/// A PostgreSQL of one test, to be stopped and broken, or to be alone with: nothing runs in it but
/// what the test runs. Ends with it.
class own_postgres {
public:
  own_postgres();
  own_postgres(const own_postgres&) = delete;
  own_postgres& operator=(const own_postgres&) = delete;
  ~own_postgres();

  /// URL of a superuser; no password is asked.
  [[nodiscard]] std::string address() const;

  void start();

  /// As a crash: connections break, nothing is finished.
  void stop_immediately();

  /// Every process of the server stops answering, without closing a connection.
  void freeze();
  void thaw();

private:
  struct place;
  std::unique_ptr<place> place_;
};

} // namespace faucet::test
