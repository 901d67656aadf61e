#include "shared_draws.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

#include "numbers.hpp"

namespace signalscope {

enum class SharedStream::Kind { normal, uniform, truncated };

struct SharedStream::Call {
  Kind kind;
  double first, second;  ///< the two arguments
  std::size_t count;

  friend bool operator==(const Call&, const Call&) = default;

  void make(random::Stream& stream, std::span<double> out) const {
    if (kind == Kind::normal) return stream.normal(first, second, out);
    if (kind == Kind::uniform) return stream.uniform(first, second, out);
    stream.truncated_normal(first, second, out);
  }
};

namespace {

/// The memory of the tape that ended last, for the next one: fresh pages cost as much as the draws.
class SpareNumbers {
 public:
  static std::unique_ptr<Numbers<double>> take(std::size_t size) {
    SpareNumbers& spare = only();
    const std::lock_guard lock(spare.mutex_);
    std::unique_ptr<Numbers<double>> numbers = std::move(spare.numbers_);
    if (numbers && numbers->size() == size) return numbers;
    numbers.reset();
    return std::make_unique<Numbers<double>>(size);
  }

  static void give(std::unique_ptr<Numbers<double>> numbers) {
    SpareNumbers& spare = only();
    const std::lock_guard lock(spare.mutex_);
    spare.numbers_ = std::move(numbers);
  }

 private:
  /// Never destroyed: a tape may end later than the program's other objects.
  static SpareNumbers& only() {
    static SpareNumbers& spare = *new SpareNumbers;
    return spare;
  }

  std::mutex mutex_;
  std::unique_ptr<Numbers<double>> numbers_;
};

}  // namespace

/// The calls that streams of one name and seed have made, and what they gave.
class Tape {
 public:
  using Call = SharedStream::Call;

  Tape(std::string_view name, std::uint64_t seed, std::size_t capacity)
      : name_(name), seed_(seed), stream_(random::open(name, seed)), numbers_(SpareNumbers::take(capacity)) {}
  ~Tape() { SpareNumbers::give(std::move(numbers_)); }
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  bool serves(std::string_view name, std::uint64_t seed, std::size_t expected) const {
    return name == name_ && seed == seed_ && expected <= numbers_->size();
  }

  /// The numbers of the call at `position`, drawn now if nobody has come so far; null where another call stands there
  /// or the tape is full. They stay as they are while the tape lives.
  const double* take(std::size_t position, const Call& call) {
    const std::lock_guard lock(mutex_);
    if (position < calls_.size()) return calls_[position] == call ? numbers_->data() + starts_[position] : nullptr;
    if (call.count > numbers_->size() - used_) return nullptr;
    double* const start = numbers_->data() + used_;
    call.make(*stream_, {start, call.count});
    calls_.push_back(call);
    starts_.push_back(used_);
    used_ += call.count;
    return start;
  }

  /// Makes the first `position` calls on a fresh stream, and forgets what it gives.
  void catch_up(random::Stream& fresh, std::size_t position) {
    const std::lock_guard lock(mutex_);
    std::vector<double> forgotten;
    for (std::size_t i = 0; i < position; ++i) {
      forgotten.resize(calls_[i].count);
      calls_[i].make(fresh, forgotten);
    }
  }

 private:
  const std::string name_;
  const std::uint64_t seed_;
  std::mutex mutex_;
  std::unique_ptr<random::Stream> stream_;
  std::vector<Call> calls_;
  std::vector<std::size_t> starts_;
  std::unique_ptr<Numbers<double>> numbers_;
  std::size_t used_ = 0;
};

namespace {

/// The tape of the seed that was asked for last; an older one lives as long as the runs that read it.
std::shared_ptr<Tape> tape_of(std::string_view name, std::uint64_t seed, std::size_t expected) {
  static std::mutex mutex;
  static std::shared_ptr<Tape> latest;
  if (expected > shared_draws_cap) return nullptr;
  const std::lock_guard lock(mutex);
  if (!latest || !latest->serves(name, seed, expected)) {
    latest.reset();
    latest = std::make_shared<Tape>(name, seed, expected);
  }
  return latest;
}

}  // namespace

SharedStream::SharedStream(std::string_view name, std::uint64_t seed, std::size_t expected)
    : name_(name), seed_(seed), tape_(tape_of(name, seed, expected)) {}

SharedStream::~SharedStream() = default;

const double* SharedStream::from_tape(const Call& call) {
  if (!tape_) return nullptr;
  const double* const numbers = tape_->take(position_, call);
  if (numbers != nullptr) ++position_;
  return numbers;
}

random::Stream& SharedStream::own_stream() {
  if (own_) return *own_;
  own_ = random::open(name_, seed_);
  if (tape_) tape_->catch_up(*own_, position_);
  tape_.reset();
  return *own_;
}

void SharedStream::normal(double mean, double std, std::span<double> out) {
  const bool scaled = name_ == "numpy";
  const double* const kept =
      from_tape(scaled ? Call{Kind::normal, 0.0, 1.0, out.size()} : Call{Kind::normal, mean, std, out.size()});
  if (kept == nullptr) return own_stream().normal(mean, std, out);
  if (!scaled) {
    std::copy_n(kept, out.size(), out.begin());
    return;
  }
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = mean + std * kept[i];
}

std::optional<KeptNormals> SharedStream::keep_normals(std::size_t count) {
  if (name_ != "numpy") return std::nullopt;
  const double* const kept = from_tape({Kind::normal, 0.0, 1.0, count});
  if (kept == nullptr) return std::nullopt;
  return KeptNormals{tape_, kept};
}

void SharedStream::uniform(double low, double high, std::span<double> out) {
  const double* const kept = from_tape({Kind::uniform, low, high, out.size()});
  if (kept == nullptr) return own_stream().uniform(low, high, out);
  std::copy_n(kept, out.size(), out.begin());
}

void SharedStream::truncated_normal(double std, double cut, std::span<double> out) {
  const double* const kept = from_tape({Kind::truncated, std, cut, out.size()});
  if (kept == nullptr) return own_stream().truncated_normal(std, cut, out);
  std::copy_n(kept, out.size(), out.begin());
}

}  // namespace signalscope
