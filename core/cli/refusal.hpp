// The one shape of the command's own problems, which is that of the core's: what it was, what it may be.
#pragma once

#include <string>
#include <utility>

#include "signalscope/problem.hpp"
#include "text.hpp"

namespace signalscope::cli {

/// About something that is no field, such as an option.
inline Problem refused_subject(std::string code, const std::string& subject, const std::string& was,
                               const std::string& may_be) {
  return {std::move(code), "", shortened(subject) + ": was " + was + "; may be " + may_be + "."};
}

inline Problem refused(std::string code, const std::string& field, const std::string& was, const std::string& may_be) {
  Problem problem = refused_subject(std::move(code), field, was, may_be);
  problem.field = field;
  return problem;
}

}  // namespace signalscope::cli
