// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The commands `trigger list`, `trigger add` and `trigger remove`.
enum TriggerCommands {
    static let all = [list, add, remove, kinds]

    private static let forms = """
        A TRIGGER is app:APP (while that app runs), screen-shared (while a program records the \
        screen), full-screen (while the window with the keyboard fills the screen), microphone, \
        camera, calendar or calendar:NAME (during an event), network:NAME (while that connection is \
        active), vpn, docked, lid (while it is closed), locked, power (while it is plugged in), \
        battery or game. Blanks or commas separate several. “trigger kinds” lists what can be \
        detected here.
        """

    static let kinds = Command(
        "trigger kinds", summary: "List the kinds of triggers, and what can be detected here",
        details: "For a kind that cannot be detected here, the reason follows.",
        examples: ["focus-switch trigger kinds", "focus-switch trigger kinds --json"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let kinds = try invocation.ask(.triggerKinds)
        let json = kinds.map { kind -> JSONValue in
            [
                "kind": .string(kind.kind), "available": .boolean(kind.isAvailable),
                "reason": .optional(kind.reason),
                "holds": kind.holds.map(JSONValue.boolean) ?? .null,
            ]
        }
        invocation.report(.array(json)) {
            var table = Table(limits: [2: 100])
            for kind in kinds {
                let form = Trigger.Kind(rawValue: kind.kind)?.form ?? kind.kind
                let state = kind.isAvailable ? (kind.holds == true ? "now" : "yes") : "no"
                table.add(form.printable, state, (kind.reason ?? "").printable)
            }
            invocation.output.table(table)
        }
    }

    static let list = Command(
        "trigger list", summary: "List the triggers of Focuses",
        options: [
            .init("focus", .string, placeholder: "FOCUS", help: "Only those of that Focus")
        ],
        examples: ["focus-switch trigger list", "focus-switch trigger list --focus cinema"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let editor = FocusEditor(invocation)
        let focuses = try editor.focuses(named: values.string("focus"))
        let triggers = focuses.flatMap { focus in focus.triggers.sorted().map { (focus, $0) } }
        let states = TriggerStates(invocation)
        let json = triggers.map { focus, trigger -> JSONValue in
            [
                "focus": .string(focus.id.rawValue), "trigger": .string(trigger.text),
                "available": states.isAvailable(trigger).map(JSONValue.boolean) ?? .null,
                "holds": states.holds(trigger).map(JSONValue.boolean) ?? .null,
            ]
        }
        invocation.report(.array(json)) {
            if triggers.isEmpty { invocation.output.line("No triggers.") }
            if values.string("focus") == nil { editor.noteUnlisted("triggers") }
            var table = Table(flexible: [2], limits: [0: EntryWire.sourceColumns])
            for (focus, trigger) in triggers {
                table.add(
                    focus.name.printable, trigger.text.printable,
                    "on \(trigger.words(invocation.apps))", states.word(trigger))
            }
            invocation.output.table(table)
            states.explain(triggers.map { $0.1 })
        }
    }

    static let add = Command(
        "trigger add", "TRIGGER…", summary: "Turn on a Focus while an app runs, for example",
        details: forms
            + " --grace sets the time for which all triggers of the Focus last after their state,"
            + " without a TRIGGER for those that it has.",
        options: [
            FocusEditor.option,
            .init(
                "grace", .string, placeholder: "TIME",
                help: "Time after the state's end until the Focus ends: 0 to 1h (default: 5s)"),
            Invocation.yes,
        ],
        examples: [
            "focus-switch trigger add screen-shared --focus presenting",
            "focus-switch trigger add app:org.gnome.Totem full-screen --focus cinema",
            "focus-switch trigger add microphone --grace 30s --focus call",
        ]
    ) { invocation, values throws(CommandFailure) in
        let grace = try grace(values.string("grace"))
        let least = grace == nil ? 1 : 0
        try TriggerTimes.refuse(values, invocation)
        try SpokenTrigger.refuseFocus(values, invocation)
        let triggers = try triggers(
            values, least...FocusFileLimits.triggerApps, invocation, asks: true)
        let editor = FocusEditor(invocation)
        let id = try editor.focus(values)
        if triggers.isEmpty {
            let focus = try editor.read(id).focus
            guard !focus.triggers.isEmpty else {
                throw .refused(
                    "\(focus.name.printable) has no triggers"
                        + (lasting(focus).map { "; with one, it lasts \($0)" } ?? ""))
            }
        }
        try editor.edit(id) { file throws(FocusFileError) in
            let name = file.focus.name.printable
            let before = file.focus.triggers
            let new = triggers.filter { !before.contains($0) }
            let known = triggers.filter(before.contains)
            try file.setTriggers(before.union(triggers))
            var added: [String] = []
            if !new.isEmpty { added.append("Added to \(name): on \(words(new, invocation)).") }
            if !known.isEmpty {
                added.append("Already in \(name): on \(words(known, invocation)).")
            }
            guard let grace else {
                return added + (lasting(file.focus).map { ["\(name) lasts \($0)."] } ?? [])
            }
            try file.setTriggerGrace(seconds: grace)
            return added + ["\(name) lasts \(graceText(grace)) after the end of a trigger."]
        }
        let states = TriggerStates(invocation)
        tellStart(by: triggers, of: id, editor)
        states.explain(triggers)
    }

    /// Prints that the Focus is on if one of its triggers has turned it on.
    @LoopActor private static func tellStart(
        by triggers: [Trigger], of id: FocusID, _ editor: FocusEditor
    ) {
        let invocation = editor.invocation
        guard !invocation.isJSON,
            let activation = ((try? invocation.askIfRunning(.status)) ?? nil)?.activation,
            activation.focus == id, let trigger = activation.trigger, triggers.contains(trigger)
        else { return }
        let end = activation.untilText(now: invocation.now)
        invocation.output.sentence("\(editor.name(of: id)) is on now\(end).")
    }

    /// Returns a length of time in its largest whole unit: `30 s`, `10 min`.
    static func graceText(_ seconds: Int) -> String {
        seconds > 0 && seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds) s"
    }

    /// Returns words for a time after a trigger's end that an earlier command or the file has
    /// set; nil for the default.
    private static func lasting(_ focus: Focus) -> String? {
        guard focus.triggerGrace != Focus.defaultTriggerGrace else { return nil }
        let time = graceText(Int(focus.triggerGrace / 1_000))
        return "\(time) after the end of a trigger, as set before (--grace)"
    }

    /// Returns the seconds of `--grace`: a number, or a length of time.
    private static func grace(_ text: String?) throws(CommandFailure) -> Int? {
        guard let text else { return nil }
        let span = TypedSpan.milliseconds(text).map { Int($0 / 1_000) }
        guard let seconds = Int(text) ?? span, FocusFileLimits.graceSeconds.contains(seconds) else {
            throw .usage(
                "--grace: “\(text.printable)” is not a time of at most an hour; examples: 0, 30s,"
                    + " 2min")
        }
        return seconds
    }

    static let remove = Command(
        "trigger remove", "[TRIGGER…]", summary: "Remove triggers of a Focus, or all",
        details: "\(forms) “trigger clear” means the same.",
        options: [FocusEditor.option, .init("all", help: "All triggers of the Focus")],
        examples: [
            "focus-switch trigger remove full-screen --focus cinema",
            "focus-switch trigger remove --all --focus cinema",
        ]
    ) { invocation, values throws(CommandFailure) in
        if !values.arguments.isEmpty, values.flag("all") {
            throw .usage("a trigger and --all exclude each other")
        }
        if values.arguments == ["all"] {
            throw .usage("“all” is not a trigger; for all triggers of the Focus: --all")
        }
        let editor = FocusEditor(invocation)
        let has = { (focus: Focus) -> Bool in
            focus.triggers.contains { $0.isMeant(by: values.arguments, invocation.apps) }
        }
        let id = try editor.focus(values, having: has)
        let file = try editor.read(id)
        let named = file.focus.triggers.filter { $0.isMeant(by: values.arguments, invocation.apps) }
        let triggers =
            try named.isEmpty
            ? triggers(
                values, 0...FocusFileLimits.triggerApps, invocation, known: file.focus.triggers)
            : Array(named)
        if triggers.isEmpty, file.focus.triggers.isEmpty {
            throw .refused("\(file.focus.name.printable) has no triggers")
        }
        if triggers.isEmpty, !values.flag("all") {
            let known = file.focus.triggers.sorted().map { shellQuoted($0.text).printable }
            throw .refused(
                "nothing was removed: \(file.focus.name.printable) has the"
                    + " \(known.count == 1 ? "trigger" : "triggers")"
                    + " \(known.joined(separator: ", ")); name one, or use --all")
        }
        if let missing = triggers.first(where: { !file.focus.triggers.contains($0) }) {
            let known = file.focus.triggers.sorted().map(\.text)
            throw .refused(
                "\(file.focus.name.printable) has no trigger “\(missing.text.printable)”"
                    + CommandLineReader.suggestion(missing.text, among: known),
                details: editor.optionSteps(values, having: has))
        }
        try editor.edit(id) { file throws(FocusFileError) in
            let name = file.focus.name.printable
            guard !triggers.isEmpty else {
                try file.setTriggers([])
                return ["Removed all triggers of \(name)."]
            }
            try file.setTriggers(file.focus.triggers.subtracting(triggers))
            return ["\(name) will no longer be on \(words(triggers, invocation))."]
        }
    }

    /// - Parameters:
    ///   - known: triggers to accept as written.
    ///   - asks: true to ask before a mistyped name is taken as an app.
    @LoopActor private static func triggers(
        _ values: OptionValues, _ count: ClosedRange<Int>, _ invocation: Invocation,
        known: Set<Trigger> = [], asks: Bool = false
    ) throws(CommandFailure) -> [Trigger] {
        var triggers: [Trigger] = []
        // The name of a calendar or a network may have blanks and commas, and that of an app
        // blanks.
        var words: [String] = []
        let typed = withAppNamesJoined(values.arguments, invocation)
        for word in TriggerNames.joined(typed).map(TriggerNames.resolved) {
            var isWhole = ["calendar:", "network:"].contains(where: word.hasPrefix)
            if word.hasPrefix("app:"), word.contains(" ") {
                isWhole = try invocation.apps.find(String(word.dropFirst(4))) != nil
            }
            words += isWhole ? [word] : TriggerNames.joined(ListWords.split([word]))
        }
        let forms = Trigger.Kind.allCases.map(\.form).joined(separator: ", ")
        guard count.contains(words.count) else { throw .usage("expected one of \(forms)") }
        for word in words.map(TriggerNames.resolved) {
            guard let trigger = Trigger(text: word), trigger.kind != nil else {
                let failure = try refusal(of: word, forms, invocation)
                if asks, let spoken = SpokenTrigger.failure(values, failure, invocation) {
                    throw spoken
                }
                let isPart = typed.count > 1 && typed.contains { $0.contains(":") }
                throw isPart
                    ? failure.adding(["A name with blanks needs quotes: 'app:Big Chat'"]) : failure
            }
            if case .app(let app) = trigger, !known.contains(trigger) {
                if asks { try confirmMistyped(app.rawValue, values, invocation) }
                // A running app is known by its desktop file, whatever id its notifications have.
                let named = try invocation.apps.app(app.rawValue)
                triggers.append(.app(named.desktopID ?? named.id))
            } else {
                triggers.append(trigger)
            }
        }
        return triggers
    }

    /// Asks before a name that no known app has is taken as an app, if it resembles one: such a
    /// trigger would never hold.
    @LoopActor private static func confirmMistyped(
        _ app: String, _ values: OptionValues, _ invocation: Invocation
    ) throws(CommandFailure) {
        guard try invocation.apps.isUnknown(app),
            let nearest = invocation.apps.nearestListed(to: app)
        else { return }
        let words = invocation.words.map { word -> String in
            if word == app { return nearest }
            return word.hasSuffix(":\(app)") ? String(word.dropLast(app.count)) + nearest : word
        }
        let doubt = invocation.apps.unknown(app)
        // In “app:Chaat,vpn” no word ends with the app, and the typed line would be refused again.
        let isCorrected = words != invocation.words
        let line = words.map(shellQuoted).joined(separator: " ")
        try invocation.confirm(
            "\(doubt) Use “\(app.printable)” all the same?", values, note: doubt,
            step: isCorrected ? "For that app: focus-switch \(line)" : nil)
    }

    /// Returns the words with those joined that together name a known app: `app:Big Chat`.
    @LoopActor private static func withAppNamesJoined(
        _ words: [String], _ invocation: Invocation
    ) -> [String] {
        var joined: [String] = []
        var rest = words[...]
        while let word = rest.first {
            var count = 1
            if TriggerNames.resolved(word).hasPrefix("app:") {
                count =
                    (1..<rest.count + 1).last { length in
                        let whole = rest.prefix(length).joined(separator: " ")
                        let name = TriggerNames.resolved(whole).dropFirst("app:".count)
                        return length > 1 && invocation.apps.isName(String(name))
                    } ?? 1
            }
            joined.append(rest.prefix(count).joined(separator: " "))
            rest = rest.dropFirst(count)
        }
        return joined
    }

    /// Returns the error for a word that is not a trigger.
    @LoopActor private static func refusal(
        of word: String, _ forms: String, _ invocation: Invocation
    ) throws(CommandFailure) -> CommandFailure {
        // “app:” lacks the name as well.
        if let kind = Trigger.Kind(rawValue: word.hasSuffix(":") ? String(word.dropLast()) : word) {
            return .usage("“\(word.printable)” needs a name: \(kind.form)")
        }
        let isApp = try invocation.apps.find(word) != nil
        let nearest = isApp ? "app:\(word)" : TriggerNames.nearest(word)
        return .usage(
            "“\(word.printable)” is not a trigger"
                + (nearest.map { CommandLineReader.suggestion($0) }
                    ?? "; expected one of \(forms)"))
    }

    @LoopActor private static func words(
        _ triggers: [Trigger], _ invocation: Invocation
    ) -> String {
        // One of them is enough.
        triggers.map { $0.words(invocation.apps) }.joined(with: "or")
    }
}

extension Trigger {
    /// Returns true if a user means this trigger of a Focus by these words: its text, or the name
    /// of its app.
    @LoopActor fileprivate func isMeant(by words: [String], _ apps: AppDirectory) -> Bool {
        let word = words.joined(separator: " ").lowercased()
        guard case .app(let app) = self else { return word == text.lowercased() }
        return [text, app.rawValue, apps.name(of: app)].contains { $0.lowercased() == word }
            || word.hasPrefix("app:") && apps.name(of: app).lowercased() == word.dropFirst(4)
    }

    /// Words after “is on”, with the name of an app in place of its id.
    @LoopActor func words(_ apps: AppDirectory) -> String {
        if case .app(let app) = self { "while \(apps.name(of: app)) runs" } else { words }
    }

    /// Words after “is on”.
    var words: String {
        switch self {
        case .app(let app): Kind.app.words(app.rawValue.printable)
        case .calendar(let name): Kind.calendar.words(name.printable)
        case .network(let name): Kind.network.words(name.printable)
        case .hold(_, let reason): "for “\(reason.printable)”"
        default: kind?.words() ?? ""
        }
    }
}
