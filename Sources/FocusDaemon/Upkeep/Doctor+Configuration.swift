// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Checks of the files that the user and the administrator write.
extension Doctor {
    /// A check that says what the administrator's files contribute; none without such files.
    /// Problems of the files are in the check of all files.
    var administratorChecks: [DoctorCheck] {
        let focuses = settings.focusFiles.administratorsCount
        let files = settings.administrator.paths
        guard focuses > 0 || !files.isEmpty else { return [] }
        let locks = settings.administrator.lockCount
        let parts =
            [
                focuses == 1 ? "1 Focus" : "\(focuses) Focuses",
                locks == 1 ? "1 lock" : "\(locks) locks",
            ] + files
        return [
            DoctorCheck(
                check: "administrator", isGood: true,
                detail: "the administrator's: " + parts.joined(separator: ", "))
        ]
    }
}

extension Doctor {
    /// Checks of the names that several Focuses have; none if all names differ. The commands refuse
    /// such names, which only files written by hand can have. A Focus whose file is gone is left
    /// out: no command finds it.
    var nameChecks: [DoctorCheck] {
        let catalog = settings.focusFiles
        let groups = engine.state.focuses.values.filter { !catalog.isMissing($0.id) }.withSameNames
        engine.problems.note(.namesEqual, only: Set(groups.map { $0[0].name }), at: .now)
        return groups.map { Self.check(ofNamesakes: $0) }.map { check in
            var check = check
            check.problem?.since = engine.problems.beginning(of: .namesEqual, check.check)
            return check
        }
    }

    /// Returns the check of Focuses that have one name.
    nonisolated static func check(ofNamesakes focuses: [Focus]) -> DoctorCheck {
        let ids = focuses.map(\.id.rawValue)
        return DoctorCheck(
            check: focuses[0].name,
            detail: "\(ids.count) Focuses have this name (\(ids.joined(separator: ", "))), so a"
                + " command needs the id",
            problem: DoctorCheck.Problem(
                .namesEqual,
                remedy: "focus-switch rename \(shellQuoted(ids[ids.count - 1])) NAME"))
    }
}

extension Doctor {
    /// Checks of the user's programs at events; none without such programs.
    var hookChecks: [DoctorCheck] {
        guard let hooks = engine.hooks, hooks.count > 0 else { return [] }
        let failures = hooks.failures.all.sorted { $0.key < $1.key }
        let absent = absentHooks(hooks)
        guard !failures.isEmpty || !absent.isEmpty else {
            let count = hooks.count == 1 ? "1 hook" : "\(hooks.count) hooks"
            return [DoctorCheck(check: "hooks", isGood: true, detail: "\(count), no failure")]
        }
        return absent
            + failures.map { name, failure in
                DoctorCheck(
                    check: "hook \(name)", detail: failure.text,
                    problem: DoctorCheck.Problem(
                        .hookFailing, since: failure.first, latest: failure.latest,
                        remedy:
                            "correct [Hook \(name)] of focusd.conf or its program; the output is in"
                            + " the log: \(Self.logPlace(isJournal: Log.isJournal))"))
            }
    }

    /// Returns the checks of hooks whose programs are not there, and whose last run has not failed.
    private func absentHooks(_ hooks: Hooks) -> [DoctorCheck] {
        let folders = Environment.variable("PATH")
        return hooks.hooks.compactMap { hook in
            guard let program = hook.command.first, hooks.failures.all[hook.name] == nil,
                ProgramFile.find(program, in: folders) == nil
            else { return nil }
            return DoctorCheck(
                check: "hook \(hook.name)",
                detail: "its program “\(program)” is not there, or may not be run",
                problem: DoctorCheck.Problem(
                    .hookFailing, remedy: "correct Run= of [Hook \(hook.name)] of focusd.conf"))
        }
    }
}

extension HookFailures.Failure {
    /// The last failure in words, with the number of failures in a row.
    var text: String {
        let focus = focusName.isEmpty ? "" : " of \(focusName)"
        let event =
            event.isAboutNotification
            ? "a \(self.event.rawValue) notification" : "the \(self.event.rawValue)\(focus)"
        let times = count == 1 ? "failed" : "failed \(count) times in a row, last"
        let written = line.map { " and wrote “\($0)”" } ?? ""
        return "\(times) at \(event): \(reason)\(written)"
    }
}
