// SPDX-License-Identifier: Apache-2.0

import FocusClient
import GLibLoop

/// Run of a command without any effect, which shows whether the command would fail.
///
/// The command is read and performed as if the user had typed it, up to its first effect: a file
/// that would be written, a request to focusd that does more than read, or a question. There the
/// rehearsal ends, and the command counts as one that works. Each of these has a guard of its own:
/// ``FocusEditor`` and the lock screen's commands write no file, ``RehearsedConnection`` passes on
/// what reads, ``Invocation`` asks nothing, and the output is dropped.
///
/// Only the commands in ``commands`` are performed; of all others, the words are read. A new
/// command is not performed before its name is here.
@LoopActor final class Rehearsal {
    /// The run that has the apps, and the time.
    let source: Invocation
    /// True once the effect of the command would begin.
    private(set) var hasReachedEffect = false
    /// True if the command would take a little word, such as “on”, for an app.
    private(set) var takesLittleWord = false
    private var arguments: [String] = []

    init(source: Invocation) {
        self.source = source
    }

    /// Names of the commands that have no other effects than those that end a rehearsal.
    private static let commands: Set = [
        "allow", "apps", "badge", "badge clear", "create", "delete", "explain", "forget", "history",
        "history clear", "list", "lockscreen hide", "lockscreen list", "lockscreen show", "missed",
        "missed act", "missed allow", "missed clear", "missed deliver", "missed dismiss",
        "missed mute", "missed read", "missed reply", "missed show", "mute", "next", "off", "on",
        "predicate check", "rename", "rule add", "rule change", "rule list", "rule remove",
        "schedule list", "schedule remove", "schedule set", "set", "show", "silence", "skip",
        "snooze", "status", "toggle", "trigger add", "trigger kinds", "trigger list",
        "trigger remove", "unmute",
    ]

    /// Returns true for a command that is not performed: it may start a program or wait.
    ///
    /// - Parameter held: the command behind `--`.
    func endsBefore(_ command: Command, _ values: OptionValues, held: [String]) -> Bool {
        arguments = values.arguments
        return !Self.commands.contains(command.name) || !held.isEmpty || values.flag("wait")
    }

    /// Ends the rehearsal where the effect would begin.
    func end() throws(CommandFailure) {
        reachEffect()
        throw .rehearsed
    }

    /// Notes that the effect would begin here.
    func reachEffect() { hasReachedEffect = true }

    /// Returns nil for a question of the command: a rehearsal asks nobody.
    func noAnswer() -> String? {
        reachEffect()
        return nil
    }

    /// Notes a word that is taken for an app that nobody knows. A little word beside others is no
    /// app; alone, or with `--app`, it may be one.
    func take(_ word: String) {
        guard arguments.count > 1, arguments.contains(word) else { return }
        if word.means(.little) || TimeWords.isTime(word) { takesLittleWord = true }
    }
}

extension Rehearsal {
    /// Result of the run of a command without effect.
    enum Outcome {
        case works(hasEffect: Bool)
        /// The command takes a little word for the name of an app.
        case takesLittleWord
        case fails(CommandFailure)
        /// focusd does not answer; the failure of the command.
        case unknown(CommandFailure)
    }
}

extension Invocation {
    /// Performs a command line without effect. ``Rehearsal`` tells why it has none.
    ///
    /// - Parameter output: receives the command's output; nil to drop it.
    func rehearse(_ words: [String], _ output: Output? = nil) -> Rehearsal.Outcome {
        let connection: RehearsedConnection
        do throws(ControlError) {
            connection = try connectionForSteps()
        } catch {
            return .unknown(failure(error))
        }
        let rehearsal = Rehearsal(source: self)
        connection.rehearsal = rehearsal
        defer { connection.rehearsal = nil }
        let trial = trial(of: words, rehearsal, connection, output)
        var failure: CommandFailure?
        do throws(CommandFailure) {
            try Program.perform(words, trial)
        } catch {
            // The end where a file would be changed.
            if error.code == .done { rehearsal.reachEffect() }
            if !rehearsal.hasReachedEffect { failure = error }
        }
        if let failure, !connection.isLost, failure.code != .notReachable {
            return .fails(TypedFocus(words)?.kept(in: failure) ?? failure)
        }
        if rehearsal.takesLittleWord { return .takesLittleWord }
        return failure.map { .unknown($0) } ?? .works(hasEffect: rehearsal.hasReachedEffect)
    }

    /// Returns the environment of a rehearsal: with this run's time and apps, and without a user.
    private func trial(
        of words: [String], _ rehearsal: Rehearsal, _ connection: RehearsedConnection,
        _ output: Output?
    ) -> Invocation {
        let dropped = Output(width: self.output.width, errorWidth: self.output.errorWidth) { _, _ in
            true
        }
        let trial = Invocation(
            output: output ?? dropped, environment: environment, now: now
        ) { () throws(ControlError) in connection }
        trial.rehearsal = rehearsal
        trial.isInteractive = isInteractive
        trial.readLine = { nil }
        trial.words = words
        if let examine = otherConfiguration {
            trial.otherConfiguration = { connection.otherConfiguration(examine) }
        }
        return trial
    }

    /// Returns an environment that only reads, over ``connectionForSteps()``, for a look at the
    /// words of this run; nil without a running focusd.
    func invocationForSteps() -> Invocation? {
        guard let connection = try? connectionForSteps(), connection.isRunning else { return nil }
        return trial(of: words, Rehearsal(source: self), connection, nil)
    }

    /// Returns the connection for the steps of a failure and for all rehearsals of this run. It
    /// sends each request once, and none after the first one that focusd has not answered in time.
    func connectionForSteps() throws(ControlError) -> RehearsedConnection {
        if let rehearsedConnection { return rehearsedConnection }
        let connection = RehearsedConnection(try connection())
        rehearsedConnection = connection
        return connection
    }
}
