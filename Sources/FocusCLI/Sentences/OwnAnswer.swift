// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// The answer of a command line of this program, without the change that it would make: what a
/// step may say about words that another command would refuse. ``Rehearsal`` tells why it has no
/// effect.
@LoopActor struct OwnAnswer {
    /// The refusal; nil if the command would make its change.
    let failure: CommandFailure?
    /// The steps that the command would print beside its change, as for a name that may be a
    /// person's.
    let hints: [String]

    /// - Parameter words: the command line without the program's name.
    init(_ words: [String], _ invocation: Invocation) {
        let notes = Notes()
        // Without a width, so that a step is one line.
        let output = Output { stream, text in
            if stream == .error { notes.text += text }
            return true
        }
        switch invocation.rehearse(words, output) {
        case .works, .takesLittleWord: failure = nil
        case .fails(let refusal), .unknown(let refusal): failure = refusal
        }
        hints = notes.text.split(separator: "\n").map { String($0).trimmingBlanks }
            .filter { $0.contains(": focus-switch ") }
    }

    /// Text that the command has printed beside its answer.
    @LoopActor private final class Notes {
        var text = ""
    }
}
