#include "connectors/formats/csv_scanner.hpp"

#include <cstring>

namespace faucet {

namespace {

constexpr size_t step = 16;

value text_cell(const char* begin, const char* end) noexcept {
  return value::of_string({begin, static_cast<size_t>(end - begin)});
}

/// Copies text, of each pair of quotes one, and returns the end of the copy. `step` bytes behind
/// both ends are touched.
char* copy_unquoted(const char* from, const char* end, char quote, char* to) noexcept {
#if defined(__SSE2__)
  auto wanted = _mm_set1_epi8(quote);
  while (from < end) {
    auto left = static_cast<size_t>(end - from);
    auto text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), text);
    auto quotes = static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(text, wanted)));
    auto run = quotes == 0 ? step : static_cast<size_t>(std::countr_zero(quotes));
    if (run >= left) {
      return to + left;
    }
    to += quotes == 0 ? run : run + 1;
    from += quotes == 0 ? run : run + 2;
  }
#else
  while (from < end) {
    from += *from == quote ? 1 : 0;
    *to++ = *from++;
  }
#endif
  return to;
}

} // namespace

void csv_scanner::start(const char* end, bool is_last) noexcept {
  end_ = end;
  is_last_ = is_last;
  ends_.forget();
  quotes_.forget();
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

/// The field whose opening quote is at `at`, which is moved to the field's end.
csv_scanner::outcome csv_scanner::scan_quoted(const char*& at, value& field, arena& memory) {
  const auto* begin = at + 1;
  const auto* closing = begin;
  auto has_pairs = false;
  for (;;) {
    closing = quotes_.find(closing, end_);
    if (closing == end_) {
      return is_last_ ? outcome::open_quote : outcome::cut_short;
    }
    if (closing + 1 == end_) {
      if (!is_last_) {
        return outcome::cut_short;
      }
      break;
    }
    if (closing[1] != quote_) {
      break;
    }
    has_pairs = true;
    closing += 2;
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
  auto* copy = static_cast<char*>(memory.allocate(static_cast<size_t>(at - begin) + step));
  auto* end = copy_unquoted(begin, closing, quote_, copy);
  auto tail = static_cast<size_t>(at - (closing + 1));
  std::memcpy(end, closing + 1, tail);
  field = text_cell(copy, end + tail);
  return outcome::record;
}

} // namespace faucet
