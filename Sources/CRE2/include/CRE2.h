// SPDX-License-Identifier: Apache-2.0
//
// RE2 behind a C interface, because Swift without C++ interoperability cannot call it.
// Nothing here throws: allocation failures and RE2's own errors come back as values.
#ifndef CRE2_H
#define CRE2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A compiled pattern. Immutable, so any number of threads may match with it.
typedef struct cre2_pattern cre2_pattern;

/// What a match attempt can answer.
typedef enum {
    CRE2_MATCH = 0,
    CRE2_NO_MATCH = 1,
    /// Memory ran out, or the text is longer than `CRE2_MAXIMUM_TEXT`: the question has no answer.
    CRE2_FAILED = 2,
} cre2_outcome;

/// RE2 keeps offsets in an int; longer texts are refused.
#define CRE2_MAXIMUM_TEXT 0x3fffffff

/// Compiles UTF-8 text of `length` bytes, using at most `memory` bytes for programs and automata.
/// Returns NULL on failure, with a NUL-terminated reason in `reason` (cut to `reason_capacity`).
/// The caller frees the result with `cre2_free`.
cre2_pattern *cre2_compile(const uint8_t *pattern, size_t length, bool ignores_case,
                           int64_t memory, char *reason, size_t reason_capacity);

/// Frees a pattern; NULL is allowed.
void cre2_free(cre2_pattern *pattern);

/// Whether the whole text matches.
cre2_outcome cre2_matches_whole(const cre2_pattern *pattern, const uint8_t *text, size_t length);

/// The number of instructions, RE2's measure of what matching one byte may cost.
int32_t cre2_program_size(const cre2_pattern *pattern);

#ifdef __cplusplus
}
#endif
#endif
