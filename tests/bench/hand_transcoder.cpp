// What one could write by hand for one job: CSV with a header to JSON Lines, every value a string.
//
//   hand_transcoder IN.csv OUT.jsonl
//
// The file is mapped into memory and the output buffered. No checks of UTF-8, of ragged rows or of
// anything else: it is the yardstick for speed, not for care.

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// Bytes that JSON wants escaped, and the quote that CSV doubles.
constexpr auto special = [] {
  std::array<bool, 256> table{};
  for (size_t c = 0; c < 0x20; ++c) {
    table[c] = true;
  }
  table['"'] = table['\\'] = true;
  return table;
}();

bool is_special(char c) {
  return special[static_cast<unsigned char>(c)];
}

class transcoder {
public:
  transcoder(std::string_view in, int out)
    : at_(in.data()), end_(in.data() + in.size()), out_(out) {
    buffer_.resize(capacity + slack);
  }

  void run() {
    read_header();
    while (at_ < end_) {
      copy_row();
      if (used_ > capacity / 2) {
        drain();
      }
    }
    drain();
  }

private:
  static constexpr size_t capacity = 2U << 20U;
  static constexpr size_t slack = 64U << 10U;

  void read_header() {
    std::string opening = "{\"";
    while (*at_ != '\n') {
      if (*at_ == ',') {
        keys_.push_back(opening + "\":\"");
        opening = "\",\"";
      } else if (*at_ != '\r') {
        opening += *at_;
      }
      ++at_;
    }
    keys_.push_back(opening + "\":\"");
    ++at_;
  }

  void copy_row() {
    for (const auto& key : keys_) {
      put(key);
      if (at_ < end_ && *at_ == '"') {
        copy_quoted();
      } else {
        copy_plain();
      }
      ++at_; // the comma or the line's end
    }
    put("\"}\n");
  }

  void copy_plain() {
    while (at_ < end_ && *at_ != ',' && *at_ != '\n') {
      const char* from = at_;
      while (at_ < end_ && *at_ != ',' && !is_special(*at_)) {
        ++at_;
      }
      put({from, at_});
      if (at_ < end_ && *at_ != ',' && *at_ != '\n') {
        if (*at_ != '\r') {
          escape(*at_);
        }
        ++at_;
      }
    }
  }

  void copy_quoted() {
    ++at_;
    for (;;) {
      const char* from = at_;
      while (!is_special(*at_)) {
        ++at_;
      }
      put({from, at_});
      if (*at_ != '"') {
        escape(*at_++);
      } else if (at_ + 1 < end_ && at_[1] == '"') {
        put("\\\"");
        at_ += 2;
      } else {
        ++at_;
        at_ += at_ < end_ && *at_ == '\r' ? 1 : 0;
        return;
      }
    }
  }

  void escape(char c) {
    switch (c) {
      case '\n':
        return put("\\n");
      case '\r':
        return put("\\r");
      case '\t':
        return put("\\t");
      case '"':
        return put("\\\"");
      case '\\':
        return put("\\\\");
      default:
        std::array<char, 8> text{};
        std::snprintf(text.data(), text.size(), "\\u%04x", static_cast<unsigned>(c));
        put(text.data());
    }
  }

  void put(std::string_view text) {
    if (used_ + text.size() > buffer_.size()) {
      drain();
      buffer_.resize(std::max(buffer_.size(), text.size()));
    }
    text.copy(buffer_.data() + used_, text.size());
    used_ += text.size();
  }

  void drain() {
    for (size_t done = 0; done < used_;) {
      const auto written = ::write(out_, buffer_.data() + done, used_ - done);
      if (written < 0) {
        std::perror("write");
        std::exit(1);
      }
      done += static_cast<size_t>(written);
    }
    used_ = 0;
  }

  const char* at_;
  const char* end_;
  int out_;
  std::vector<std::string> keys_; // with the punctuation around them
  std::string buffer_;
  size_t used_ = 0;
};

} // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: hand_transcoder IN.csv OUT.jsonl\n", stderr);
    return 2;
  }
  const int in = ::open(argv[1], O_RDONLY);
  const int out = ::open(argv[2], O_WRONLY | O_CREAT | O_TRUNC, 0644);
  struct stat facts {};
  if (in < 0 || out < 0 || ::fstat(in, &facts) != 0) {
    std::perror("hand_transcoder");
    return 1;
  }
  const auto size = static_cast<size_t>(facts.st_size);
  void* mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, in, 0);
  if (mapped == MAP_FAILED) {
    std::perror("mmap");
    return 1;
  }
  transcoder{{static_cast<const char*>(mapped), size}, out}.run();
  return ::close(out) == 0 ? 0 : 1;
}
