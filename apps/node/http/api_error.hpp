#pragma once

#include "apps/node/http/message.hpp"

#include <string>

namespace faucet {

/// A refusal, as a client of a node sees it.
struct api_error {
  unsigned status = 500;
  std::string code;    ///< for programs: "not_found"
  std::string message; ///< for people, without secrets
  std::string details; ///< a JSON value with more; empty where there is none
};

api_error bad_request(std::string message);            ///< 400: not readable at all
api_error unauthorized();                              ///< 401: no valid token
api_error forbidden(std::string message);              ///< 403
api_error not_found(std::string message);              ///< 404
api_error conflict(std::string message);               ///< 409
api_error payload_too_large(std::string message);      ///< 413
api_error unsupported_media_type(std::string message); ///< 415
api_error unprocessable(std::string message);          ///< 422: readable, and wrong
api_error queue_full(std::string message);             ///< 429, to be tried again in five seconds
api_error limit_exceeded(std::string message);         ///< 429
api_error headers_too_large(std::string message);      ///< 431
api_error internal_error(std::string message);         ///< 500
api_error unavailable(std::string message);            ///< 503
api_error draining();                                  ///< 503, to be tried elsewhere

/// `{"error":{"code":…,"message":…,"details":…}}`, with a Retry-After where trying again helps.
http_reply to_reply(const api_error& x);

} // namespace faucet
