#include "tests/sim/weather.hpp"

#include <utility>

namespace faucet::sim {

using std::chrono::milliseconds;

weather::weather(dice& chance, std::size_t places)
  : dice_(chance), each_(places), sides_(places, false) {
  // nop
}

void weather::trouble_for_all(sql_trouble kind, virtual_time until) {
  all_ = {kind, until};
}

void weather::trouble_for(std::size_t place, sql_trouble kind, virtual_time until) {
  each_[place] = {kind, until};
}

void weather::part(std::vector<bool> sides, virtual_time until) {
  sides_ = std::move(sides);
  parted_until_ = until;
}

void weather::clear_up() {
  spoilt_ = 0;
  all_ = {};
  for (auto& x : each_) {
    x = {};
  }
  parted_until_ = virtual_time(0);
}

bool weather::reaches(std::size_t from, std::size_t to, virtual_time now) const {
  return now >= parted_until_ || sides_[from] == sides_[to];
}

sql_trouble weather::trouble_at(std::size_t place, virtual_time now) {
  if (now < all_.until) {
    return all_.kind;
  }
  if (now < each_[place].until) {
    return each_[place].kind;
  }
  if (spoilt_ > 0 && dice_.chance(spoilt_)) {
    return static_cast<sql_trouble>(dice_.between(1, 4));
  }
  return sql_trouble::none;
}

statement_fate weather::fate_of_statement(std::size_t place, virtual_time now) {
  statement_fate fate;
  switch (trouble_at(place, now)) {
    case sql_trouble::none:
      fate.happens_after = dice_.between(milliseconds(1), milliseconds(4));
      fate.told_after = *fate.happens_after + dice_.between(milliseconds(1), milliseconds(4));
      fate.answered = true;
      break;
    case sql_trouble::refused:
      fate.told_after = dice_.between(milliseconds(1), milliseconds(50));
      break;
    case sql_trouble::hangs:
      if (dice_.chance(250)) {
        fate.happens_after = dice_.between(milliseconds(100), milliseconds(12000));
      }
      fate.told_after = patience;
      break;
    case sql_trouble::answers_lost:
      fate.happens_after = dice_.between(milliseconds(1), milliseconds(20));
      fate.told_after = dice_.between(milliseconds(20), patience);
      break;
    case sql_trouble::slow:
      fate.happens_after = dice_.between(milliseconds(100), milliseconds(8000));
      fate.told_after = *fate.happens_after + dice_.between(milliseconds(1), milliseconds(2000));
      fate.answered = fate.told_after < patience;
      if (!fate.answered) {
        fate.told_after = patience;
      }
      break;
  }
  return fate;
}

std::vector<virtual_time> weather::copies_of_message() {
  std::vector<virtual_time> copies;
  if (dice_.chance(spoilt_)) {
    return copies;
  }
  copies.push_back(dice_.between(milliseconds(0), milliseconds(3)));
  if (dice_.chance(spoilt_)) {
    copies.back() = dice_.between(milliseconds(10), milliseconds(4000));
  }
  if (dice_.chance(spoilt_)) {
    copies.push_back(dice_.between(milliseconds(0), milliseconds(10000)));
  }
  return copies;
}

} // namespace faucet::sim
