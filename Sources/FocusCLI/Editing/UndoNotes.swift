// SPDX-License-Identifier: Apache-2.0

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
                        text: command.text, remedies: remedies, subjects: subjects,
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
        for group in groups {
            let remedy = group.remedies.joined(separator: "; ").printable
            guard group.remedies.contains(where: useful.isRepeated) else {
                lines.append("To take back “\(group.text)”: \(remedy)")
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
                lines.append("  \(SkipCommand.name(of: window, invocation))")
            }
        }
        return lines
    }
}

extension EditHistory.Command {
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
