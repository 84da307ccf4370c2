// SPDX-License-Identifier: Apache-2.0

// The fuzzed readers and their rules: a reader answers or refuses any bytes, and two readers of the
// same content agree. `make fuzz` gives the targets libFuzzer's inputs. The test `CorpusTests`
// gives them the corpus in every run of the tests.

/// A reader of untrusted bytes, in the form that the fuzzer calls.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// A predicate's text and the string for its evaluation.
    case predicates
    /// The body of a `Notify` call.
    case notify
    /// A `Notify` call whose hints are of any type.
    case hints
    /// Any message.
    case messages
    /// The bodies of all other calls that focusd serves.
    case calls
    /// An app's answer.
    case answers
    /// A Focus's file, and edits of the file.
    case focusFile = "focus-file"
    /// `focusd.conf`.
    case configuration
    /// An app's `.focus-filter` file.
    case filterFile = "filter-file"
    /// A remote notification.
    case payload
    /// The store's texts of parameters and declarations.
    case codec
    /// The messages and the memory of focus-link.
    case link

    /// Gives the target one input.
    ///
    /// - Throws: `Disagreement` for a violated rule. A trap or a run that takes too long is also a
    ///   failure.
    package func read(_ input: [UInt8]) throws(Disagreement) {
        let input = input[...]
        switch self {
        case .predicates: try PredicateReading.read(input)
        case .notify: try NotifyReading.readBody(input)
        case .hints: try NotifyReading.readHints(input)
        case .messages: try MessageReading.read(input)
        case .calls: try CallReading.read(input)
        case .answers: try AnswerReading.read(input)
        case .focusFile: try FocusFileReading.read(input)
        case .configuration: try FocusFileReading.readConfiguration(input)
        case .filterFile: try FilterFileReading.read(input)
        case .payload: try PayloadReading.read(input)
        case .codec: try CodecReading.read(input)
        case .link: try LinkReading.read(input)
        }
    }
}

/// A violated rule.
package struct Disagreement: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Throws unless both values are equal. `what` describes the values.
func agree<Answer: Equatable>(
    _ first: Answer, _ second: Answer, _ what: @autoclosure () -> String
) throws(Disagreement) {
    if first != second { throw Disagreement("\(what()): \(first) / \(second)") }
}

/// Throws unless the condition is true.
func hold(_ holds: Bool, _ what: @autoclosure () -> String) throws(Disagreement) {
    if !holds { throw Disagreement(what()) }
}
