// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The commands `on`, `off`, `toggle` and `list`.
enum SwitchCommands {
    static let all = [on, off, toggle, list]

    static let on = Command(
        "on", "FOCUS [-- COMMAND…]", summary: "Turn on a Focus",
        details: """
            FOCUS is its id or its name in any letter case; dnd is Do Not Disturb. “focus-switch \
            FOCUS” does the same, unless a command has that name. The Focus stays on until you turn \
            it off, unless an option sets an end; then the Focus of before comes back. A schedule \
            that begins in the meantime takes over. The end may also follow the name: “focus-switch \
            work 1h”, “work until 18:00”. A day without a time, as in “until tomorrow”, means 8:00 on \
            that day; tonight is 20:00.

            A ready-made Focus that you do not have yet is created from its template, after a \
            question.

            With a COMMAND, the Focus stays on while the command runs, and focus-switch ends with \
            the command's exit status. --for and --until then end the Focus at the latest.
            """,
        options: EndTime.options + [
            .init("yes", short: "y", help: "Create a ready-made Focus without a question")
        ],
        examples: [
            "focus-switch on work", "focus-switch on reading --for 1h",
            "focus-switch on work --until 18:00", "focus-switch on sleep --until tomorrow 9:00",
            "focus-switch \"Do Not Disturb\" --until-logout", "focus-switch on work -- make test",
        ]
    ) { invocation, values throws(CommandFailure) in
        let (word, end) = try focusAndEnd(values, invocation)
        guard invocation.heldCommand.isEmpty else {
            return try HeldCommand(invocation, focus: word, invocation.heldCommand)
                .start(until: end, createsUnasked: values.flag("yes"))
        }
        try FocusSwitching(invocation, createsUnasked: values.flag("yes")).turnOn(word, until: end)
    }

    static let off = Command(
        "off", "[FOCUS]", summary: "Turn off the current Focus",
        details: """
            With FOCUS, only if that Focus is on. A Focus that its schedule turned on stays off until \
            the scheduled time ends, and so does a Focus that was on before the current one.
            """,
        examples: ["focus-switch off", "focus-switch off work"]
    ) { invocation, values throws(CommandFailure) in
        let word = values.arguments.isEmpty ? nil : try focus(values.arguments, invocation)
        try FocusSwitching(invocation).turnOff(word)
    }

    /// Returns the Focus that the words name: one word, or a name without quotes.
    @LoopActor private static func focus(
        _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) -> String {
        guard let word = words.first else { throw .usage("expected a Focus") }
        if words.count == 1 { return word }
        if let name = FocusEditor(invocation).name(in: words) { return name }
        throw .usage(
            "unexpected “\(words[1].printable)”: expected a Focus (quote names with blanks)")
    }

    /// Returns the Focus, and the end that the options or the last words name.
    @LoopActor private static func focusAndEnd(
        _ values: OptionValues, _ invocation: Invocation
    ) throws(CommandFailure) -> (name: String, end: ActivationEnd) {
        let (end, words) = try EndTime.options(values, now: invocation.now) { words in
            FocusEditor(invocation).name(in: words) != nil
        }
        if words.count > 1, FocusEditor(invocation).name(in: words) == nil,
            let (name, ending) = try focusAndEnd(words, invocation, isFocus: true)
        {
            guard end == .never else { throw .usage("there are two ends; give one") }
            return (name, ending)
        }
        if words.count > 1, FocusEditor(invocation).name(in: words) == nil,
            let failure = FocusWords(words, invocation).failure()
        {
            throw failure
        }
        return (try focus(words, invocation), end)
    }

    /// Returns the Focus and the end that words such as `work 1h` name, or nil if they name no
    /// Focus.
    ///
    /// - Parameter isFocus: true if a single word before the end can only be a Focus.
    @LoopActor static func focusAndEnd(
        _ words: [String], _ invocation: Invocation, isFocus: Bool = false
    ) throws(CommandFailure) -> (name: String, end: ActivationEnd)? {
        let editor = FocusEditor(invocation)
        if let name = editor.name(in: words) { return (name, .never) }
        func named(_ words: [String]) -> String? {
            guard words.count == 1 else { return editor.name(in: words) }
            let isKnown =
                isFocus || (try? editor.focus(named: words[0])) != nil
                || FocusTemplate.meant(by: words[0]) != nil
            return isKnown ? words[0] : nil
        }
        if let last = words.last, last.allSatisfy({ $0.isASCII && $0.isNumber }),
            let name = named(words.dropLast())
        {
            let start = "focus-switch on \(shellQuoted(name))"
            throw .usage(
                "“\(last)” needs a unit: \(start) --for \(last)min, \(start) --for \(last)h")
        }
        if let (rest, end) = try EndTime.trailing(words, now: invocation.now) {
            return named(rest).map { ($0, end) }
        }
        // “work until tomorow”: the words before the end are a Focus, so the end is what is wrong.
        let place = words.lastIndex { ["until", "till", "for"].contains($0.lowercased()) }
        if named(Array(words[..<(place ?? words.count - 1)])) != nil,
            let failure = EndTime.complaint(about: words)
        {
            throw failure
        }
        return nil
    }

    /// Returns true for words that name a Focus, or a ready-made one that does not exist yet.
    @LoopActor static func isFocus(_ words: [String], _ invocation: Invocation) -> Bool {
        let editor = FocusEditor(invocation)
        guard words.count == 1 else { return editor.name(in: words) != nil }
        return (try? editor.focus(named: words[0])) != nil
            || FocusTemplate.meant(by: words[0]) != nil
    }

    static let toggle = Command(
        "toggle", "FOCUS", summary: "Turn on a Focus, or turn it off if it is on",
        details: "--for, --until and --until-logout count when it turns the Focus on.",
        options: EndTime.options,
        examples: ["focus-switch toggle dnd", "focus-switch toggle work --for 2h"]
    ) { invocation, values throws(CommandFailure) in
        let (word, end) = try focusAndEnd(values, invocation)
        let switching = FocusSwitching(invocation)
        let active = try invocation.ask(.status).activation?.focus
        let focus = try? FocusEditor(invocation).focus(named: word)
        if let active, active == focus || active.rawValue == word {
            try switching.turnOff(nil)
            if end != .never, !invocation.isJSON {
                let words = ["on"] + invocation.words.dropFirst()
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
        details: "Reads the files of the Focuses while focusd does not run.",
        examples: ["focus-switch list"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let focuses = try focuses(invocation)
        invocation.report(.array(focuses.map(json))) {
            // The id is there to be typed: it is never broken.
            var table = Table(flexible: [2], breaksWords: false)
            for focus in focuses {
                let name = focus.name.printable
                let origin =
                    focus.isLocked
                    ? "locked by the administrator"
                    : focus.origin == "administrator" ? "the administrator's" : ""
                table.add(
                    focus.isActive ? "*" : " ",
                    focus.isActive ? invocation.output.inked(name, .strong) : name,
                    focus.id.rawValue.printable,
                    [focus.isActive ? "on" : "", origin].filter { !$0.isEmpty }
                        .joined(separator: "; "))
            }
            invocation.output.table(table)
        }
    }

    @LoopActor private static func focuses(
        _ invocation: Invocation
    ) throws(CommandFailure) -> [FocusSummary] {
        do throws(ControlError) {
            return try invocation.askControl(.focuses)
        } catch .notReachable {
            // Without focusd no Focus is on.
            let catalog = FocusEditor(invocation).catalog
            return catalog.focuses.values.sorted { $0.id < $1.id }.map { focus in
                FocusSummary(
                    focus, isActive: false, origin: catalog.origin(of: focus.id).rawValue,
                    isLocked: catalog.lock(of: focus.id) != nil)
            }
        } catch {
            throw Invocation.failure(error)
        }
    }

    private static func json(_ focus: FocusSummary) -> JSONValue {
        [
            "id": .string(focus.id.rawValue), "name": .string(focus.name),
            "icon": .optional(focus.icon), "color": .optional(focus.color),
            "active": .boolean(focus.isActive), "origin": .string(focus.origin),
            "locked": .boolean(focus.isLocked),
        ]
    }
}

/// Turns Focuses on and off for several commands.
@LoopActor struct FocusSwitching {
    private let invocation: Invocation
    /// Commands to suggest for a mistyped Focus name, or nil where only a Focus is expected.
    private let reader: CommandLineReader?
    private let createsUnasked: Bool

    private var commands: [String] { reader?.firstWords ?? [] }

    init(
        _ invocation: Invocation, otherwise reader: CommandLineReader? = nil,
        createsUnasked: Bool = false
    ) {
        self.invocation = invocation
        self.reader = reader
        self.createsUnasked = createsUnasked
    }

    func turnOn(_ typed: String, until end: ActivationEnd = .never) throws(CommandFailure) {
        let word = FocusAlias.resolved(typed, FocusEditor(invocation).catalog)
        // Only a Focus without an end replaces another one for good.
        let before = end == .never ? (try? invocation.askIfRunning(.status)) ?? nil : nil
        let replaced = before.map { ReplacedFocus(invocation, $0) }
        let follower = replaced?.follower()
        do throws(ControlError) {
            try invocation.askControl(.activate(word, until: end))
        } catch {
            guard case .refused(.unknownFocus, _) = error, try create(word) else {
                throw failure(error, typed)
            }
            try invocation.ask(.activate(word, until: end))
        }
        let status = try invocation.ask(.status)
        let activation = status.activation
        invocation.report([
            "focus": .optional(activation?.focus.rawValue),
            "until": .optional(activation?.until.map(TimeText.utc)),
        ]) {
            let name = status.focusName.isEmpty ? word : status.focusName
            let until = activation?.untilText(now: invocation.now, withDate: true) ?? ""
            invocation.output.line("\(name.printable) is on\(until).")
            if let activation, let reason = EndNote(invocation, activation, end).text(name) {
                invocation.output.sentence(reason)
            }
            if let text = replaced?.replacement(
                by: activation?.focus, until: end, follower)
            {
                invocation.output.sentence(text)
            }
        }
    }

    func turnOff(_ typed: String?) throws(CommandFailure) {
        let before = try invocation.ask(.status)
        let name = before.focusName.printable
        if let typed {
            let focus = try FocusEditor(invocation).focus(named: typed)
            guard before.activation?.focus == focus else {
                let state = before.activation == nil ? "no Focus is on" : "\(name) is on"
                throw .refused("“\(typed.printable)” is not on; \(state)")
            }
        }
        let replaced = ReplacedFocus(invocation, before)
        let follower = replaced.follower()
        try invocation.ask(.deactivate)
        invocation.report(["focus": nil, "alsoOff": .optional(follower?.focus?.rawValue)]) {
            invocation.output.line(
                before.activation == nil || name.isEmpty ? "No Focus was on." : "\(name) is off.")
            if let follower { replaced.tell(follower) }
        }
    }

    /// Holds a Focus for a command. Returns the hold.
    func hold(_ typed: String, reason: String) throws(CommandFailure) -> UInt32 {
        let word = FocusAlias.resolved(typed, FocusEditor(invocation).catalog)
        do throws(ControlError) {
            return try invocation.askControl(.hold(word, reason: reason))
        } catch {
            guard case .refused(.unknownFocus, _) = error, try create(word) else {
                throw failure(error, typed)
            }
            return try invocation.ask(.hold(word, reason: reason))
        }
    }

    // MARK: Missing Focuses

    /// Offers to create a ready-made Focus that the user does not have yet. Returns true if it was
    /// created.
    private func create(_ word: String) throws(CommandFailure) -> Bool {
        guard let template = FocusTemplate.meant(by: word) else { return false }
        if !createsUnasked {
            guard invocation.isInteractive, !invocation.isJSON else { return false }
            let answer = invocation.answer(
                to: "You have no Focus “\(template.name)” yet. Create it from its template? [Y/n] ")
            guard let answer, ["", "y", "yes"].contains(answer.lowercased()) else {
                invocation.output.line("Nothing was done.")
                throw CommandFailure(.refused, nil)
            }
        }
        try NewFocus(template).create(FocusEditor(invocation), isQuiet: invocation.isJSON)
        return true
    }

    /// Returns the error with a suggested word.
    private func failure(_ error: ControlError, _ word: String) -> CommandFailure {
        switch error {
        case .refused(.unknownFocus, _):
            let focuses = (try? invocation.ask(.focuses)) ?? []
            let names = focuses.flatMap { [$0.id.rawValue, $0.name] }
            return unknown(word, names)
        case .notReachable
        where nearMiss(word, active: nil) != nil || NearestWord.find(word, in: commands) != nil
            || reader?.commands(ofSecondWord: word).isEmpty == false:
            return unknown(word, [])
        default:
            return invocation.failure(error)
        }
    }

    /// Returns the failure for a word of another program, where a command is expected.
    private func nearMiss(_ word: String, active: FocusID?) -> CommandFailure? {
        reader == nil ? nil : NearMiss.failure([word], active: active)
    }

    private func unknown(_ word: String, _ focuses: [String]) -> CommandFailure {
        if let failure = nearMiss(word, active: invocation.activeFocus) { return failure }
        let what = reader == nil ? "no Focus" : "neither a command nor a Focus"
        let message = "there is \(what) “\(word.printable)”"
        if let meant = reader?.commands(ofSecondWord: word), !meant.isEmpty {
            return .usage(message + CommandLineReader.suggestion(amongCommands: meant))
        }
        if let template = FocusTemplate.meant(by: word) {
            return .refused("\(message) yet; \(template.hint)")
        }
        let nearest = NearestWord.find(word, in: focuses + commands)
        return CommandFailure(
            reader == nil ? .refused : .usage, message + CommandLineReader.suggestion(nearest),
            details: nearest != nil
                ? []
                : reader == nil
                    ? ["Your Focuses: focus-switch list"]
                    : CommandLineReader.overview(unless: nil) + ["Your Focuses: focus-switch list"])
    }
}

/// Short names that users know from other programs.
enum FocusAlias {
    /// Words for Do Not Disturb, in lower case.
    static let words: Set = ["dnd"]

    /// Returns the id that an alias stands for, else the word itself. The id of a file comes first.
    static func resolved(_ word: String, _ catalog: FocusCatalog) -> String {
        guard words.contains(word.lowercased()), !catalog.hasFile(FocusID(word)) else {
            return word
        }
        return FocusID.doNotDisturb.rawValue
    }
}

extension FocusTemplate {
    /// Returns the ready-made Focus with that id or name. Returns nil if there is none or it always
    /// exists.
    static func meant(by word: String) -> FocusTemplate? {
        let folded = word.lowercased()
        return all.first {
            $0.id != .doNotDisturb
                && ($0.id.rawValue == folded || $0.name.lowercased() == folded)
        }
    }

    /// Command that creates the Focus.
    var hint: String { "to create it: focus-switch create \(name) --template \(id)" }
}

extension Activation {
    /// Returns ` until 18:00`, ` until you log out` or an empty text.
    func untilText(now: Timestamp, withDate: Bool = false) -> String {
        if endsWithSession { return " until you log out" }
        guard let until else { return "" }
        let text =
            withDate
            ? TimeText.upcomingWithDate(until, now: now) : TimeText.upcoming(until, now: now)
        return " until \(text)"
    }
}
