#pragma once

#include "apps/node/gateway/api_call.hpp"
#include "apps/node/gateway/submission.hpp"
#include "config/node.hpp"
#include "config/secret_mask.hpp"

#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// One submission on its way into the history.
class acceptance {
public:
  explicit acceptance(const api_call& call) : call_(call), settings_(call.parts.settings) {
    // nop
  }

  /// What is refused is told without the values of secret params.
  api_expected<api_reply> accept();

private:
  api_expected<api_reply> take_steps();

  // -- steps, in the order they run -------------------------------------------

  [[nodiscard]] api_expected<void> refuse_while_closed();
  api_expected<void> read();
  api_expected<void> read_document();
  api_expected<void> read_params();
  api_expected<void> read_callback();
  /// What the run keeps of the submission, beside the config.
  [[nodiscard]] std::string details() const;
  api_expected<void> check();
  api_expected<void> probe();
  void add_labels();
  api_expected<void> choose_pool();
  void put_tokens_for_secrets();
  void add_key();
  api_expected<std::optional<submit_answer>> find_replay();
  api_expected<void> admit();
  api_expected<void> refuse_where_full();
  api_expected<void> seal();
  api_expected<submit_answer> store();
  [[nodiscard]] api_expected<api_reply> answer(const submit_answer& stored);

  [[nodiscard]] api_error objection(const error& why) const;
  [[nodiscard]] api_error refusal_of(const error& why) const;
  [[nodiscard]] node over_default(const node& document) const;

  // -- member variables -------------------------------------------------------

  const api_call& call_;
  const control_settings& settings_;
  submission wish_;
  node document_; ///< its references not resolved; over the default config once tokens are put
  secret_mask secrets_;             ///< knows the values that nobody is told
  std::vector<std::string> sealed_; ///< those of them that tokens stand for
  std::string document_name_;       ///< what it calls itself; empty where it does not
  new_run run_;
  checked_pipeline found_;
  std::string clear_; ///< the config that is probed
  probed_pipeline probed_;
};

} // namespace faucet
