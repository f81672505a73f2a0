#pragma once

// What actors say to each other. Messages carry value types of model/ and the reports; drivers and
// flags are given to an actor when it is spawned and never travel.

#include "actors/inspect.hpp"

#include <caf/atom.hpp>
#include <caf/replies_to.hpp>
#include <caf/type_id.hpp>
#include <caf/typed_actor.hpp>

#include <chrono>

namespace faucet::atom { // verbs, at most ten characters

using apply = caf::atom_constant<caf::atom("apply")>;
using cancel = caf::atom_constant<caf::atom("cancel")>;
using claim = caf::atom_constant<caf::atom("claim")>;
using close = caf::atom_constant<caf::atom("close")>;
using done = caf::atom_constant<caf::atom("done")>;
using flush = caf::atom_constant<caf::atom("flush")>;
using forsake = caf::atom_constant<caf::atom("forsake")>;
using get = caf::atom_constant<caf::atom("get")>;
using note = caf::atom_constant<caf::atom("note")>;
using omitted = caf::atom_constant<caf::atom("omitted")>;
using open = caf::atom_constant<caf::atom("open")>;
using proceed = caf::atom_constant<caf::atom("proceed")>;
using pull = caf::atom_constant<caf::atom("pull")>;
using put = caf::atom_constant<caf::atom("put")>;
using release = caf::atom_constant<caf::atom("release")>;
using renew = caf::atom_constant<caf::atom("renew")>;
using start = caf::atom_constant<caf::atom("start")>;
using verify = caf::atom_constant<caf::atom("verify")>;
using write = caf::atom_constant<caf::atom("write")>;

} // namespace faucet::atom

namespace faucet {

/// Hosts one source.
using source_actor = caf::typed_actor<
  // Opens the source, behind a position where one is known.
  caf::replies_to<atom::open, resume_point>::with<atom::done>,
  // Asks for one page. Each pull is answered once, in order.
  caf::replies_to<atom::pull>::with<pulled>>;

/// Hosts a chain of transforms.
using transform_actor = caf::typed_actor<
  // Reads the files that the transforms name.
  caf::replies_to<atom::open>::with<atom::done>,
  // Answers with what becomes of a page, or with the first part of it.
  caf::replies_to<atom::apply, page>::with<transformed>,
  // Answers with the next part. Asked until there is no more, before the next page.
  caf::replies_to<atom::proceed>::with<transformed>>;

/// Hosts one sink.
using sink_actor = caf::typed_actor<
  // Opens the sink; what is there stays as it is. Asked again, it answers as it did.
  caf::replies_to<atom::open, sink_start>::with<atom::done>,
  // Accepts a page, or all but some of its records; the reply does not promise durability.
  caf::replies_to<atom::write, page>::with<write_result>,
  // Makes everything accepted so far durable.
  caf::replies_to<atom::flush>::with<atom::done>,
  // Ends the sink's work: publishes, or leaves what was flushed.
  caf::replies_to<atom::close, ending>::with<atom::done>,
  // What of the accepted records was not kept. Asked after close, however that went.
  caf::replies_to<atom::omitted>::with<left_out>>;

/// Hosts one state store.
using store_actor = caf::typed_actor<
  // The text kept under a key, if any.
  caf::replies_to<atom::get, std::string>::with<stored_text>,
  // Answers once the text is durable.
  caf::replies_to<atom::put, std::string, std::string>::with<atom::done>,
  // Begins a run of a row: takes its lease, moves a bookmark from an older key, reads it.
  caf::replies_to<atom::claim, row_claim>::with<claimed_row>,
  // Lengthens the lease of a row, by the row's key.
  caf::replies_to<atom::renew, std::string>::with<atom::done>,
  // Looks whether the lease of a row still is the run's, by the row's key.
  caf::replies_to<atom::verify, std::string>::with<atom::done>,
  // Ends the lease of a row, by the row's key. One that was lost is left alone, and an error.
  caf::replies_to<atom::release, std::string>::with<atom::done>,
  // Keeps how a run of a row ended, by the row's key. Not where its lease was lost.
  caf::replies_to<atom::note, std::string, invocation_report>::with<atom::done>>;

/// Whatever can be stopped. It stops at the next page boundary and then answers whoever waits for
/// its end.
using cancellable = caf::typed_actor<caf::reacts_to<atom::cancel>,
                                     // The same, with how long to wait for whoever does not answer.
                                     // The shortest wait of several counts.
                                     caf::reacts_to<atom::cancel, std::chrono::milliseconds>>;

/// Hears how far invocations have come, a few times a second each.
using progress_listener = caf::typed_actor<caf::reacts_to<progress>>;

/// Moves the records of one row: source, transforms, sink, and the checkpoints between.
using invocation_actor = cancellable::extend<caf::replies_to<atom::start>::with<invocation_report>,
                                             // Its own reminder that its lease is to be renewed.
                                             caf::reacts_to<atom::renew>,
                                             // Its own reminder that, cancelled, it has waited
                                             // long enough for whoever does not answer.
                                             caf::reacts_to<atom::forsake>>;

/// One run of a pipeline.
using run_actor = cancellable::extend<caf::replies_to<atom::start>::with<run_report>>;

} // namespace faucet

CAF_BEGIN_TYPE_ID_BLOCK(faucet, caf::first_custom_type_id)

CAF_ADD_TYPE_ID(faucet, (faucet::page))
CAF_ADD_TYPE_ID(faucet, (faucet::pulled))
CAF_ADD_TYPE_ID(faucet, (faucet::resume_point))
CAF_ADD_TYPE_ID(faucet, (faucet::stored_text))
CAF_ADD_TYPE_ID(faucet, (faucet::row_claim))
CAF_ADD_TYPE_ID(faucet, (faucet::claimed_row))
CAF_ADD_TYPE_ID(faucet, (faucet::sink_start))
CAF_ADD_TYPE_ID(faucet, (faucet::write_result))
CAF_ADD_TYPE_ID(faucet, (faucet::ending))
CAF_ADD_TYPE_ID(faucet, (faucet::progress))
CAF_ADD_TYPE_ID(faucet, (faucet::invocation_report))
CAF_ADD_TYPE_ID(faucet, (faucet::run_report))
CAF_ADD_TYPE_ID(faucet, (faucet::left_out))

CAF_END_TYPE_ID_BLOCK(faucet)
