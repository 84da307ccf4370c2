// SPDX-License-Identifier: Apache-2.0
#include "CRE2.h"

#include <re2/re2.h>

#include <cstring>
#include <new>
#include <string>

struct cre2_pattern {
    RE2 re;
    cre2_pattern(const re2::StringPiece &text, const RE2::Options &options) : re(text, options) {}
};

static void copy_reason(const char *text, char *reason, size_t capacity) {
    if (reason == nullptr || capacity == 0) return;
    size_t length = std::strlen(text);
    if (length >= capacity) length = capacity - 1;
    std::memcpy(reason, text, length);
    reason[length] = '\0';
}

extern "C" cre2_pattern *cre2_compile(const uint8_t *pattern, size_t length, bool ignores_case,
                                      int64_t memory, char *reason, size_t reason_capacity) {
    if (length > CRE2_MAXIMUM_TEXT) {
        copy_reason("pattern too long", reason, reason_capacity);
        return nullptr;
    }
    try {
        RE2::Options options;
        options.set_encoding(RE2::Options::EncodingUTF8);
        options.set_case_sensitive(!ignores_case);
        options.set_max_mem(memory);
        // A library must not write to its program's stderr.
        options.set_log_errors(false);
        options.set_never_capture(true);
        re2::StringPiece text(reinterpret_cast<const char *>(pattern), length);
        auto *compiled = new (std::nothrow) cre2_pattern(text, options);
        if (compiled == nullptr) {
            copy_reason("out of memory", reason, reason_capacity);
            return nullptr;
        }
        if (!compiled->re.ok()) {
            std::string error = compiled->re.error();
            delete compiled;
            copy_reason(error.c_str(), reason, reason_capacity);
            return nullptr;
        }
        return compiled;
    } catch (...) {
        copy_reason("out of memory", reason, reason_capacity);
        return nullptr;
    }
}

extern "C" void cre2_free(cre2_pattern *pattern) { delete pattern; }

extern "C" cre2_outcome cre2_matches_whole(const cre2_pattern *pattern, const uint8_t *text,
                                           size_t length) {
    if (length > CRE2_MAXIMUM_TEXT) return CRE2_FAILED;
    try {
        re2::StringPiece subject(reinterpret_cast<const char *>(text), length);
        bool found = pattern->re.Match(subject, 0, length, RE2::ANCHOR_BOTH, nullptr, 0);
        return found ? CRE2_MATCH : CRE2_NO_MATCH;
    } catch (...) {
        return CRE2_FAILED;
    }
}

extern "C" int32_t cre2_program_size(const cre2_pattern *pattern) {
    return pattern->re.ProgramSize();
}
