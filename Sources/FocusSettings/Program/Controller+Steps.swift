// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc
import Presentation

/// The commands that the window runs for its user.
extension Controller {
    /// Runs the command of a check.
    func run(_ step: OwnStep, check: String) {
        Task { handle(.stepEnded(check: check, await Self.failure(of: step))) }
    }

    /// Runs a step. Returns the reason of a failure; nil if the command has worked.
    private static func failure(of step: OwnStep) async -> String? {
        var words = step.words
        if words[0] == "focus-switch" {
            guard let program = ProgramFile.beside(words[0]) else {
                return tr("focus-switch is not installed beside this program")
            }
            words[0] = program
        }
        guard let run = await CommandRun.run(words) else {
            return tr("\(step.command) did not end within one minute")
        }
        guard run.code != 0 else { return nil }
        let sentence = run.sentence
        return sentence.isEmpty ? tr("it ended with the code \(run.code)") : sentence
    }
}

/// The outcome of a command.
struct CommandRun: Hashable, Sendable {
    /// The text on the command's standard output and standard error.
    var output: String
    /// The exit code; 128 and more for a signal, as a shell counts.
    var code: Int32

    /// The last line without the name of focusd's own program: the sentence of a failure.
    var sentence: String {
        let line = output.split(separator: "\n").last.map(String.init) ?? ""
        let words = line.split(separator: ": ", maxSplits: 1)
        return words.count == 2 && words[0] == "focus-switch" ? String(words[1]) : line
    }

    /// Runs a program on a thread of its own; nil if it does not end within one minute.
    static func run(_ words: [String]) async -> CommandRun? {
        let command = words.map(shellQuoted).joined(separator: " ") + " 2>&1"
        return await BlockingCall.run(within: .seconds(60)) {
            // Not shown: for programs.
            guard let pipe = unsafe popen(command, "r") else {
                return CommandRun(output: unsafe String(cString: strerror(errno)), code: 127)
            }
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = unsafe fread(&chunk, 1, chunk.count, pipe)
                guard count > 0 else { break }
                bytes += chunk[..<count]
            }
            let status = unsafe pclose(pipe)
            // wait(2): the signal in the low seven bits, the code above the low byte.
            let signal = status & 0x7f
            return CommandRun(
                output: String(decoding: bytes, as: UTF8.self),
                code: signal == 0 ? status >> 8 & 0xff : 128 + signal)
        }
    }
}
