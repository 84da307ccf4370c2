// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Checks of the files that the user and the administrator write.
extension Doctor {
    var filesCheck: DoctorCheck {
        let problems = settings.problems
        if problems.isEmpty {
            return good(
                "files", .fileRefused,
                "\(engine.state.focuses.count) Focus\(engine.state.focuses.count == 1 ? "" : "es")")
        }
        return bad(
            "files", .fileRefused, problems.joined(separator: "; "),
            remedy: filesRemedy)
    }

    /// The steps for all files with problems. A file that the user may not read, or that has
    /// another thing in its place, has a command, and so has a refused Focus.
    private var filesRemedy: String {
        let catalog = settings.focusFiles
        let directory = FocusDirectory()
        let refused = settings.refusedFocuses
        var (commands, others): (Set<String>, [String]) = ([], [])
        var known = Set(refused.map { directory.path(of: $0) })
        known.formUnion(catalog.misnamed.map { directory.path(of: FocusID($0)) })
        // The reasons of locked files, and of directories with too many files, have the step.
        known.formUnion(catalog.lockedFiles.map { directory.path(of: $0.id) })
        let endings = [FocusDirectory.ending, FilterFile.ending, ConfigurationFile.name]
        for file in settings.fileProblems.map(\.problem.file) {
            if let command = LockedFile.command(file, edits: true) ?? FileProblem.clearing(file) {
                commands.insert(command)
            } else if endings.contains(where: { file.hasSuffix($0) }), known.insert(file).inserted {
                others.append(file)
            }
        }
        let misnamed = catalog.misnamed.map { name in
            "to use “\(name)\(FocusDirectory.ending)”, \(catalog.misnaming(name).step)"
        }
        return Self.remedy(
            clearing: commands.sorted(), refused: refused, naming: misnamed, others: others)
    }

    /// Returns the steps for files with problems, in one line.
    ///
    /// - Parameters:
    ///   - commands: the commands that make files readable or clear their places.
    ///   - focuses: the Focuses whose refused files can be edited.
    ///   - naming: the steps for files whose names are no ids.
    ///   - others: the paths of the other files with mistakes.
    nonisolated static func remedy(
        clearing commands: [String], refused focuses: [FocusID], naming: [String] = [],
        others: [String] = []
    ) -> String {
        var steps = commands + focuses.map { "focus-switch edit \(shellQuoted($0.rawValue))" }
        steps += naming
        guard !steps.isEmpty else {
            return others.isEmpty
                ? "remove the files that have no effect or are too many"
                : "correct these files; focusd reads them when they are saved"
        }
        if !others.isEmpty {
            let named = others.count > 3 ? "the other files" : others.joined(separator: ", ")
            steps.append("correct \(named); focusd reads a file when it is saved")
        }
        return steps.joined(separator: "; ")
    }

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
