#pragma once

struct pg_conn; // libpq's

namespace faucet {

/// Asks the server to give up what the connection is waiting for. Waits a short while for the
/// request to be taken; where the server does not even answer that, it stays on its way in the
/// background.
void send_cancel_request(::pg_conn* connection);

} // namespace faucet
