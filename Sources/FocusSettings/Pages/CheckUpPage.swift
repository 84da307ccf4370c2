// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The checks of the doctor, the failed ones first, the setup of the session, and the counters.
    var checkUpPage: Page {
        var page = Page("check-up", tr("Check-Up"))
        page.buttons = [
            SettingsButton(tr("Check again"), icon: "view-refresh-symbolic", .readAgain)
        ]
        let files = allProblems.enumerated().map(fileRow)
        switch service {
        case .running:
            guard checks != nil else {
                page.empty = awaiting(
                    .part(.checks), else: tr("The checks could not be read"), tr("Checking…"))
                return page
            }
            let bad = checkRows(isGood: false)
            let good = checkRows(isGood: true)
            var isWell = bad.isEmpty && files.isEmpty
            if case .unknown = session { isWell = false }
            if isWell {
                page.subtitle = tr("All is well")
                page.heading = EmptyState(
                    icon: "object-select-symbolic", tr("All is well"),
                    plural(
                        good.count, "One check has found no problem.",
                        "\(good.count) checks have found no problem."))
            }
            page.groups = [
                Group("bad", tr("To Do"), files + bad), setupGroup,
                Group("good", tr("In Order"), good),
                Group("counters", tr("Numbers"), [countersRow].compactMap { $0 }),
            ].compactMap { $0 }.filter { !$0.rows.isEmpty }
        case .stopped, .unknown, .unreachable:
            page.groups = [
                Group("bad", tr("To Do"), [serviceRow] + files + checkRows(isGood: false)),
                setupGroup,
                Group("good", tr("In Order"), checkRows(isGood: true)),
            ].compactMap { $0 }.filter { !$0.rows.isEmpty }
        }
        return page
    }

    /// The row about a focusd that does not run or does not answer.
    private var serviceRow: SettingsRow {
        switch service {
        case .unknown, .running: SettingsRow("start", service.words)
        case .unreachable(let reason):
            SettingsRow(
                "start", service.words, reason, icon: "dialog-warning-symbolic",
                buttons: [askButton])
        case .stopped:
            SettingsRow(
                "start", service.words,
                startFailure.map { tr("It does not start: \($0). Set the session up for focusd.") }
                    ?? tr("It starts with the next notification if the session is set up for it."),
                icon: "dialog-warning-symbolic",
                buttons: startFailure == nil ? [setUpButton, startButton] : [setUpButton])
        }
    }

    /// The checks of the session, of focusd and of the link.
    var allChecks: [DoctorCheck] { session.checks + (checks ?? []) }

    /// The failed checks, without focusd's own about the files whose problems have rows here.
    private var failedChecks: [DoctorCheck] {
        allChecks.filter { check in
            !check.isGood && (allProblems.isEmpty || check.problem?.kind != .fileRefused)
        }
    }

    /// Returns the rows of the checks that have succeeded, or of those that have failed.
    private func checkRows(isGood: Bool) -> [SettingsRow] {
        // One part may have several problems.
        var seen: [String: Int] = [:]
        let checks = isGood ? allChecks.filter(\.isGood) : failedChecks
        var rows = checks.map { check in
            seen[check.check, default: 0] += 1
            return checkRow(check, number: seen[check.check] ?? 1)
        }
        if !isGood, case .unchecked(let reason) = session {
            rows.append(
                SettingsRow(
                    "session", tr("The session could not be checked"), reason.line(),
                    icon: "dialog-warning-symbolic"))
        }
        return rows
    }

    func fileRow(_ index: Int, _ problem: FileProblem) -> SettingsRow {
        var row = SettingsRow(
            "file \(index)", Self.sentence(problem.reason).line(),
            problem.line.map { tr("\(problem.file), line \($0)") } ?? problem.file,
            icon: "dialog-warning-symbolic",
            buttons: [
                // An icon leaves the room of large texts to the reason.
                SettingsButton(
                    tr("Open File"), icon: "document-open-symbolic",
                    name: tr("Open \(problem.file)"), .openFile(problem.file))
            ])
        // A reason that is cut cannot be followed.
        row.showsWholeSubtitle = true
        return row
    }

    // MARK: The checks

    /// The maximum number of characters of a finding, and of a remedy: a remedy that is cut cannot
    /// be followed.
    private static let maximumText = 2_000

    private func checkRow(_ check: DoctorCheck, number: Int) -> SettingsRow {
        var text = [finding(of: check).line(upTo: Self.maximumText)]
        let run = stepRuns[check.check]
        if let problem = check.problem {
            if !problem.remedy.isEmpty {
                text.append(Self.sentence(problem.remedy).line(upTo: Self.maximumText))
            }
            // Last, since focusd's own words before it are in English.
            if let since = problem.since {
                text.append(tr("since \(ClockText.text(since, seenFrom: now))"))
            }
        }
        switch run {
        case .running: text.insert(tr("The command runs…"), at: 0)
        case .failed(let reason): text.insert(tr("The command did not work: \(reason)"), at: 0)
        case .done:
            text.insert(
                check.isGood
                    ? tr("The command has worked")
                    : tr("The command has run, and the problem is still there"), at: 0)
        case nil: break
        }
        var row = SettingsRow(
            "check \(check.check)" + (number > 1 ? " \(number)" : ""),
            title(of: check),
            facts(text),
            icon: check.isGood ? "object-select-symbolic" : "dialog-warning-symbolic")
        row.isBusy = run == .running
        // A remedy that is cut cannot be followed.
        row.showsWholeSubtitle = true
        if let remedy = check.problem?.remedy, run != .running {
            row.buttons = buttons(check, remedy)
        }
        return row
    }

    /// The buttons of a failed check: *Copy* for a command, *Do It…* for a step of focusd's own.
    private func buttons(_ check: DoctorCheck, _ remedy: String) -> [SettingsButton] {
        guard let command = Self.command(in: remedy) else { return [] }
        var buttons = [copyButton(command)]
        if command == Self.setupCommand, setup.steps?.isEmpty == false, !setup.isRunning {
            buttons.append(setUpHereButton)
        }
        if let step = OwnStep(remedy: command) {
            buttons.append(
                SettingsButton(
                    tr("Do It…"), name: tr("Do it: run “\(command.line(upTo: 60))”"),
                    .askToDo(check.check, step)))
        }
        return buttons
    }

    private func copyButton(_ command: String) -> SettingsButton {
        SettingsButton(
            tr("Copy"), icon: "edit-copy-symbolic",
            name: tr("Copy the command “\(command.line(upTo: 60))”"), .copy(command))
    }

    /// Returns the command that a remedy consists of; nil for a sentence.
    static func command(in remedy: String) -> String? {
        guard let first = remedy.split(separator: " ").first, programs.contains(first),
            !remedy.contains(";"), !remedy.contains(", ")
        else { return nil }
        return remedy
    }

    // Not shown: the begins of commands. “make” is a word of sentences, too.
    private static var programs: Set<Substring> {
        [
            "focus-switch", "systemctl", "sudo", "make", "loginctl", "dunstctl", "setsid", "pkill",
            "chmod", "rm", "mv",
        ]
    }

    /// Returns a text of focusd as a sentence of its own. A command and a name, such as that of a
    /// file, stay as they are typed.
    static func sentence(_ text: String) -> String {
        let first = text.split(separator: " ").first ?? ""
        // Not shown: names in small letters.
        let names: Set<Substring> = ["focusd", "systemd", "dunst", "mako", "swaync", "fnott"]
        let isName = first.dropLast().contains { "./_-0123456789".contains($0) }
        if isName || names.contains(first) || first != "make" && programs.contains(first)
            || command(in: text) != nil
        {
            return text
        }
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// Returns the finding of a check as a sentence, in English. For a trigger that cannot be
    /// detected, only the reason: the row names the trigger.
    func finding(of check: DoctorCheck) -> String {
        Self.sentence(trigger(of: check).map { check.reason(for: $0) } ?? check.detail)
    }

    /// Returns the trigger that a check is about; nil for another check.
    private func trigger(of check: DoctorCheck) -> Trigger? {
        let trigger = check.check.split(separator: " ", maxSplits: 1).dropFirst().first
            .flatMap { Trigger(text: String($0)) }
        return trigger.flatMap { check.check == DoctorCheck.name(of: $0) ? $0 : nil }
    }

    /// Returns the name of a check; for a trigger, its words.
    private func title(of check: DoctorCheck) -> String {
        if let trigger = trigger(of: check) {
            let words = ScheduleWords.text(trigger, name: name).line()
            return tr("Trigger: \(words)")
        }
        return CheckWords.title(of: check) { focusName(FocusID($0)) }
    }

    // MARK: The setup

    /// The setup of the session while it leaves something to do; its success until the user leaves
    /// the page.
    private var setupGroup: Group? {
        guard let row = setupRow else { return nil }
        return Group("setup", tr("This Session"), [row])
    }

    // Not shown: a command.
    private static var setupCommand: String { "focus-switch setup" }

    private var setUpHereButton: SettingsButton {
        SettingsButton(
            tr("Do It…"), name: tr("Do it: set this session up for focusd"), .askToSetUp)
    }

    private var setupRow: SettingsRow? {
        if setup.isRunning {
            var row = SettingsRow(
                "setup", tr("Setting up…"),
                tr("focusd takes over the notifications. That takes a few seconds."))
            row.isBusy = true
            return row
        }
        guard let steps = setup.steps else { return nil }
        guard !steps.isEmpty else {
            guard setup.hasRun else { return nil }
            return SettingsRow(
                "setup", tr("There is nothing to do: this session uses focusd."),
                icon: "object-select-symbolic")
        }
        var row = SettingsRow(
            "setup", tr("Set this session up for focusd"),
            plural(
                steps.count, "One command of focus-switch setup is left",
                "\(steps.count) commands of focus-switch setup are left"),
            icon: "dialog-information-symbolic",
            buttons: [copyButton(Self.setupCommand), setUpHereButton])
        if case .run(let reason) = setup.failure {
            row.subtitle = tr("The setup did not work: \(reason)")
            row.icon = "dialog-warning-symbolic"
        }
        row.showsWholeSubtitle = true
        return row
    }

    // MARK: The counters

    /// The numbers of focusd: what it holds now, and what it has done since its start.
    private var countersRow: SettingsRow? {
        guard let counters else { return nil }
        let problems = failedChecks.count + allProblems.count
        let rows =
            [SettingsRow("counter problems", tr("Problems"), String(problems))]
            + Counter.shown.map { counter in
                SettingsRow(
                    "counter \(counter.name)", counter.title, counter.text(counters[counter]))
            }
        return SettingsRow(
            "counters", tr("Counters"), tr("Since focusd has started, and now"), .details(rows))
    }
}
