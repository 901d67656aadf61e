// The reference values under tests/golden, as trees of JSON.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "json.hpp"

namespace signalscope {

/// The tree of tests/golden/NAME.json; it is read once. Where the file is missing or no JSON, a null node and a
/// failure.
inline const json::Node& golden(const std::string& name) {
  static std::map<std::string, json::Node> files;
  if (const auto found = files.find(name); found != files.end()) return found->second;
  std::string path = SIGNALSCOPE_GOLDEN_DIR;
  path.append("/").append(name).append(".json");
  std::ifstream file(path, std::ios::binary);
  if (!file) ADD_FAILURE() << "cannot read " << path;
  std::ostringstream text;
  text << file.rdbuf();
  Result<json::Node> tree = json::parse(text.str(), path);
  if (!tree) ADD_FAILURE() << tree.problem().message;
  return files.emplace(name, tree ? std::move(tree.value()) : json::Node()).first->second;
}

}  // namespace signalscope
