// The command as a process: exit statuses, the two streams, files and standard input.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace signalscope::cli {
namespace {

struct Ran {
  int status = -1;
  std::string output;
  std::string error;
};

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string temporary(const std::string& name) {
  return testing::TempDir() + "signalscope-" + std::to_string(getpid()) + "-" + name;
}

/// A file that is there as long as the object.
class File {
 public:
  File(const std::string& name, const std::string& text) : path_(temporary(name)) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~File() { std::remove(path_.c_str()); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// In the child, between fork and exec: gives a path the number of a stream.
void redirect(int stream, const std::string& path, int flags) {
  const int file = open(path.c_str(), flags, 0600);
  if (file < 0 || dup2(file, stream) < 0) _exit(126);
}

/// Runs the command without a shell. An empty path of output: a temporary file that is read back.
Ran run(const std::vector<std::string>& words, const std::string& input = "/dev/null",
        const std::string& output_path = "") {
  const File output("output", "");
  const File error("error", "");
  std::vector<std::string> all = {SIGNALSCOPE_COMMAND};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : all) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    redirect(0, input, O_RDONLY);
    redirect(1, output_path.empty() ? output.path() : output_path, O_WRONLY);
    redirect(2, error.path(), O_WRONLY);
    execv(arguments.front(), arguments.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(output.path()), contents(error.path())};
}

void expect_problem(const Ran& ran, const std::vector<std::string>& parts) {
  EXPECT_EQ(ran.status, 2) << ran.error;
  EXPECT_EQ(ran.output, "");
  EXPECT_EQ(std::count(ran.error.begin(), ran.error.end(), '\n'), 1) << ran.error;
  EXPECT_TRUE(ran.error.ends_with('\n'));
  for (const std::string& part : parts) EXPECT_NE(ran.error.find(part), std::string::npos) << part << "\n" << ran.error;
}

TEST(Process, ARunEndsWithStatusZeroAndAnEmptyErrorStream) {
  const Ran ran = run({"symmetry", "--preset", "symmetry"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.error, "");
  EXPECT_NE(ran.output.find("[0.0819 0.0819 0.0819 0.0819 0.0819 0.0819]"), std::string::npos);
  EXPECT_NE(ran.output.find("[-0.0284 0.0124 0.0156 -0.0488 0.0163 -0.0234]"), std::string::npos);
}

TEST(Process, ReadsAFileAndStandardInputAlike) {
  const File file("scenario.json", R"({"label": "three layers", "depth": 3, "width": 8, "batch": 4})");
  const Ran from_file = run({"propagate", file.path(), "--format", "csv"});
  const Ran from_input = run({"propagate", "-", "--format", "csv"}, file.path());
  EXPECT_EQ(from_file.status, 0) << from_file.error;
  EXPECT_NE(from_file.output.find("\nthree layers,3,"), std::string::npos);
  EXPECT_EQ(from_file.output, from_input.output);
}

TEST(Process, AFileLikeAPresetComparesItsSeries) {
  const File file("preset.json", R"({"title": "two", "base": {"depth": 2, "width": 8, "batch": 4},
    "series": [{"label": "a"}, {"label": "b", "activation": "tanh"}], "columns": ["rms@2", "dead_units@2"]})");
  const Ran ran = run({"propagate", file.path()});
  EXPECT_EQ(ran.status, 0) << ran.error;
  EXPECT_EQ(ran.output.find("series      rms@2  dead_units@2\na       "), 0U) << ran.output;
}

TEST(Process, EveryClassOfBadInputIsOneLineThatNamesFieldValueAndWhatIsAllowed) {
  struct Case {
    const char* text;
    std::vector<std::string> parts;
  };
  const std::vector<Case> cases = {
      {R"({"depht": 20})", {"\"depht\"", "is no field", "may be one of depth, width, "}},
      {R"({"activation": "rleu"})", {"activation: was \"rleu\"", "may be one of identity, relu, "}},
      {R"({"width": 0})", {"width: was 0", "may be a whole number from 1 to 4096"}},
      {R"({"seed": 9007199254740992})", {"seed: was 9007199254740992", "from 0 to 9007199254740991"}},
      {R"({"depth": 20.5})", {"depth: was 20.5", "may be a whole number from 1 to 10000"}},
      {R"({"input_std": "wide"})", {"input_std: was \"wide\"", "may be a number"}},
      {R"({"input_std": "NaN"})", {"input_std: was \"NaN\"", "may be a number"}},
      {R"({"final_norm": 1})", {"final_norm: was 1", "may be true or false"}},
      {R"({"norm": "group", "groups": 7})", {"groups: was 7", "may be one of 1, 2, 4, "}},
      {R"({"norm": "batch", "batch": 1})", {"batch: was 1", "may be "}},
      {R"({"width": [[1, 2], [3]]})", {"width: was rows of which row 2 has 1 numbers", "may be rows of one length"}},
      {R"({"depth": 10000, "width": 4096})",
       {"depth: was 10000", "which needs ", " MiB of memory; may be ", "2048 MiB"}},
      {R"({"depth": )", {", line 1, column 11: expected a value", "found the end of the text"}},
      {R"({"depth": 3, "depth": 4})", {", line 1, column 14: the key \"depth\" stands twice"}},
      {R"({"depth": NaN})", {"JSON has no number NaN"}},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.text);
    const File file("bad.json", one.text);
    expect_problem(run({"propagate", file.path()}), one.parts);
  }
}

TEST(Process, BadSettingsAreProblemsToo) {
  expect_problem(run({"propagate", "--set", "depth=many"}), {"depth: was \"many\"", "a whole number from 1 to 10000"});
  expect_problem(run({"propagate", "--set", "depth=1.5"}), {"depth: was 1.5", "a whole number from 1 to 10000"});
  expect_problem(run({"propagate", "--set", "depth="}), {"depth: was \"\"", "a whole number from 1 to 10000"});
  expect_problem(run({"propagate", "--set", "loss=line\nbreak"}), {"loss: was ", "one of sum, mean_square, random"});
  expect_problem(run({"propagate", "--set", "=3"}), {"\"\"", "may be one of depth"});
  expect_problem(run({"propagate", "--depth", "20"}), {"\"--depth\": is no option here"});
}

TEST(Process, UnknownPresetsAreToldTheNames) {
  expect_problem(run({"propagate", "--preset", "initialization"}),
                 {"preset: was \"initialization\"; may be one of initialisation, xavier-and-tanh, symmetry, "});
}

TEST(Process, DeepAndEndlessInputEnds) {
  const File deep("deep.json", std::string(1000000, '['));
  expect_problem(run({"propagate", deep.path()}), {"arrays and objects nested more than 64 deep"});
  expect_problem(run({"propagate", "/dev/zero"}), {"cannot read \"/dev/zero\": longer than 67108864 bytes"});
  expect_problem(run({"propagate", "-"}, "/dev/zero"), {"cannot read standard input: longer than 67108864 bytes"});
}

TEST(Process, UnreadableFilesAreToldTheReason) {
  expect_problem(run({"propagate", temporary("missing.json")}), {"cannot read ", "No such file or directory"});
  expect_problem(run({"propagate", testing::TempDir()}), {"cannot read ", "Is a directory"});
  expect_problem(run({"propagate", "-"}, testing::TempDir()), {"cannot read standard input: Is a directory"});
}

TEST(Process, AnEmptyInputIsNoJson) {
  expect_problem(run({"propagate", "-"}), {"standard input, line 1, column 1: expected a value"});
}

TEST(Process, OutputThatCannotBeWrittenIsAFailureOfItsOwn) {
  const Ran ran = run({"catalog"}, "/dev/null", "/dev/full");
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.error, "cannot write the output: No space left on device\n");
}

}  // namespace
}  // namespace signalscope::cli
