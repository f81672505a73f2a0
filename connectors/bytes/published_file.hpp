#pragma once

#include "connectors/bytes/output_file.hpp"

#include <optional>

namespace faucet {

/// A file that is written beside its final name and published by sync and rename at each flush, so
/// that the final name never shows anything but what was flushed.
///
/// A file that is published many times is not copied each time: two files take turns. The one that
/// was published last is the newest; the one before it has the scratch name, lacks what came since,
/// gets just that from the newest, then the new rows, and changes names with it. So each byte is
/// written twice at most.
class published_file final : public output_file {
public:
  /// `final_name` is neither a link nor a directory. Where content is extended, the first write
  /// copies it. Fails where another run is writing the same file; an earlier owner of this one is
  /// waited for, as `context` says.
  static expected<std::unique_ptr<output_file>> open(std::filesystem::path final_name, bool extend,
                                                     const driver_context& context = {});

  explicit published_file(std::filesystem::path final_name);
  ~published_file() override;

  // -- observers --------------------------------------------------------------

  [[nodiscard]] const open_file& content() const override {
    return newest_;
  }

  [[nodiscard]] uint64_t size() const override {
    return size_;
  }

  // -- modifiers --------------------------------------------------------------

  expected<void> write(std::string_view bytes) override;
  expected<void> cut(uint64_t size) override;
  expected<void> flush(std::string_view tail) override;
  expected<bool> seal(std::string_view tail) override;
  expected<std::unique_ptr<output_file>> start_over() override;
  expected<void> close() override;

private:
  expected<open_file> wait_for_scratch(const driver_context& context);
  expected<std::optional<open_file>> make_scratch();
  expected<void> take_turn();
  expected<void> finish_scratch(std::string_view tail);
  expected<void> keep_permissions();
  expected<void> put_in_place();
  void remove_scratch() noexcept;

  std::filesystem::path final_name_;
  std::filesystem::path scratch_name_;
  open_file newest_;          ///< Holds all content. Under the scratch name, or published.
  open_file older_;           ///< Holds a part of it, or is not open. Under the other name.
  uint64_t size_ = 0;         ///< of the content, without a tail
  uint64_t common_ = 0;       ///< how much of the content `older_` holds
  uint64_t written_back_ = 0; ///< how much of `newest_` is on its way to the disk
  bool published_ = false;    ///< `newest_` has the final name and must not be changed
  bool foreign_ = false;      ///< `newest_` was there before and is never written to
  bool has_scratch_ = false;  ///< one of the two files has the scratch name
};

} // namespace faucet
