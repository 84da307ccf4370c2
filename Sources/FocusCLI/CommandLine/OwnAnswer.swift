// SPDX-License-Identifier: Apache-2.0

import FocusClient
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
        do throws(ControlError) {
            let connection = RehearsedConnection(try invocation.connection())
            let trial = invocation.rehearsal(of: words, over: connection, output)
            failure = Self.failure(words, trial)
        } catch {
            failure = invocation.failure(error)
        }
        hints = notes.text.split(separator: "\n").map { String($0).trimmingBlanks }
            .filter { $0.contains(": focus-switch ") }
    }

    private static func failure(_ words: [String], _ trial: Invocation) -> CommandFailure? {
        do throws(CommandFailure) {
            try Program.perform(words, trial)
            return nil
        } catch {
            return trial.rehearsal?.hasReachedEffect == true || error.code == .done ? nil : error
        }
    }

    /// Text that the command has printed beside its answer.
    @LoopActor private final class Notes {
        var text = ""
    }
}
