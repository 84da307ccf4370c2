// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Clauses behind the name of a Focus: `work except Ben`, `work when Zoom runs`.
extension SpokenPhrase {
    /// Returns the failure for words behind a Focus such as `except Ben until 5` and `when Zoom
    /// runs`, with the commands that do it; nil for words of another kind.
    ///
    /// - Parameter end: the option for the end that the command line has elsewhere.
    static func failure(
        behind name: String, _ rest: [String], _ end: String, _ invocation: Invocation
    ) -> CommandFailure? {
        let phrase = SpokenPhrase(rest, invocation, end: end, behind: name)
        let isLead = SpokenCondition.isLead(rest[0])
        let isFocusWord = rest[0].means(.focus)
        let isClause = phrase.condition != nil || phrase.exceptions != nil
        guard isClause || isFocusWord && phrase.isSorted && phrase.subjects.isEmpty else {
            return nil
        }
        // “work at 18:00” is read as a time, but “on fridays” is a schedule.
        let areDays =
            rest.count == 2 && rest[1].hasSuffix("s") && (try? DayWords.days(rest[1])) != nil
        let isTime = phrase.condition?.isTime == true && !areDays
        if isLead, !phrase.isSorted || isTime { return nil }
        let template = FocusEditor(invocation).isNamed(name) ? nil : FocusTemplate.meant(by: name)
        var details = phrase.stepsBehindFocus(name, invocation) ?? phrase.helpBehindFocus
        if isClause, let template { details.insert("First, \(template.hint)", at: 0) }
        if ProgramFile.find(rest[0], in: invocation.environment["PATH"]) != nil {
            let line = rest.map(shellQuoted).joined(separator: " ")
            details.append(
                "To run a command while it is on: focus-switch on \(shellQuoted(name)) -- \(line)")
        }
        let text = rest.joined(separator: " ").printable
        return .usage("unexpected “\(text)” after “\(name.printable)”", details: details)
    }

    /// Returns the lines with the commands for the Focus; nil if they would leave out a word.
    private func stepsBehindFocus(_ name: String, _ invocation: Invocation) -> [String]? {
        guard isSorted, !subjects.hasNames, !subjects.isNothing else { return nil }
        let held = invocation.heldCommand.map { " \(shellQuoted($0))" }.joined()
        let turnOn =
            "To turn it on: focus-switch on \(shellQuoted(name))\(end)"
            + (held.isEmpty ? "" : " --\(held)")
        if let condition {
            guard exceptions == nil, end.isEmpty, held.isEmpty else { return nil }
            return condition.steps(name, invocation)
        }
        guard let exceptions else { return [turnOn] }
        if isOnly, excludes { return nil }
        let verb = excludes ? "silence" : "allow"
        let needsPeople = !excludes && limitsNoPeople(name, invocation)
        // Two lists, of which one is to be replaced.
        let hasOthers = !exceptions.apps.isEmpty || !exceptions.unknown.isEmpty
        if needsPeople, !isOnly, !exceptions.people.isEmpty, hasOthers { return nil }
        let lead =
            excludes ? "To silence that while it is on" : "To let that through while it is on"
        return exceptions.lines(lead) { members in
            // An app alone needs no list of people.
            let manner = isOnly || needsPeople && members.hasPrefix("--person ") ? " --only" : ""
            return "focus-switch \(verb)\(manner) \(members) --focus \(shellQuoted(name))"
        } + [turnOn]
    }

    /// Returns true for a Focus whose list of allowed apps decides about people as well.
    func limitsNoPeople(_ name: String, _ invocation: Invocation) -> Bool {
        guard let focus = settings(name, invocation) else { return false }
        return focus.apps.mode == .allow && focus.people.mode == .silence
            && focus.people.members.isEmpty
    }

    /// Returns the Focus with that name or id; nil for another text.
    func settings(_ name: String?, _ invocation: Invocation) -> Focus? {
        let editor = FocusEditor(invocation)
        let id = name.flatMap { try? editor.focus(named: $0, offersTemplate: false) }
        return id.flatMap { editor.catalog.focuses[$0] }
    }

    /// The lines for words of which one is not understood.
    private var helpBehindFocus: [String] {
        guard condition != nil else {
            return ["To let apps or people through while it is on: focus-switch allow --help"]
        }
        return [
            "To turn it on by itself: focus-switch trigger add --help",
            "To turn it on at times of the day: focus-switch schedule set --help",
        ]
    }
}
