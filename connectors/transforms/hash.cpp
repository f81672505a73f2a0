#include "connectors/transforms/hash.hpp"

#include "connectors/config_error.hpp"
#include "connectors/transforms/field_digest.hpp"
#include "connectors/transforms/field_edits.hpp"
#include "connectors/transforms/field_writer.hpp"
#include "connectors/transforms/name_list.hpp"

namespace faucet {

namespace {

struct hash_options {
  std::vector<std::string> fields;
  digest_algorithm algorithm;
  digest_encoding encoding;
  std::optional<std::string> salt;
  std::optional<std::string> into;
};

void fields(option_visitor& v, hash_options& x) {
  v.field("fields", x.fields, required, "Top-level fields to hash.");
  v.field("algorithm", x.algorithm, digest_algorithm::sha256, "Hash function.");
  v.field("encoding", x.encoding, digest_encoding::hex, "How the digest is written.");
  v.field("salt", x.salt, "Text in front of each value before it is hashed.", {.secret = true});
  v.field("into", x.into,
          "Field for the digest, with one field only, which then stays; its own unless set.");
}

expected<void> check(const hash_options& x, const node& config) {
  if (x.into && x.fields.size() > 1) {
    return config_error(config, "into", "hash: into needs exactly one entry in fields");
  }
  return require_some(x.fields, "hash", config);
}

class hash final : public transform {
public:
  explicit hash(const hash_options& options)
    : fields_(distinct(options.fields)),
      digest_(options.algorithm, options.encoding, options.salt.value_or("")) {
    if (options.into) {
      writer_.emplace(std::vector{*options.into});
    }
  }

  expected<page> apply(page_cursor& input) override {
    if (writer_) {
      return map_records(
        out_, input, [this](object_view record, page_builder& out) { return extend(record, out); });
    }
    return edit_fields(out_, input, fields_,
                       [this](size_t, value& cell, page_builder& out) -> expected<void> {
                         if (cell.is_null()) {
                           return {};
                         }
                         return digest_.of(cell, out).map([&](const value& x) { cell = x; });
                       });
  }

private:
  expected<void> extend(object_view record, page_builder& out) {
    const auto* cell = record.find(fields_.name(0));
    if (cell == nullptr || cell->is_null()) {
      out.add(value::of_object(record));
      return {};
    }
    return digest_.of(*cell, out).map([&](const value& x) {
      auto draft = writer_->copy(record, out);
      draft.cells[draft.at[0]] = x;
      out.add(draft.row);
    });
  }

  present_fields fields_;
  field_digest digest_;
  std::optional<field_writer> writer_; // of the field `into`
  page_builder out_;
};

} // namespace

transform_descriptor hash_transform() {
  return describe_transform<hash, hash_options>(
    "hash", "Replaces the values of the listed fields by digests.");
}

} // namespace faucet
