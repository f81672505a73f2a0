#include "connectors/formats/csv_cells.hpp"

#include "model/base64.hpp"
#include "model/number_format.hpp"
#include "model/text_block.hpp"

#include <algorithm>

namespace faucet {

namespace {

bool is_special(char c, const csv_characters& characters) noexcept {
  return c == characters.delimiter || c == characters.quote || c == '\n' || c == '\r';
}

#if defined(__SSE2__)

/// Copies text, a block beyond its end at most; false where it holds a special character.
bool copy_plain(char* to, std::string_view text, const csv_characters& characters) noexcept {
  using namespace detail;
  auto delimiter = _mm_set1_epi8(characters.delimiter);
  auto quote = _mm_set1_epi8(characters.quote);
  auto special = [&](__m128i block) {
    auto separators = _mm_or_si128(_mm_cmpeq_epi8(block, delimiter), _mm_cmpeq_epi8(block, quote));
    auto line_ends = _mm_or_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8('\n')),
                                  _mm_cmpeq_epi8(block, _mm_set1_epi8('\r')));
    return _mm_or_si128(separators, line_ends);
  };
  const auto* from = text.data();
  auto size = text.size();
  auto found = _mm_setzero_si128();
  for (; size >= block_size; size -= block_size, from += block_size, to += block_size) {
    auto block = load_block(from);
    found = _mm_or_si128(found, special(block));
    store_block(to, block);
  }
  auto block = load_tail(from, size);
  store_block(to, block);
  auto in_tail = marked_bytes(special(block)) & ((uint32_t{1} << size) - 1);
  return (marked_bytes(found) | in_tail) == 0;
}

#else

bool copy_plain(char* to, std::string_view text, const csv_characters& characters) noexcept {
  std::copy(text.begin(), text.end(), to);
  return std::ranges::none_of(text, [&](char c) { return is_special(c, characters); });
}

#endif

constexpr size_t copy_slack = 16;

} // namespace

void csv_cells::append_text(byte_buffer& out, std::string_view text) {
  auto* to = out.room(text.size() + copy_slack);
  if (copy_plain(to, text, characters_)) {
    out.commit(to + text.size());
    return;
  }
  if (characters_.blanks) {
    auto is_blank = [&](char c) { return c != characters_.quote && is_special(c, characters_); };
    std::replace_if(to, to + text.size(), is_blank, ' ');
    out.commit(to + text.size());
    return;
  }
  to = out.room(text.size() * 2 + 2);
  *to++ = characters_.quote;
  while (!text.empty()) {
    auto plain = std::min(text.find(characters_.quote), text.size());
    std::memcpy(to, text.data(), plain);
    to += plain;
    if (plain != text.size()) {
      *to++ = characters_.quote;
      *to++ = characters_.quote;
      ++plain;
    }
    text.remove_prefix(plain);
  }
  *to++ = characters_.quote;
  out.commit(to);
}

void csv_cells::append(byte_buffer& out, const value& cell) {
  char number[longest_number];
  auto append_number = [&](auto x) {
    append_text(out, {number, static_cast<size_t>(write_number(number, x) - number)});
  };
  switch (cell.kind()) {
    case kind::null:
      break;
    case kind::boolean:
      append_text(out, cell.as_bool() ? "true" : "false");
      break;
    case kind::int64:
      append_number(cell.as_int());
      break;
    case kind::uint64:
      append_number(cell.as_uint());
      break;
    case kind::float64:
      append_number(cell.as_double());
      break;
    case kind::decimal:
    case kind::string:
      append_text(out, cell.as_text());
      break;
    case kind::bytes:
      scratch_.clear();
      scratch_.commit(
        write_base64(scratch_.room(base64_size(cell.as_text().size())), cell.as_text()));
      append_text(out, scratch_.view());
      break;
    case kind::list:
    case kind::object:
      scratch_.clear();
      json_.append(scratch_, cell);
      append_text(out, scratch_.view());
      break;
  }
}

void csv_cells::append_quotes(byte_buffer& out) {
  if (!characters_.blanks) {
    out.append(characters_.quote);
    out.append(characters_.quote);
  }
}

} // namespace faucet
