// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Predicates

/// The commands `on`, `off`, `toggle` and `list`.
enum SwitchCommands {
    static let all = [on, off, toggle, list]

    /// Options of the commands that turn on a Focus.
    private static let options =
        EndTime.options + [
            .init("yes", short: "y", help: "Create a ready-made Focus without a question")
        ]

    static let on = Command(
        "on", "FOCUS [-- COMMAND…]", summary: "Turn on a Focus",
        details: """
            FOCUS is its id or its name in any letter case; dnd is Do Not Disturb. “focus-switch \
            FOCUS” does the same, unless a command has that name. The Focus stays on until you turn \
            it off, unless an option sets an end; then the Focus of before comes back. A schedule \
            that begins in the meantime takes over. The end may also follow the name: “focus-switch \
            work 1h”, “work until 18:00”. A day without a time, as in “until tomorrow”, means 8:00 on \
            that day; “until tonight” is 20:00, and midnight if it is later than 20:00.

            A ready-made Focus that you do not have yet is created from its template, after a \
            question.

            With a COMMAND, the Focus stays on while the command runs, and focus-switch ends with \
            the command's exit status. --for and --until then end the Focus at the latest.
            """,
        options: options,
        examples: [
            "focus-switch on work", "focus-switch on reading --for 1h",
            "focus-switch on work --until 18:00", "focus-switch on sleep --until tomorrow 9:00",
            "focus-switch \"Do Not Disturb\" --until-logout", "focus-switch on work -- make test",
        ]
    ) { invocation, values throws(CommandFailure) in
        try invocation.refuseNotifications("on", values.arguments, "“on” turns a Focus on")
        let (word, end) = try invocation.focusAndEnd(of: values)
        guard invocation.heldCommand.isEmpty else {
            return try HeldCommand(invocation, focus: word, invocation.heldCommand)
                .start(until: end, createsUnasked: values.flag("yes"))
        }
        try FocusSwitching(invocation: invocation, createsUnasked: values.flag("yes")).turnOn(
            word, until: end)
    }

    static let off = Command(
        "off", "[FOCUS]", summary: "Turn off the current Focus",
        details: """
            With FOCUS, only if that Focus is on. A Focus that its schedule turned on stays off until \
            the scheduled time ends, and so does a Focus that was on before the current one.
            """,
        examples: ["focus-switch off", "focus-switch off work"]
    ) { invocation, values throws(CommandFailure) in
        try invocation.refuseEnd(ofOff: values.arguments)
        try invocation.refuseNotifications(ofOff: values.arguments)
        try invocation.refuseNotifications("off", values.arguments, "“off” turns a Focus off")
        // “off please”.
        let isFiller =
            values.arguments.allSatisfy { $0.means(.polite) }
            && (values.arguments.isEmpty || !invocation.isFocus(values.arguments))
        let word = isFiller ? nil : try invocation.focus(values.arguments)
        // One Focus at most is on, so “off all” is “off”.
        let isAll = word.map {
            ["all", "everything"].contains($0.lowercased()) && !invocation.isFocus([$0])
        }
        // “turn everything off” may mean all apps.
        if isAll == true, invocation.words.first == "turn" {
            throw .usage(
                "“\(invocation.words.joined(separator: " ").printable)” may mean the Focus or all"
                    + " apps",
                "To turn off the current Focus: focus-switch off",
                "To silence all apps: focus-switch dnd")
        }
        try FocusSwitching(invocation: invocation).turnOff(isAll == true ? nil : word)
    }

    static let toggle = Command(
        "toggle", "FOCUS", summary: "Turn on a Focus, or turn it off if it is on",
        details: "--for, --until and --until-logout count when it turns the Focus on.",
        options: options,
        examples: ["focus-switch toggle dnd", "focus-switch toggle work --for 2h"]
    ) { invocation, values throws(CommandFailure) in
        let (word, end) = try invocation.focusAndEnd(of: values)
        let switching = FocusSwitching(invocation: invocation, createsUnasked: values.flag("yes"))
        let active = try invocation.ask(.status).activation?.focus
        let focus = try? FocusEditor(invocation).focus(named: word)
        if let active, active == focus || active.rawValue == word {
            try switching.turnOff(nil)
            if end != .never, !invocation.isJSON {
                let front = LeadingOptions(invocation.words)
                let words =
                    ["on"] + Array(front.rest.dropFirst()) + front.options + front.ends
                let command = words.map(shellQuoted).joined(separator: " ")
                invocation.output.advice(
                    "It was on, so the end did not count. To turn it on until then: focus-switch"
                        + " \(command.printable)")
            }
            return
        }
        try switching.turnOn(word, until: end)
    }

    static let list = Command(
        "list", summary: "List all Focuses",
        details: """
            Reads the files of the Focuses while focusd does not run. A Focus whose file has mistakes \
            is listed as broken, with the line; its last version without mistakes is in force.
            """,
        examples: ["focus-switch list"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let problems = FocusProblems(editor: FocusEditor(invocation))
        let focuses = problems.adding(to: try invocation.focuses()).sorted {
            ($0.name.withoutCaseAndAccents, $0.id) < ($1.name.withoutCaseAndAccents, $1.id)
        }
        invocation.report(.array(focuses.map { json($0, problems.text($0.id, in: focuses)) })) {
            // The id is there to be typed: it is never broken. Beside it, a long name has several
            // lines; where all columns are narrow, each row has.
            let isNarrow = invocation.output.width.map(Table.narrowTerminals.contains) ?? false
            var table = Table(flexible: [1], names: isNarrow ? [1, 2] : [2], breaksWords: false)
            for focus in focuses {
                let name = focus.name.printable
                let origin =
                    focus.isLocked
                    ? "locked by the administrator"
                    : focus.origin == "administrator" ? "the administrator's" : ""
                let problem = problems.word(focus.id, in: focuses) ?? ""
                table.add(
                    focus.isActive ? "*" : " ",
                    focus.isActive ? invocation.output.inked(name, .strong) : name,
                    focus.id.rawValue.printable,
                    [focus.isActive ? "on" : "", origin, problem]
                        .filter { !$0.isEmpty }.joined(separator: "; "))
            }
            invocation.output.table(table)
            problems.print(focuses)
        }
    }

    private static func json(_ focus: FocusSummary, _ problem: String?) -> JSONValue {
        [
            "id": .string(focus.id.rawValue), "name": .string(focus.name),
            "icon": .optional(focus.icon), "color": .optional(focus.color),
            "active": .boolean(focus.isActive), "origin": .string(focus.origin),
            "locked": .boolean(focus.isLocked), "problem": .optional(problem),
        ]
    }
}

extension Invocation {
    /// Throws for `off until 18:00`, `off work at 17:00` and the like.
    fileprivate func refuseEnd(ofOff words: [String]) throws(CommandFailure) {
        guard !words.isEmpty, !isFocus(words),
            let steps = FocusSentence.steps(behindOff: words, self)
        else { return }
        throw .usage("“off” turns a Focus off now", details: steps)
    }

    /// Returns the error of `off` for such words behind a Focus; nil for a Focus alone.
    func failure(ofOff words: [String]) -> CommandFailure? {
        do throws(CommandFailure) {
            try refuseEnd(ofOff: words)
            _ = try focus(words)
            return nil
        } catch {
            return error
        }
    }

    /// Throws for `off notifications for 1h`, as in “turn off notifications for 1h”.
    fileprivate func refuseNotifications(ofOff words: [String]) throws(CommandFailure) {
        guard !words.isEmpty, !isFocus(words),
            !["all", "everything"].contains(words[0].lowercased()) || words.count > 1
        else { return }
        let phrase = SpokenPhrase(words, self)
        // “turn off notifications in work”.
        let isForAll =
            phrase.subjects.isAll && words.contains { $0.lowercased() == "notifications" }
        guard phrase.isUnderstood, phrase.focus == nil || isForAll,
            let steps = phrase.steps(to: .silence, self), !phrase.subjects.isEmpty,
            // The beginning of an app's name may be a mistyped Focus.
            words.count > 1 || phrase.subjects.apps.allSatisfy(apps.isName)
        else { return }
        // A Focus that is on and has no file any more.
        let status = (try? askIfRunning(.status)) ?? nil
        let text = words.joined(separator: " ").lowercased()
        let active = [status?.activation?.focus.rawValue, status?.focusName]
        if active.contains(where: { $0?.lowercased() == text }) { return }
        throw .usage("“off” turns a Focus off", details: steps)
    }

    /// Throws for `on notifications for Slack`, as in “turn on notifications for Slack”.
    fileprivate func refuseNotifications(
        _ verb: String, _ words: [String], _ message: String
    ) throws(CommandFailure) {
        let isMeant = [words.first, words.last].contains { $0?.means(.everything) == true }
        guard isMeant, !isFocus(words),
            let steps = FocusSentence.steps(behind: verb, words, self)
        else { return }
        throw .usage(message, details: steps)
    }

    /// Returns the Focus that the words name: one word, or a name without quotes.
    fileprivate func focus(_ words: [String]) throws(CommandFailure) -> String {
        guard let word = words.first else { throw FocusEditor(self).missing() }
        if words.count == 1 { return word }
        if let name = FocusEditor(self).name(in: words) { return name }
        if let own = own(words) { return own }
        throw .usage(
            "unexpected “\(words[1].printable)”: expected a Focus (quote names with blanks)")
    }

    /// Returns the Focus among words that mean nothing of their own: `work please`, `my work
    /// focus`. Nil without such words, and for others.
    func own(_ words: [String]) -> String? {
        let own = words.filter { !$0.means(.state) }
        guard !own.isEmpty, own.count < words.count, isFocus(own) else { return nil }
        return own.joined(separator: " ")
    }

    /// Returns the Focus, and the end that the options or the last words name.
    fileprivate func focusAndEnd(
        of values: OptionValues
    ) throws(CommandFailure) -> (name: String, end: ActivationEnd) {
        let (end, words) = try EndTime.options(values, now: now) { words in
            FocusEditor(self).name(in: words) != nil
        }
        return try focusAndEnd(
            inWords: words, end, option: EndTime.typedOption(end, values, now: now))
    }

    /// Returns the Focus and the end that the words name behind `on`.
    ///
    /// - Parameters:
    ///   - end: the end of the options.
    ///   - option: the option with that end, behind a blank.
    func focusAndEnd(
        inWords words: [String], _ end: ActivationEnd = .never,
        option: @autoclosure () -> String = ""
    ) throws(CommandFailure) -> (name: String, end: ActivationEnd) {
        if words.count > 1, FocusEditor(self).name(in: words) == nil,
            let (name, ending) = try focusAndEndIfAny(inWords: words, isFocus: true)
        {
            guard end == .never else { throw .usage("there are two ends; give one") }
            return (name, ending)
        }
        if words.count > 1, FocusEditor(self).name(in: words) == nil,
            let failure = FocusWords(words, self, end: option()).failure()
        {
            throw failure
        }
        return (try focus(words), end)
    }

    /// Returns the Focus and the end that words such as `work 1h` name, or nil if they name no
    /// Focus.
    ///
    /// - Parameter isFocus: true if a single word before the end can only be a Focus.
    func focusAndEndIfAny(
        inWords words: [String], isFocus: Bool = false
    ) throws(CommandFailure) -> (name: String, end: ActivationEnd)? {
        let editor = FocusEditor(self)
        if let name = editor.name(in: words) { return (name, .never) }
        func named(_ words: [String]) -> String? {
            guard words.count == 1 else {
                return editor.name(in: words) ?? (isFocus ? self.own(words) : nil)
            }
            let isKnown =
                isFocus || editor.isNamed(words[0])
                || FocusTemplate.meant(by: words[0]) != nil
            return isKnown ? words[0] : nil
        }
        if let last = words.last, last.allSatisfy({ $0.isASCII && $0.isNumber }),
            let name = named(words.dropLast())
        {
            if ClockWords.isZero(last) { throw .usage(ClockWords.complaint(aboutSpan: last)) }
            let start = "focus-switch on \(shellQuoted(name))"
            if ClockWords.digits(last) != nil {
                throw .usage(
                    "“\(last)” needs a word before it, or a unit",
                    "For a time of day: \(start) until \(last)",
                    "For minutes: \(start) --for \(last)min")
            }
            throw .usage(
                "“\(last)” needs a unit", details: EndTime.steps(forNumber: last, start))
        }
        let focusWords = FocusWords(words, self)
        if let failure = focusWords.beginningFailure() { throw failure }
        do throws(CommandFailure) {
            if let (rest, end) = try EndTime.trailing(words, now: now, withDays: false) {
                return named(rest).map { ($0, end) }
            }
        } catch {
            // “start work at 9:00 for 1h”: another reader knows the first word.
            guard isFocus || focusWords.hasFocus else { return nil }
            throw error
        }
        // “work until tomorow”: the words before the end are a Focus, so the end is what is wrong.
        let place = words.lastIndex { EndTime.leads.contains($0.lowercased()) }
        if let name = named(Array(words[..<(place ?? words.count - 1)])),
            let failure = EndTime.complaint(about: words)
        {
            let time = place.map { words[($0 + 1)...].joined(separator: " ") } ?? ""
            let start = "focus-switch on \(shellQuoted(name))"
            // “work until 5 except Ben”.
            throw FocusWords(words, self).clauseFailure()
                ?? failure.adding(EndTime.steps(for: time, start, now: now))
        }
        return nil
    }

    /// Returns true for words that name a Focus, or a ready-made one that does not exist yet.
    func isFocus(_ words: [String]) -> Bool {
        let editor = FocusEditor(self)
        guard words.count == 1 else { return editor.name(in: words) != nil }
        return editor.isNamed(words[0]) || FocusTemplate.meant(by: words[0]) != nil
    }

    fileprivate func focuses() throws(CommandFailure) -> [FocusSummary] {
        do throws(ControlError) {
            return try askControl(.focuses)
        } catch .notReachable {
            // Without focusd no Focus is on.
            let catalog = FocusEditor(self).catalog
            return catalog.focuses.ordered.map { focus in
                FocusSummary(
                    focus, isActive: false, origin: catalog.origin(of: focus.id).rawValue,
                    isLocked: catalog.lock(of: focus.id) != nil)
            }
        } catch {
            throw Self.failure(error)
        }
    }
}

/// The problems of Focuses that `list` names: files with mistakes, and names that several Focuses
/// have.
@LoopActor struct FocusProblems {
    let editor: FocusEditor

    /// Returns the Focuses, with those whose file was never read without mistakes, so that focusd
    /// does not know them.
    func adding(to focuses: [FocusSummary]) -> [FocusSummary] {
        let missing = editor.catalog.refused.filter { id in !focuses.contains { $0.id == id } }
        guard !missing.isEmpty else { return focuses }
        let broken = missing.map { id in
            FocusSummary(Focus(id: id, name: id.rawValue), isActive: false)
        }
        return focuses + broken
    }

    /// Returns a word for the table; nil for a Focus without a problem.
    ///
    /// - Parameter focuses: the Focuses in the list. focusd may not have read a file yet that this
    ///   process has, and no row points to one that is missing.
    func word(_ id: FocusID, in focuses: [FocusSummary]) -> String? {
        if editor.catalog.refused.contains(id) { return "broken" }
        let listed = Set(focuses.map(\.id.rawValue.printable))
        let others = editor.namesakes(of: id).filter(listed.contains)
        return others.isEmpty ? nil : "same name as \(others.namesWithCommas)"
    }

    /// Returns the problem of a Focus, with the file, the line and the mistake; nil without one.
    /// Printable.
    func text(_ id: FocusID, in focuses: [FocusSummary]) -> String? {
        guard editor.catalog.refused.contains(id) else { return word(id, in: focuses) }
        let problems = editor.catalog.problems(of: id)
        let rest = problems.count - 1
        let mistake = problems.first?.description.printable ?? "the file has mistakes"
        return "broken: \(mistake)" + (rest > 0 ? " (and \(rest) more)" : "")
    }

    /// Prints the mistakes of all broken files, and the files whose names are no ids, with the
    /// command that corrects each, to standard error: programs read the table.
    func print(_ focuses: [FocusSummary]) {
        let output = editor.invocation.output
        for id in focuses.map(\.id) where editor.catalog.refused.contains(id) {
            output.note("\(id.rawValue.printable) is \(text(id, in: focuses) ?? "broken")")
            output.errorSentence(editor.remedy(id))
        }
        for name in editor.catalog.misnamed {
            let (reason, step) = editor.catalog.misnaming(name)
            output.note(reason.printable)
            output.errorSentence("To use it, \(step)".printable)
        }
    }
}
