// The memory of runs that have ended, for the next run of the same shape: fresh pages cost as much as the products.
#pragma once

#include <mutex>
#include <utility>
#include <vector>

#include "run.hpp"

namespace signalscope {

template <class S>
class SpareBlocks {
 public:
  /// `depth` blocks with the maps that the scenario's kind of block has. Whatever numbers they hold mean nothing,
  /// biases and norms are empty. Spare memory of another shape is given back to the system.
  static std::vector<Block<S>> take(const Scenario& scenario) {
    std::vector<Block<S>> blocks = find(shape_of(scenario));
    blocks.resize(static_cast<std::size_t>(scenario.depth));
    for (Block<S>& block : blocks) {
      block.maps.resize(scenario.block == "feedforward" ? 2 : 1);
      for (LinearMap<S>& map : block.maps) map.bias.resize(0);
      block.norm.reset();
    }
    return blocks;
  }

  static void give(const Scenario& scenario, std::vector<Block<S>> blocks) {
    // Normals that are shared have an owner, and are none of this memory.
    for (Block<S>& block : blocks) {
      for (LinearMap<S>& map : block.maps) map.scaled.reset();
    }
    const Scenario shape = shape_of(scenario);
    const double bytes = memory_needed(shape);
    Spares& spares = all();
    const std::lock_guard lock(spares.mutex);
    if (spares.bytes + bytes > most_bytes) return;
    spares.bytes += bytes;
    spares.list.emplace_back(shape, std::move(blocks));
  }

 private:
  static constexpr double most_bytes = 256.0 * 1048576.0;

  struct Spares {
    std::mutex mutex;
    std::vector<std::pair<Scenario, std::vector<Block<S>>>> list;
    double bytes = 0.0;
  };

  /// Never destroyed: a run that is still open when the program ends gives its memory back later than that.
  static Spares& all() {
    static Spares& spares = *new Spares;
    return spares;
  }

  /// What decides the sizes of a block's members, all else as it is by default.
  static Scenario shape_of(const Scenario& scenario) {
    Scenario shape;
    shape.depth = scenario.depth;
    shape.width = scenario.width;
    shape.batch = scenario.batch;
    shape.block = scenario.block;
    shape.expansion = scenario.expansion;
    shape.norm = scenario.norm == "none" ? "none" : "layer";
    shape.norm_placement = scenario.norm_placement;
    shape.precision = scenario.precision;
    return shape;
  }

  static std::vector<Block<S>> find(const Scenario& shape) {
    Spares& spares = all();
    const std::lock_guard lock(spares.mutex);
    for (auto spare = spares.list.begin(); spare != spares.list.end(); ++spare) {
      if (spare->first != shape) continue;
      std::vector<Block<S>> blocks = std::move(spare->second);
      spares.bytes -= memory_needed(shape);
      spares.list.erase(spare);
      return blocks;
    }
    spares.list.clear();
    spares.bytes = 0.0;
    return {};
  }
};

}  // namespace signalscope
