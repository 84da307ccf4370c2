// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Glibc

/// The program `focus-switch`, the command line of focusd.
package enum Program {
    /// Runs the command line and ends the process.
    ///
    /// - Parameter arguments: the words without the program's name.
    package static func main(_ arguments: [String]) -> Never {
        if arguments.first == "link", let message = LinkProgram.run(arguments.dropFirst()) {
            OpenFile.write("focus-switch: \(message)\n", to: STDERR_FILENO)
            exit(ExitCode.refused.rawValue)
        }
        LoopActor.run {
            let environment = ProcessEnvironment.all()
            let output = Output.process(environment: environment)
            let invocation = Invocation(
                output: output, environment: environment, now: WallClock.now
            ) { () throws(ControlError) in try ControlClient() }
            invocation.clock = { WallClock.now }
            invocation.isInteractive = isatty(STDIN_FILENO) != 0
            invocation.rehearsesSteps = true
            if invocation.isInteractive {
                invocation.whenTyped = { body in
                    FileDescriptorSource(fd: STDIN_FILENO, events: .readable) { _ in body() }
                }
            }
            invocation.discardInput = {
                var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                _ = unsafe poll(&input, 1, 0)
                let isWaiting = input.revents & Int16(POLLIN) != 0
                tcflush(STDIN_FILENO, TCIFLUSH)
                return isWaiting
            }
            invocation.ignoreInterrupts = {
                for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
            }
            invocation.session = { SessionFacts(environment: environment) }
            invocation.otherConfiguration = {
                (try? SessionOwners()).flatMap {
                    OtherConfiguration($0, own: BaseDirectories { environment[$0] })
                }
            }
            invocation.linkChecks = { LinkProgram.checks() }
            invocation.history = EditHistory(
                BaseDirectories { environment[$0] }, words: arguments)
            // exit(3) needs no cleanup before it: the system releases all resources faster.
            invocation.finish = { code in
                output.flush()
                if output.hasFailed { output.error("the output cannot be written") }
                exit(output.hasFailed ? ExitCode.refused.rawValue : code.rawValue)
            }
            invocation.exit = { exit($0) }
            if let code = run(arguments, invocation) { invocation.finish(code) }
        }
        exit(ExitCode.done.rawValue)
    }

    /// Runs the command line. Returns nil if the command continues with the main loop.
    @LoopActor static func run(_ arguments: [String], _ invocation: Invocation) -> ExitCode? {
        invocation.words = arguments
        // A command that fails may have done a part.
        defer { invocation.noteChange() }
        do throws(CommandFailure) {
            try perform(arguments, invocation)
            invocation.output.flush()
            return invocation.keepsRunning ? nil : .done
        } catch {
            let typed = TypedFocus(arguments)?.kept(in: error) ?? error
            let failure = RehearsedSteps(invocation).checked(typed)
            if let message = failure.message { invocation.output.error(message) }
            failure.details.forEach(invocation.output.errorDetail)
            invocation.output.flush()
            return failure.code
        }
    }

    /// Performs a command line. Prints its answer, and throws its failure.
    @LoopActor static func perform(
        _ arguments: [String], _ invocation: Invocation
    ) throws(CommandFailure) {
        let reader = CommandLineReader(commands: CommandTable.all)
        let arguments = try LeadingOptions.withoutEmptyCommand(
            arguments, CommandTable.all
        ) { invocation.isFocus($0) }
        let (own, held) = LeadingOptions.split(arguments, CommandTable.all)
        invocation.heldCommand = held
        switch try reader.read(own) {
        case .version(let isJSON):
            if isJSON { return invocation.output.json(["version": .string(Release.version)]) }
            invocation.output.line("focus-switch \(Release.version)")
        case .overview(let group):
            invocation.output.line(
                Overview.text(of: CommandTable.all, group: group, width: helpWidth(invocation)))
        case .brief(let isJSON):
            invocation.isJSON = isJSON
            try BriefStatus.print(invocation)
        case .help(let command):
            invocation.output.line(command.help(width: helpWidth(invocation)))
        case .focusHelp(let words, let failure):
            guard let on = CommandTable.all.first(where: { $0.name == "on" }),
                invocation.isFocus(words)
            else { throw failure }
            let name = shellQuoted(words.joined(separator: " ")).printable
            invocation.output.sentence(
                "“focus-switch \(name)” turns on that Focus, as “focus-switch on \(name)” does.")
            invocation.output.line()
            invocation.output.line(on.help(width: helpWidth(invocation)))
        case .focus(let word, let isJSON):
            invocation.isJSON = isJSON
            try Placeholders.refuse(command: [word], invocation)
            if let words = withLowercaseCommand(arguments, word, invocation) {
                return try perform(words, invocation)
            }
            try FocusSwitching(invocation: invocation, reader: reader).turnOn(word)
        case .words(let words, let isJSON):
            invocation.isJSON = isJSON
            try Placeholders.refuse(command: words, invocation)
            let focusWords = FocusWords(words, invocation)
            guard try !focusWords.perform() else { return }
            if let words = withLowercaseCommand(arguments, words[0], invocation) {
                return try perform(words, invocation)
            }
            let switching = FocusSwitching(invocation: invocation, reader: reader)
            throw focusWords.failure()
                ?? switching.nearMiss(words, active: invocation.activeFocus)
                ?? switching.unknownWords(words)
        case .run(let command, let values):
            invocation.isJSON = values.flag("json")
            guard invocation.rehearsal?.endsBefore(command, values, held: held) != true else {
                return
            }
            do throws(CommandFailure) {
                try Placeholders(command: command, values: values, invocation: invocation).refuse()
                try NewestNotification(invocation: invocation, command: command).refuse(values)
                try command.body(invocation, values)
            } catch {
                throw error.naming(command)
            }
        }
    }
}

extension Program {
    /// Returns the words with the command in lower case, as for `OFF`. Nil if the word is no
    /// command in another letter case, and for the name of a Focus.
    @LoopActor private static func withLowercaseCommand(
        _ arguments: [String], _ word: String, _ invocation: Invocation
    ) -> [String]? {
        let folded = word.lowercased()
        guard folded != word, let place = arguments.firstIndex(of: word),
            CommandTable.all.contains(where: { $0.words[0] == folded[...] }),
            !FocusEditor(invocation).isNamed(word)
        else { return nil }
        var words = arguments
        words[place] = folded
        return words
    }

    /// Returns the width of help texts: the terminal's width, at most 100 columns to stay easy to
    /// read.
    @LoopActor private static func helpWidth(_ invocation: Invocation) -> Int {
        min(invocation.output.width ?? HelpText.width, 100)
    }
}

/// Environment that the process was started with.
enum ProcessEnvironment {
    static func all() -> [String: String] {
        var result: [String: String] = [:]
        // This program never changes its environment, so the strings stay valid.
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let parts = unsafe String(cString: text).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
            unsafe entry += 1
        }
        return result
    }
}
