// Times one piece of work a request, so that a script can alternate it with the same work elsewhere. A request is the
// name of the work and its arguments in one line; the answer is a number in another. Native it reads lines until there
// are no more; as WebAssembly a page calls `stopwatch`.
//
//   series PRECISION THREADS SEED   ms: the preset `initialisation`, drawn, passed forward and measured
//   residual SEED                   ms: the preset `residual`, drawn, forward and backward, measured
//   normals STREAM COUNT SEED       ms: standard normals into memory that is there
//   product PRECISION               GFLOP/s of 128 x 256 by 256 x 256, the best of forty
//
//   run DEPTH WIDTH BATCH SEED      ms: a run of that size, forward and backward
//
//   memory                          MiB: the most that this process has held; 0 in WebAssembly
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "parallel.hpp"
#include "products.hpp"
#include "random/stream.hpp"
#include "signalscope/propagate.hpp"
#include "texts.hpp"

#if defined(__EMSCRIPTEN__)
#include <emscripten/emscripten.h>
#endif

namespace signalscope::bench {
namespace {

constexpr double failed = std::numeric_limits<double>::quiet_NaN();

/// Milliseconds that one call takes.
template <class Call>
double milliseconds_of(Call&& call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// The first `steps` steps of a run, as the page takes them; false where the core refuses.
bool run_steps(const Scenario& scenario, int steps) {
  const Result<int> token = begin(scenario);
  if (!token) return false;
  const bool done = static_cast<bool>(advance(token.value(), steps));
  end(token.value());
  return done;
}

std::vector<Scenario> seeded(std::vector<Scenario> series, std::uint64_t seed) {
  for (Scenario& scenario : series) scenario.seed = seed;
  return series;
}

constexpr int all_steps = std::numeric_limits<int>::max();

double time_series(std::istream& arguments) {
  std::string precision;
  std::size_t threads = 1;
  std::uint64_t seed = 0;
  arguments >> precision >> threads >> seed;
  std::vector<Scenario> series = seeded(initialisation(), seed);
  for (Scenario& scenario : series) scenario.precision = precision;
  std::vector<char> done(series.size());
  const double taken = milliseconds_of([&] {
    cli::in_parallel(series.size(), threads, [&](std::size_t i) { done[i] = run_steps(series[i], series[i].depth); });
  });
  for (const char one : done) {
    if (!one) return failed;
  }
  return taken;
}

double time_residual(std::istream& arguments) {
  std::uint64_t seed = 0;
  arguments >> seed;
  const std::vector<Scenario> series = seeded(residual(), seed);
  bool done = true;
  const double taken = milliseconds_of([&] {
    for (const Scenario& scenario : series) done = run_steps(scenario, all_steps) && done;
  });
  return done ? taken : failed;
}

double time_normals(std::istream& arguments) {
  std::string stream;
  std::size_t count = 0;
  std::uint64_t seed = 0;
  arguments >> stream >> count >> seed;
  static std::vector<double> values;
  values.resize(count);
  const auto source = random::open(stream, seed);
  if (!source) return failed;
  return milliseconds_of([&] { source->standard_normal(values); });
}

/// The least milliseconds of forty calls: short ones, as a machine that others share is undisturbed for moments only.
template <class Call>
double least_milliseconds_of(Call&& call) {
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 40; ++round) least = std::min(least, milliseconds_of(call));
  return least;
}

template <class S>
double product_speed() {
  const Signal<S> a = Signal<S>::Random(128, 256), b = Signal<S>::Random(256, 256);
  Products<S> products;
  Signal<S> out;
  const double taken = least_milliseconds_of([&] { products.multiply(a, b, Transposed::neither, out); });
  return 2.0 * 128 * 256 * 256 / (taken * 1e6);
}

double time_product(std::istream& arguments) {
  std::string precision;
  arguments >> precision;
  return precision == "float32" ? product_speed<float>() : product_speed<double>();
}

double time_run(std::istream& arguments) {
  Scenario scenario;
  arguments >> scenario.depth >> scenario.width >> scenario.batch >> scenario.seed;
  bool done = false;
  const double taken = milliseconds_of([&] { done = run_steps(scenario, all_steps); });
  return done ? taken : failed;
}

/// As Linux keeps it for this program alone; what `getrusage` gives begins with the most of the one that started it.
double most_memory(std::istream&) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    double kibibytes = 0.0;
    if (std::sscanf(line.c_str(), "VmHWM: %lf", &kibibytes) == 1) return kibibytes / 1024.0;
  }
  return 0.0;
}

struct Work {
  const char* name;
  double (*measure)(std::istream& arguments);
};
constexpr Work works[] = {{"series", time_series},   {"residual", time_residual}, {"normals", time_normals},
                          {"product", time_product}, {"run", time_run},           {"memory", most_memory}};

/// NaN where the work is not known or was refused.
double answer(const std::string& request) {
  std::istringstream words(request);
  std::string name;
  words >> name;
  for (const Work& work : works) {
    if (work.name == name) return work.measure(words);
  }
  return failed;
}

}  // namespace
}  // namespace signalscope::bench

#if defined(__EMSCRIPTEN__)
extern "C" EMSCRIPTEN_KEEPALIVE double stopwatch(const char* request) { return signalscope::bench::answer(request); }
#else
int main() {
  std::string request;
  while (std::getline(std::cin, request)) {
    std::printf("%.6f\n", signalscope::bench::answer(request));
    std::fflush(stdout);
  }
}
#endif
