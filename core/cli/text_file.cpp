#include "text_file.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "text.hpp"

namespace signalscope::cli {
namespace {

Problem unreadable(const std::string& path, const std::string& reason) {
  const std::string name = path == "-" ? "standard input" : quoted(path);
  return {"unreadable_file", "", "cannot read " + name + ": " + reason};
}

Result<std::string> read_to_end(std::FILE* file, const std::string& path, std::size_t limit) {
  std::string text;
  std::array<char, 65536> chunk{};
  while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), file)) {
    text.append(chunk.data(), count);
    if (text.size() > limit) {
      return unreadable(path, "longer than " + std::to_string(limit) + " bytes, which is the most that is read");
    }
  }
  if (std::ferror(file) != 0) return unreadable(path, std::strerror(errno));
  return text;
}

}  // namespace

Result<std::string> read_text_file(const std::string& path, std::size_t limit) {
  if (path == "-") return read_to_end(stdin, path, limit);
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return unreadable(path, std::strerror(errno));
  Result<std::string> text = read_to_end(file, path, limit);
  std::fclose(file);
  return text;
}

}  // namespace signalscope::cli
