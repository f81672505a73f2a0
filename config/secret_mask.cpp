#include "config/secret_mask.hpp"

#include "model/json_writer.hpp"
#include "model/percent_escapes.hpp"

#include <algorithm>

namespace faucet {

namespace {

constexpr size_t shortest_part = 3; ///< of a word

constexpr std::string_view mask = "***";

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
         || (static_cast<unsigned char>(c) & 0x80) != 0;
}

bool is_word(std::string_view text, size_t at, size_t size) {
  auto end = at + size;
  return (at == 0 || !is_letter(text[at - 1]) || !is_letter(text[at]))
         && (end == text.size() || !is_letter(text[end]) || !is_letter(text[end - 1]));
}

/// The ways in which messages write a text: as it is, as JSON does, and as what an address means.
void add_forms(const std::string& text, std::vector<std::string>& into) {
  into.push_back(text);
  std::string quoted;
  append_json(quoted, value::of_string(text));
  if (quoted.size() > text.size() + 2) {
    into.push_back(quoted.substr(1, quoted.size() - 2));
  }
  if (auto meant = percent_decoded(text); meant && *meant != text) {
    into.push_back(std::move(*meant));
  }
}

void collect(const node& from, std::vector<std::string>& into) {
  if (const auto* text = from.text(); text != nullptr && from.secret()) {
    if (text->find_first_not_of(mask.front()) != std::string::npos) {
      add_forms(*text, into);
    }
  } else if (const auto* items = from.list()) {
    for (const auto& item : *items) {
      collect(item, into);
    }
  } else if (const auto* entries = from.map()) {
    for (const auto& entry : *entries) {
      collect(entry.value, into);
    }
  }
}

} // namespace

void secret_mask::learn(const node& tree) {
  collect(tree, texts_);
  std::ranges::stable_sort(texts_, std::ranges::greater{}, &std::string::size);
}

std::string secret_mask::apply(std::string text) const {
  for (const auto& secret : texts_) {
    auto at = text.find(secret);
    while (at != std::string::npos) {
      auto hides = secret.size() >= shortest_part || is_word(text, at, secret.size());
      if (hides) {
        text.replace(at, secret.size(), mask);
      }
      at = text.find(secret, at + (hides ? mask.size() : 1));
    }
  }
  return text;
}

error masked(error failure, const secret_mask& secrets) {
  failure.what = secrets.apply(std::move(failure.what));
  failure.which = secrets.apply(std::move(failure.which));
  return failure;
}

} // namespace faucet
