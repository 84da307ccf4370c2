// SPDX-License-Identifier: Apache-2.0
import CRE2

/// A compiled `MATCHES` pattern in RE2's syntax. It matches the whole string in time linear in the
/// text.
///
/// Unchecked because it holds a pointer: RE2 objects are immutable after construction, and any
/// thread may match with them (re2.h). Safe because the pointer lives as long as its only owner.
@safe final class RegularExpression: @unchecked Sendable {
    private let pattern: OpaquePointer
    private let programSize: Int

    /// Bytes of the program, about: its instructions, forwards and backwards.
    var memory: Int { programSize * 32 }

    /// The reason why RE2 refuses a pattern.
    struct Refusal: Error {
        let reason: String
    }

    /// Compiles a pattern, using at most ``PredicateLimits/patternMemory``.
    ///
    /// A folding that ignores diacritics removes them from the pattern; the caller removes them
    /// from the text. RE2 itself ignores case.
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

    /// Returns true if the pattern matches the whole text.
    func matchesWhole(
        _ text: String, _ meter: inout WorkMeter
    ) throws(PredicateEvaluationError) -> Bool {
        // If RE2 runs out of memory for its automaton, it takes time proportional to text and
        // program.
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
