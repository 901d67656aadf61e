// A block of numbers that is not filled before it is used, and lies on few pages.
#pragma once

#include <cstddef>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace signalscope {

/// `size` numbers of any value, aligned for every vector. A fresh page of 4 KiB costs as much as a thousand
/// multiply-adds, so large blocks ask for large pages where the system has them.
template <class S>
class Numbers {
 public:
  explicit Numbers(std::size_t size) : size_(size), data_(static_cast<S*>(::operator new(bytes(), alignment()))) {
#if defined(__linux__)
    // Advice only: where it is not taken nothing changes but the time.
    if (bytes() >= large_page) madvise(data_, bytes() / large_page * large_page, MADV_HUGEPAGE);
#endif
  }
  ~Numbers() { ::operator delete(data_, alignment()); }
  Numbers(const Numbers&) = delete;
  Numbers& operator=(const Numbers&) = delete;

  S* data() { return data_; }
  std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t large_page = std::size_t{2} << 20;
  std::size_t bytes() const { return size_ * sizeof(S); }
  std::align_val_t alignment() const { return std::align_val_t{bytes() >= large_page ? large_page : 64}; }

  std::size_t size_;
  S* data_;
};

}  // namespace signalscope
