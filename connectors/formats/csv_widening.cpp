#include "connectors/formats/csv_widening.hpp"

#include "connectors/formats/csv_boundaries.hpp"

#include <utility>

namespace faucet {

namespace {

/// Copies rows piece by piece and adds to each at its end, before a carriage return.
class row_widener {
public:
  row_widener(csv_characters characters, std::string_view first, std::string_view others)
    : boundaries_(characters), addition_(first), others_(others) {
    // nop
  }

  void copy(byte_buffer& out, std::string_view text) {
    if (held_return_ && text.front() != '\n') {
      held_return_ = false;
      out.append('\r');
    }
    size_t copied = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      if (!boundaries_.ends_record(text[i])) {
        continue;
      }
      auto has_return = i > copied && text[i - 1] == '\r';
      out.append(text.substr(copied, i - copied - (has_return ? 1 : 0)));
      out.append(addition_);
      out.append(has_return || std::exchange(held_return_, false) ? "\r\n" : "\n");
      addition_ = others_;
      copied = i + 1;
    }
    auto rest = text.substr(copied);
    if (!rest.empty() && rest.back() == '\r') { // perhaps the first half of a line end
      held_return_ = true;
      rest.remove_suffix(1);
    }
    out.append(rest);
  }

private:
  csv_boundaries boundaries_;
  std::string_view addition_;
  std::string_view others_;
  bool held_return_ = false;
};

} // namespace

expected<void> widen_rows(byte_writer& file, csv_characters characters, std::string_view first,
                          std::string_view others) {
  row_widener widener{characters, first, others};
  return file.rewrite([&](byte_buffer& out, std::string_view text) { widener.copy(out, text); });
}

} // namespace faucet
