// The loop that draws normals from a list of words, once for all machines.
#pragma once

#include <cstddef>
#include <cstdint>

#include "random/numpy_paths.hpp"

namespace signalscope::random {

/// As `NumpyPath::draw`. `group(words, out)` writes the values of a group of words, whether they are inside of their
/// steps or not, and returns a bit for each that is not, the lowest for the first. A word outside is dealt with in
/// place, and what follows it is drawn anew.
template <class Group>
NumpyDrawn draw_groups(const Ziggurat& ziggurat, const std::uint64_t* words, std::size_t count, double* out,
                       Group group) {
  std::size_t spent = 0, values = 0;
  while (spent < count) {
    const unsigned outside = group(words + spent, out + values);
    if (outside == 0) {
      spent += kNumpyGroup;
      values += kNumpyGroup;
      continue;
    }
    const auto inside = static_cast<std::size_t>(__builtin_ctz(outside));
    spent += inside;
    values += inside;
    if (spent + 1 >= count) break;
    const ZigguratDraw draw(ziggurat, words[spent]);
    if (draw.step == 0) break;
    // Whether it is kept is anyone's guess, so that there is no branch on it: its value is there already.
    values += draw.is_kept(ziggurat, words[spent + 1]) ? 1 : 0;
    spent += 2;
  }
  // The last group may have gone past the end, one value a word.
  return spent <= count ? NumpyDrawn{spent, values} : NumpyDrawn{count, values - (spent - count)};
}

}  // namespace signalscope::random
