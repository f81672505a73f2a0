#include "apps/node/submission_check.hpp"

#include "actors/hosting.hpp"

namespace faucet {

pipeline_check check_with(std::shared_ptr<const execution_place> place) {
  return [place = std::move(place)](const submitted_pipeline& x) {
    return call_driver("config", [&] {
      return check_submission({.config = x.config, .format = x.format, .details = x.details},
                              *place)
        .map([](checked_submission&& found) {
          return checked_pipeline{.name = std::move(found.name),
                                  .pool = std::move(found.pool),
                                  .selection = std::move(found.selection),
                                  .depends_on = std::move(found.depends_on),
                                  .forbidden = std::move(found.forbidden)};
        });
    });
  };
}

} // namespace faucet
