#include "connectors/formats/csv_scanner.hpp"

#include <algorithm>
#include <cstring>

namespace faucet {

namespace {

constexpr size_t copied_at_once = 16;

value text_cell(const char* begin, const char* end) noexcept {
  return value::of_string({begin, static_cast<size_t>(end - begin)});
}

/// Where the first run of an odd number of bits ends: the position behind it, or 0. The highest bit
/// must not be set.
size_t first_odd_run_end(uint64_t bits) noexcept {
  constexpr uint64_t even = 0x5555555555555555;
  auto starts = bits & ~(bits << 1);
  auto ends_of_even_starts = (bits + (starts & even)) & ~bits;
  auto ends_of_odd_starts = (bits + (starts & ~even)) & ~bits;
  auto ends = (ends_of_even_starts & ~even) | (ends_of_odd_starts & even);
  return ends == 0 ? 0 : static_cast<size_t>(std::countr_zero(ends));
}

/// Copies in steps, also past the end, and returns the end of the copy.
char* copy_in_steps(const char* from, size_t size, char* to) noexcept {
  for (size_t at = 0; at < size; at += copied_at_once) {
    std::memcpy(to + at, from + at, copied_at_once);
  }
  return to + size;
}

/// Copies text, of each pair of quotes one, and returns the end of the copy. Up to byte_window
/// bytes behind the text are read and up to `copied_at_once` bytes behind the copy are written.
char* copy_unquoted(const char* from, const char* end, char quote, char* to) noexcept {
  while (from < end) {
    auto left = static_cast<size_t>(end - from);
    auto quotes = look_for(std::array{quote}, from);
    if (left < byte_window) {
      quotes &= (uint64_t{1} << left) - 1;
    }
    size_t done = 0;
    while (quotes != 0) {
      auto first = static_cast<size_t>(std::countr_zero(quotes));
      quotes &= quotes - 1;
      quotes &= quotes - 1; // the second of the pair
      to = copy_in_steps(from + done, first + 1 - done, to);
      done = first + 2;
    }
    if (auto size = std::min(left, byte_window); done < size) {
      to = copy_in_steps(from + done, size - done, to);
      done = size;
    }
    from += done;
  }
  return to;
}

} // namespace

void csv_scanner::start(const char* end, bool is_last) noexcept {
  end_ = end;
  is_last_ = is_last;
  ends_.forget();
}

csv_scanner::outcome csv_scanner::scan(const char*& at, std::vector<value>& fields, arena& memory) {
  fields.clear();
  const auto* next = at;
  for (;;) {
    field_start_ = next;
    if (next != end_ && *next == quote_) {
      if (auto result = scan_quoted(next, fields.emplace_back(), memory);
          result != outcome::record) {
        return result;
      }
    } else {
      next = ends_.find(next, end_);
      if (next == end_ && !is_last_) {
        return outcome::cut_short;
      }
      fields.push_back(text_cell(field_start_, next));
    }
    if (next == end_ || *next != delimiter_) {
      break;
    }
    if (fields.size() == max_fields) {
      return outcome::too_many_fields;
    }
    ++next;
  }
  at = next == end_ ? end_ : next + 1;
  return outcome::record;
}

/// The first quote that is not one of a pair, or the end of the text.
const char* csv_scanner::find_closing(const char* at, bool& has_pairs) const noexcept {
  while (at < end_) {
    auto quotes = look_for(std::array{quote_}, at);
    auto stride = byte_window;
    if (auto left = static_cast<size_t>(end_ - at); left < byte_window) {
      quotes &= (uint64_t{1} << left) - 1;
    } else if (auto run = static_cast<size_t>(std::countl_one(quotes)); run > 0) {
      // Pairs may go on behind the window: look at them together with what follows.
      stride = run == byte_window ? byte_window : byte_window - run;
      quotes = run == byte_window ? 0 : quotes << run >> run;
      has_pairs |= run == byte_window;
    }
    if (auto end = first_odd_run_end(quotes); end != 0) {
      has_pairs |= (quotes & ((uint64_t{1} << (end - 1)) - 1)) != 0;
      return at + end - 1;
    }
    has_pairs |= quotes != 0;
    at += stride;
  }
  return end_;
}

/// The field whose opening quote is at `at`, which is moved to the field's end.
csv_scanner::outcome csv_scanner::scan_quoted(const char*& at, value& field, arena& memory) {
  const auto* begin = at + 1;
  auto has_pairs = false;
  const auto* closing = find_closing(begin, has_pairs);
  if (closing == end_) {
    return is_last_ ? outcome::open_quote : outcome::cut_short;
  }
  if (closing + 1 == end_ && !is_last_) {
    return outcome::cut_short; // it may be the first of a pair
  }
  at = closing + 1;
  if (at == end_ || ends_field(*at)) {
    if (!has_pairs) {
      field = text_cell(begin, closing);
      return outcome::record;
    }
  } else {
    at = ends_.find(at, end_);
    if (at == end_ && !is_last_) {
      return outcome::cut_short;
    }
  }
  auto* copy =
    static_cast<char*>(memory.allocate(static_cast<size_t>(at - begin) + copied_at_once));
  auto* end = copy_unquoted(begin, closing, quote_, copy);
  auto tail = static_cast<size_t>(at - (closing + 1));
  std::memcpy(end, closing + 1, tail);
  field = text_cell(copy, end + tail);
  return outcome::record;
}

} // namespace faucet
