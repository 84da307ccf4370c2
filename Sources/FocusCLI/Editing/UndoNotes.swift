// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The last commands that changed no file, and the commands that take them back.
@LoopActor struct UndoNotes {
    private let invocation: Invocation
    private let useful: UsefulRemedies
    private let commands: [EditHistory.Command]

    /// - Parameter commands: the last commands, the newest first.
    init(_ commands: [EditHistory.Command], _ invocation: Invocation) {
        self.commands = commands
        self.invocation = invocation
        useful = UsefulRemedies(invocation)
    }

    /// Equal commands, with the commands that take them back.
    private struct Group {
        let text: String
        /// The time of the newest command, as text.
        let time: String
        let remedies: [String]
        /// The apps and notifications of the remedies.
        let subjects: Set<String>
        /// True if the remedies change something only once newer commands are taken back.
        let isOver: Bool
        var count = 1
    }

    /// The commands whose effects are still in force. Commands with the same remedies are one
    /// group: the remedies bring back the state of before all of them, or else repeat for each.
    /// All remedies in their order bring back the state of before all commands.
    private var groups: [Group] {
        var all: [Group] = []
        var touched: Set<String> = []
        for command in commands {
            let remedies = useful.ofUse(command, after: touched)
            guard !remedies.isEmpty else { continue }
            let subjects = Set(remedies.flatMap(useful.subjects))
            touched.formUnion(subjects)
            let repeats = remedies.contains(where: useful.isRepeated)
            let index = all.firstIndex { group in
                group.remedies == remedies && (!repeats || group.text == command.text)
            }
            // A remedy in between that changes the same would have the last word.
            guard let index,
                !all[(index + 1)...].contains(where: { !$0.subjects.isDisjoint(with: subjects) })
            else {
                all.append(
                    Group(
                        text: command.text,
                        time: TimeText.relative(command.time, now: invocation.now),
                        remedies: remedies, subjects: subjects,
                        isOver: useful.ofUse(command).isEmpty))
                continue
            }
            if repeats { all[index].count += 1 }
        }
        return all
    }

    /// A line for each group, and below it what the remedies take back. Printable.
    var lines: [String] {
        var lines: [String] = []
        var done: [[String]: Int] = [:]
        let groups = self.groups
        // Two commands with one text are told apart by their times.
        let namesakes = Dictionary(grouping: groups, by: \.text).mapValues { Set($0.map(\.time)) }
        for group in groups {
            let remedy = group.remedies.joined(separator: "; ").printable
            guard group.remedies.contains(where: useful.isRepeated) else {
                lines.append("To take back “\(group.text)”: \(remedy)")
                if let all = namesakes[group.text], all.count > 1 {
                    lines.append("  Time: \(group.time)")
                }
                if group.isOver {
                    lines.append("  That has ended; this is of use only after the lines above.")
                }
                continue
            }
            // Some of the windows may be over, or take place again.
            let windows = useful.undoneWindows(group.remedies[0])?
                .dropFirst(done[group.remedies] ?? 0).prefix(group.count)
            let times = windows?.count ?? group.count
            guard times > 0 else { continue }
            done[group.remedies, default: 0] += times
            lines.append(
                times == 1
                    ? "To take back “\(group.text)”: \(remedy)"
                    : "To take back “\(group.text)”, which was given \(times) times, give"
                        + " \(times) times: \(remedy)")
            for window in (windows ?? []).joined() {
                lines.append("  \(window.name(invocation))")
            }
        }
        return lines
    }
}

extension EditHistory.Command {
    /// True for what was done to notifications. A mute without a remedy has changed nothing.
    var isFinal: Bool {
        // `deliver 12` is short for `missed deliver 12`.
        let words = words.completed(by: CommandTable.all)
        return remedies.isEmpty && words.count > 1 && words[1] != "mute"
            && ["missed", "history", "forget", "badge"].contains(words[0])
    }

    /// The verb for what the command did to its Focuses: `created`, `deleted` or `changed`.
    ///
    /// The first change of a Focus that is built in or the administrator's writes a file, too, and
    /// `delete` brings that Focus's first settings back.
    ///
    /// - Parameter focuses: the Focuses of the edits; nil for focusd.conf.
    func verb(_ focuses: [FocusID?], _ catalog: FocusCatalog) -> String {
        let areOwn = focuses.allSatisfy { $0.map { !catalog.isShared($0) } ?? false }
        guard areOwn else { return "changed" }
        if edits.allSatisfy({ $0.before == nil }) { return "created" }
        return edits.allSatisfy { $0.after == .none } ? "deleted" : "changed"
    }
}

/// Finds the commands that take back earlier ones and still have a use, in the present state
/// outside of files: a mute may have ended since, and a Focus may be off.
@LoopActor struct UsefulRemedies {
    private let invocation: Invocation
    /// Nil if focusd does not say.
    private let status: ServiceStatus?
    private let mutes: [MuteWire]?
    /// The ends of the snoozes by id.
    private let snoozed: [UInt32: EndOption]?
    /// The skipped windows, the one that was skipped last at the end.
    private let skips: [SkippedWindow]?

    init(_ invocation: Invocation) {
        self.invocation = invocation
        status = (try? invocation.askIfRunning(.status)) ?? nil
        mutes = (try? invocation.askIfRunning(.mutes)) ?? nil
        snoozed = ((try? invocation.askIfRunning(.snoozed)) ?? nil).map { entries in
            let ends = entries.map { entry in
                (
                    entry.record.id.rawValue,
                    EndOption(until: entry.snoozedUntil, endsWithSession: false)
                )
            }
            return Dictionary(ends) { first, _ in first }
        }
        skips = (try? invocation.askIfRunning(.skips)) ?? nil
    }

    /// Returns the commands that take back an earlier one and still change something.
    ///
    /// - Parameter touched: the subjects of remedies that run before. Their state is another one by
    ///   then, so that no remedy for them can be left out.
    func ofUse(
        _ command: EditHistory.Command, after touched: Set<String> = []
    ) -> [String] {
        let remedies = command.remedies.map(today)
        guard isStillOn(command) else { return [] }
        // Those in front only prepare for the Focus that the last command turns on.
        if remedies.count > 1, let words = remedies.last.flatMap({ try? shellWords($0) }),
            words.count > 2, words[1] == "on", words[2] == status?.activation?.focus.rawValue
        {
            return []
        }
        return remedies.filter { isOfUse($0) || !subjects(of: $0).isDisjoint(with: touched) }
    }

    /// Returns the apps and the notifications that a remedy mutes or snoozes, or the opposite.
    func subjects(of remedy: String) -> Set<String> {
        guard let words = try? shellWords(remedy), words.count > 2 else { return [] }
        let names = namesAndEnd(words.dropFirst(2)).names
        switch words[1] {
        case "mute", "unmute": return Set(names.map { "app \($0.lowercased())" })
        case "snooze", "missed": return Set(names.filter { UInt32($0) != nil })
        default: return []
        }
    }

    /// Returns the remedy that brings back the state of before as it would be now: a mute whose end
    /// is over would be none, and a snoozed notification would be shown.
    private func today(_ remedy: String) -> String {
        guard let words = try? shellWords(remedy), words.count > 2,
            ["mute", "snooze"].contains(words[1])
        else { return remedy }
        let (names, end) = namesAndEnd(words.dropFirst(2))
        guard end.isOver(at: invocation.now) else { return remedy }
        let command = words[1] == "mute" ? "unmute" : "missed deliver"
        let dash = names.contains { $0.hasPrefix("-") } ? "-- " : ""
        return "focus-switch \(command) \(dash)\(names.map(shellQuoted).joined(separator: " "))"
    }

    /// Returns false if another Focus is on than the command has left: it was turned on since,
    /// perhaps in the settings window, and the remedy would end it.
    private func isStillOn(_ command: EditHistory.Command) -> Bool {
        guard let status else { return true }
        if let focus = command.focus { return status.activation?.focus == focus }
        let turnsOn = command.remedies.contains { $0.hasPrefix("focus-switch on ") }
        return !turnsOn || status.activation?.cause != .manual
    }

    /// Returns true if a command that takes back an earlier one still changes something.
    func isOfUse(_ remedy: String) -> Bool {
        guard var words = try? shellWords(remedy), words.count > 1 else { return true }
        words.removeFirst()
        let (names, end) = namesAndEnd(words.dropFirst())
        if end.isOver(at: invocation.now) { return false }
        switch words[0] {
        case "off": return status.map { $0.activation != nil } ?? true
        case "on":
            guard let focus = names.first else { return true }
            let exists = FocusEditor(invocation).catalog.focuses[FocusID(focus)] != nil
            return exists && status?.activation?.focus.rawValue != focus
        case "unmute", "mute":
            guard let mutes else { return true }
            return names.contains { name in
                let mute = mutes.first { $0.isOf(AppID(name)) }
                return words[0] == "unmute"
                    ? mute != nil : mute.map { !EndOption($0).isSame(as: end) } ?? true
            }
        case "snooze" where !words.contains("--undo"):
            guard let snoozed else { return true }
            return names.compactMap { UInt32($0) }.contains { id in
                !(snoozed[id]?.isSame(as: end) ?? false) && !isOver(ClientID(rawValue: id))
            }
        case "missed" where names.first == "deliver", "snooze":
            guard let snoozed else { return true }
            return names.compactMap { UInt32($0) }.contains { snoozed[$0] != nil }
        case "skip" where words.contains("--undo"):
            return undoneWindows(remedy).map { !$0.isEmpty } ?? true
        case "skip":
            guard names.count > 1 else { return true }
            let focus = FocusEditor(invocation).catalog.focuses[FocusID(names[0])]
            return focus?.schedules.contains { $0.name == names[1] } ?? false
        case "setup":
            guard let facts = invocation.session?() else { return true }
            guard words.contains("--undo") else { return !facts.isSetUp }
            return facts.isSetUp && (facts.servesNow || !facts.isSetUpElsewhere)
        default: return true
        }
    }

    /// Returns true for a notification that was dismissed, say, or that is not known any more.
    private func isOver(_ id: ClientID) -> Bool {
        guard let entry = try? invocation.ask(.entry(id)) else { return true }
        return entry.record.ended != nil
    }

    /// Returns true for a remedy that takes back one command each time it runs, so that several
    /// equal commands need it several times.
    func isRepeated(_ remedy: String) -> Bool { remedy.hasPrefix("focus-switch skip --undo") }

    /// Returns the skipped windows that a `skip --undo` takes back each time it runs, the windows
    /// of the next run first. The windows of one run begin at the same moment. Nil if focusd does
    /// not say.
    func undoneWindows(_ remedy: String) -> [[SkippedWindow]]? {
        guard let skips else { return nil }
        let names = ((try? shellWords(remedy)) ?? []).dropFirst(2).filter { $0 != "--undo" }
        var runs: [[SkippedWindow]] = []
        for window in skips.reversed() {
            guard names.isEmpty || names[0] == window.focus.rawValue,
                names.count < 2 || names[1] == window.schedule
            else { continue }
            if let index = runs.firstIndex(where: { $0[0].start == window.start }) {
                runs[index].append(window)
            } else {
                runs.append([window])
            }
        }
        return runs
    }

    /// Returns the names in a remedy of ours, and its end.
    private func namesAndEnd(_ words: ArraySlice<String>) -> (names: [String], end: EndOption) {
        var (names, end) = ([String](), EndOption.never)
        var rest = words
        while let word = rest.popFirst() {
            switch word {
            case "--": return (names + rest, end)
            case "--until-logout": end = .withSession
            case "--until":
                let time = rest.popFirst().flatMap { MomentWords.past($0, now: invocation.now) }
                end = time.map(EndOption.at) ?? end
            default: if !word.hasPrefix("-") { names.append(word) }
            }
        }
        return (names, end)
    }
}
