// SPDX-License-Identifier: Apache-2.0

// What is fuzzed, and what must hold of it: whatever bytes come, the reader answers or refuses, and
// what can be said in two ways is said the same in both. `make fuzz` feeds the targets with what
// libFuzzer makes up; the test `CorpusTests` feeds them with the corpus, on every run of the tests.

/// A reader of what strangers send or write, as the fuzzer calls it.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// A predicate's text and the string that it is asked about.
    case predicates
    /// The body of a `Notify` call.
    case notify
    /// A `Notify` call whose hints are of any type.
    case hints
    /// Any message.
    case messages
    /// The bodies of all other calls that focusd serves.
    case calls
    /// What an app answers.
    case answers
    /// A Focus's file, and edits of it.
    case focusFile = "focus-file"
    /// `focusd.conf`.
    case configuration
    /// An app's `.focus-filter` file.
    case filterFile = "filter-file"
    /// A remote notification.
    case payload
    /// What the store keeps of parameters and declarations.
    case codec

    /// Lets the target read.
    ///
    /// - Throws: `Disagreement` when something does not hold that must; a trap or an overlong run
    ///   is worse still.
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
        }
    }
}

/// Something that must hold and does not.
package struct Disagreement: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Throws unless both are the same; the description says where.
func agree<Answer: Equatable>(
    _ first: Answer, _ second: Answer, _ what: @autoclosure () -> String
) throws(Disagreement) {
    if first != second { throw Disagreement("\(what()): \(first) / \(second)") }
}

/// Throws unless it holds.
func hold(_ holds: Bool, _ what: @autoclosure () -> String) throws(Disagreement) {
    if !holds { throw Disagreement(what()) }
}
