// SPDX-License-Identifier: Apache-2.0
//
// RE2 behind a C interface, because Swift calls C++ only with C++ interoperability. No function
// here throws: allocation failures and RE2's own errors are return values.
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

/// The outcomes of a match.
typedef enum {
    CRE2_MATCH = 0,
    CRE2_NO_MATCH = 1,
    /// Memory ran out, or the text is longer than `CRE2_MAXIMUM_TEXT`, so the match has no result.
    CRE2_FAILED = 2,
} cre2_outcome;

/// The maximum length of a text in bytes. RE2 keeps offsets in an int.
#define CRE2_MAXIMUM_TEXT 0x3fffffff

/// Compiles UTF-8 text of `length` bytes, using at most `memory` bytes for programs and automata.
/// Returns NULL on failure, with a NUL-terminated reason in `reason` (cut to `reason_capacity`).
/// The caller frees the result with `cre2_free`.
cre2_pattern *cre2_compile(const uint8_t *pattern, size_t length, bool ignores_case,
                           int64_t memory, char *reason, size_t reason_capacity);

/// Frees a pattern; NULL is allowed.
void cre2_free(cre2_pattern *pattern);

/// Returns CRE2_MATCH if the pattern matches the whole text.
cre2_outcome cre2_matches_whole(const cre2_pattern *pattern, const uint8_t *text, size_t length);

/// The number of instructions, RE2's measure of what matching one byte may cost.
int32_t cre2_program_size(const cre2_pattern *pattern);

#ifdef __cplusplus
}
#endif
#endif
