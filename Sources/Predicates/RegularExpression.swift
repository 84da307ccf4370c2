// SPDX-License-Identifier: Apache-2.0
import CRE2

/// A compiled `MATCHES` pattern: RE2's syntax, the whole string, in time linear in the text.
///
/// Unchecked because it holds a pointer; RE2 objects are immutable after construction and safe to
/// match from any thread (re2.h). Safe because the pointer lives as long as its only owner.
@safe final class RegularExpression: @unchecked Sendable {
    private let pattern: OpaquePointer
    private let programSize: Int

    /// Why RE2 refuses a pattern.
    struct Refusal: Error {
        let reason: String
    }

    /// Compiles a pattern, using at most ``PredicateLimits/patternMemory``.
    ///
    /// A folding that ignores diacritics removes them from the pattern; the caller does the same
    /// with the text. Case is RE2's own business.
    init(_ text: String, _ folding: Folding) throws(Refusal) {
        guard text.utf8.count <= PredicateLimits.maximumPatternBytes else {
            throw Refusal(reason: "longer than \(PredicateLimits.maximumPatternBytes) bytes")
        }
        let bytes = Array(folding.withoutCase.string(of: text).utf8)
        var reason = [CChar](repeating: 0, count: 200)
        let compiled = unsafe cre2_compile(
            bytes, bytes.count, folding.ignoresCase, Int64(PredicateLimits.patternMemory), &reason,
            reason.count)
        guard let compiled = unsafe compiled else {
            let text = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw Refusal(reason: String(decoding: text, as: UTF8.self))
        }
        unsafe pattern = compiled
        programSize = unsafe Int(cre2_program_size(compiled))
    }

    deinit {
        unsafe cre2_free(pattern)
    }

    /// Whether the whole text matches.
    func matchesWhole(
        _ text: String, _ meter: inout WorkMeter
    ) throws(PredicateEvaluationError) -> Bool {
        // Without memory for its automaton RE2 takes time proportional to text and program.
        let bytes = text.utf8.count
        try meter.charge(bytes / 32 + bytes / 64 * (programSize / 64))
        let outcome = unsafe text.utf8Span.span.withUnsafeBufferPointer { buffer in
            unsafe cre2_matches_whole(pattern, buffer.baseAddress, buffer.count)
        }
        guard outcome != CRE2_FAILED else {
            throw PredicateEvaluationError("MATCHES ran out of memory")
        }
        return outcome == CRE2_MATCH
    }
}
