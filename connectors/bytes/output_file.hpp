#pragma once

#include "connectors/bytes/open_file.hpp"
#include "connectors/driver.hpp"

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace faucet {

/// A file that is being written. Bytes that were written are nobody's until they are flushed.
class output_file {
public:
  virtual ~output_file() = default;

  // -- observers --------------------------------------------------------------

  /// What the next bytes are written behind, for whoever must see what is there already. Not open
  /// where that cannot be read, as in a pipe.
  [[nodiscard]] virtual const open_file& content() const = 0;

  /// How much of the content counts: the next bytes are written there.
  [[nodiscard]] virtual uint64_t size() const = 0;

  // -- modifiers --------------------------------------------------------------

  /// Takes bytes that end with a whole record.
  virtual expected<void> write(std::string_view bytes) = 0;

  /// Drops all content behind `size`.
  virtual expected<void> cut(uint64_t size) = 0;

  /// Makes everything written so far, and `tail` behind it, durable and visible under the final
  /// name. Whatever is written later takes the place of the tail.
  virtual expected<void> flush(std::string_view tail) = 0;

  /// Ends the file, durable but not yet visible, and lets go of it. False where nothing is left to
  /// be published; else see publish_sealed and discard_sealed.
  virtual expected<bool> seal(std::string_view tail) = 0;

  /// A file of the same name that starts empty and takes this one's place with its first flush.
  /// Of this one only the content may be used any more.
  virtual expected<std::unique_ptr<output_file>> start_over() = 0;

  /// Gives up what was not flushed. Leaves nothing but the file itself behind.
  virtual expected<void> close() = 0;
};

/// What becomes of content that stands under the final name.
enum class existing_content {
  replaced, ///< Stays as it is until the first flush.
  extended, ///< Copied beside, extended there, and published as a whole.
  appended, ///< Written behind, in place.
};

/// Where to write. Parents are made where `create_parents` says so. A link is followed; a pipe or
/// a device is written straight through, whatever `existing` says.
struct output_place {
  std::filesystem::path path;
  existing_content existing = existing_content::replaced;
  bool create_parents = true;
};

/// Opens a place for writing and leaves what is there untouched.
expected<std::unique_ptr<output_file>> open_output(const output_place& where,
                                                   const driver_context& context);

/// Whether open_output could write there, as far as that shows without making or changing anything.
expected<void> probe_output(const output_place& where);

/// True for names of what the process has open already, wherever they lead.
bool is_own_stream(const std::filesystem::path& path);

/// Makes sure that the directory of `path` exists, or says that it does not.
expected<void> make_parents(const std::filesystem::path& path, bool create);

inline constexpr std::string_view scratch_ending = ".faucet-tmp";

/// The name that a file has while it is written.
std::filesystem::path scratch_name(const std::filesystem::path& final_name);

/// Makes a sealed file visible. Its directory is left to be synced by the caller.
expected<void> publish_sealed(const std::filesystem::path& final_name);

/// Removes a sealed file that is not to be published.
void discard_sealed(const std::filesystem::path& final_name) noexcept;

/// Removes what runs that were killed left under the scratch names of these files. Where one of
/// them is still being written, all are left and the answer is false: the others may be sealed
/// files of the same writer.
bool remove_abandoned(const std::vector<std::filesystem::path>& final_names) noexcept;

} // namespace faucet
