// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The commands `show`, `create`, `rename`, `delete` and `set`. The command `edit` has its own
/// file.
enum SettingCommands {
    static let all = [show, create, rename, EditCommand.edit, delete, set]

    static let show = Command(
        "show", "[FOCUS]", summary: "Show all settings of a Focus",
        details: """
            Without FOCUS, the active one. Of a file with mistakes, the mistakes and the version in \
            force are shown.
            """,
        examples: ["focus-switch show work", "focus-switch show work --json"]
    ) { invocation, values throws(CommandFailure) in
        let editor = FocusEditor(invocation)
        let name = editor.name(in: values.arguments)
        try FocusArgument(editor: editor, command: "show").refuseQuestion(values.arguments, name)
        let word =
            if let name = name ?? invocation.own(values.arguments) {
                name
            } else {
                try values.arguments(0...1, "at most one Focus").first
            }
        let id = try FocusArgument(editor: editor, command: "show").focus(word)
        let file = try editor.readInForce(id)
        let hasFile = editor.catalog.hasFile(file.id)
        let (origin, lock) = (editor.catalog.origin(of: id), editor.catalog.lock(of: id))
        invocation.report(file.json(hasFile: hasFile, origin: origin, lock: lock)) {
            file.print(
                to: invocation.output, hasFile: hasFile, apps: invocation.apps, origin: origin,
                lock: lock)
        }
    }

    static let create = Command(
        "create", "NAME", summary: "Create a Focus",
        details: """
            It silences all apps and people until you put some on its lists (focus-switch allow). A \
            NAME that is the name of a template takes that template: Sleep, Work, Personal, Driving, \
            Fitness, Gaming, Mindfulness, Reading, Share, Call. Share and Call turn themselves on: \
            while the screen is shared, while a microphone or a camera is in use. The id, which is \
            the name of its file, is made from NAME.
            """,
        options: [
            .init("template", .string, placeholder: "TEMPLATE", help: "Template to begin with"),
            .init("id", .string, placeholder: "ID", help: "Its id"),
            .init("icon", .string, placeholder: "ICON", help: "Name or file of an icon"),
            .init("color", .string, placeholder: "#RRGGBB", help: "Its colour"),
        ],
        examples: [
            "focus-switch create Work",
            "focus-switch create \"Book club\" --template reading --color '#e5a50a'",
        ]
    ) { invocation, values throws(CommandFailure) in
        try refuseThing("create", values, invocation)
        try FocusCopy.refuse(values, invocation)
        try refuseBlanks(values.arguments, "the name of the new Focus") { name in
            let options = ["template", "id", "icon", "color"].compactMap { option in
                values.string(option).map { " --\(option) \(shellQuoted($0))" }
            }
            return
                "To create that Focus: focus-switch create \(shellQuoted(name))\(options.joined())"
        }
        let name = try values.argument("the name of the new Focus")
        try NewFocus(name, values).create(FocusEditor(invocation))
    }

    static let rename = Command(
        "rename", "FOCUS NAME", summary: "Change the name of a Focus",
        details: "Its id, and with it its file and its history, stays as it is.",
        examples: ["focus-switch rename work Office"]
    ) { invocation, values throws(CommandFailure) in
        let editor = FocusEditor(invocation)
        if values.arguments.isEmpty { throw editor.missing("a Focus and its new name") }
        let words: [String]
        if let spoken = spokenName(values.arguments, editor) {
            words = spoken
        } else {
            try refuseBlanks(in: values.arguments, editor)
            words = try values.arguments(2...2, "a Focus and its new name")
        }
        let id = try editor.focus(named: words[0])
        let old = editor.name(of: id)
        let name = words[1].trimmed
        guard !name.isEmpty else { throw .usage("expected the new name of \(old)") }
        try FocusNames(catalog: editor.catalog).check(name, of: id)
        try editor.edit(id) { file throws(FocusFileError) in
            guard file.focus.name != name else { return ["“\(old)” has that name already."] }
            try file.setName(name)
            return ["Renamed “\(old)” to “\(name.printable)”. Its id is still \(id)."]
        }
    }

    static let delete = Command(
        "delete", "FOCUS", summary: "Delete a Focus and its file",
        details: """
            Asks first; a script needs --yes. Do Not Disturb always exists; deleting it brings its \
            first settings back. Deleting your copy of an administrator's Focus brings the \
            administrator's settings back; the administrator's file cannot be deleted.
            """,
        options: [Invocation.yes],
        examples: ["focus-switch delete \"Book club\""]
    ) { invocation, values throws(CommandFailure) in
        let editor = FocusEditor(invocation)
        try editor.checkDirectory()
        if values.arguments.isEmpty { throw editor.missing() }
        let whole = editor.name(in: values.arguments)
        if whole == nil {
            try refuseThing("delete", values, invocation)
            // “delete my focus Study”.
            if let own = invocation.own(values.arguments), editor.isNamed(own) {
                throw .usage(
                    "“\(values.arguments.joined(separator: " ").printable)” is no Focus",
                    "To delete that Focus: focus-switch delete \(shellQuoted(own))")
            }
        }
        try refuseIDs(values.arguments, editor)
        let word = if let whole { whole } else { try values.argument("a Focus") }
        let id: FocusID
        do throws(CommandFailure) {
            id = try editor.focus(named: word, offersTemplate: false)
        } catch {
            throw NearMiss.failure(group: "delete", word, []) ?? error
        }
        let name = editor.name(of: id)
        let isBuiltIn = id == .doNotDisturb
        if isBuiltIn, !editor.catalog.hasFile(id) {
            throw .refused("\(name) always exists, and has its first settings already")
        }
        if !editor.catalog.hasOwnFile(id) {
            // Refuses before it asks the user.
            try editor.delete(id)
        }
        let path = editor.directory.path(of: id).printable
        try invocation.confirm("Delete “\(name)” (\(path))?", values)
        let active = ((try? invocation.askIfRunning(.status)) ?? nil)?.activation?.focus
        try editor.delete(id)
        let words =
            if FocusEditor(invocation).catalog.origin(of: id) == .administrator {
                "\(name) has the administrator's settings again."
            } else if isBuiltIn {
                "\(name) has its first settings again."
            } else {
                "Deleted “\(name)”."
            }
        try editor.report([words], ["deleted": .string(id.rawValue)])
        if active == id { editor.tellSuccessor(of: id) }
        guard !invocation.isJSON else { return }
        if let advice = editor.undoAdvice { invocation.output.advice(advice) }
    }

    static let set = Command(
        "set", "KEY VALUE…", summary: "Change a setting of a Focus",
        details: """
            Blanks or commas separate the members of a list, and quotes keep a name with blanks \
            together. KEY is one of these:
            """,
        terms: [
            ("name", "its name"), ("icon", "name or file of an icon; none"),
            ("color", "#rrggbb; none"),
            ("time-sensitive", "on: time-sensitive notifications come through; off"),
            (
                "time-sensitive-except",
                "apps whose time-sensitive notifications are silenced all the same; none"
            ),
            (
                "repeat-breaks-through",
                "on: a second notification that names the same person within 3 minutes passes the"
                    + " allow lists; off"
            ),
            ("hide-badges", "on: all badges are hidden while it is on; off"),
            ("summary", "on: one notification at its end says what was missed; off"),
            (
                "deliver",
                "times of day at which silenced notifications are shown: 12:30,18:00; none"
            ),
        ],
        options: [FocusEditor.option],
        examples: [
            "focus-switch set hide-badges on --focus work",
            "focus-switch set time-sensitive-except org.example.Shop --focus work",
            "focus-switch set deliver 12:30,18:00 --focus work",
        ]
    ) { invocation, values throws(CommandFailure) in
        guard let word = values.arguments.first else { throw .usage("expected KEY VALUE") }
        // “set Summary on” turns on a Focus “Summary”; the key is in lower case.
        guard
            let key = Setting(rawValue: word)
                ?? (invocation.isFocus([word]) ? nil : Setting(typed: word))
        else {
            // “TimeSensitive=no”, as in a Focus file, alone or behind the Focus.
            let typed = values.arguments.enumerated().flatMap { place, argument -> [String] in
                place > 1
                    ? [argument] : argument.split(separator: "=", maxSplits: 1).map(String.init)
            }
            let isPair = typed.count > values.arguments.count
            let rest = typed.dropFirst()
            if let next = rest.first,
                let setting = Setting(typed: next) ?? (isPair ? Setting.meant(by: next) : nil),
                let focus = try? FocusEditor(invocation).focus(named: word)
            {
                throw misplaced(word, focus, setting, Array(rest.dropFirst()))
            }
            if isPair, let setting = typed.first.flatMap({ Setting.meant(by: $0) }) {
                let value = rest.map(shellQuoted).joined(separator: " ").printable
                throw .usage(
                    "KEY: “\(word.printable)” is no setting; a value has no “=” before it",
                    "To change it: focus-switch set \(setting.rawValue) \(value)")
            }
            if let failure = spoken(values.arguments) { throw failure }
            if values.string("focus") == nil, try turns(values.arguments, invocation) { return }
            if let step = badgeStep(word, Array(rest)) {
                throw .usage("KEY: “\(word.printable)” is no setting", step)
            }
            if let meant = Setting.meant(by: word) {
                throw .usage(
                    "KEY: “\(word.printable)” is no setting"
                        + CommandLineReader.suggestion(meant.rawValue))
            }
            let failure = ExplainCommand.wrongWord("KEY", word, Setting.allCases.map(\.rawValue))
            throw failure.adding(step(word, Array(rest), invocation).map { [$0] } ?? [])
        }
        var words = Array(values.arguments.dropFirst())
        let isEmpty = !words.isEmpty && words.allSatisfy(\.trimmingBlanks.isEmpty)
        if key.takesNone, isEmpty || words.map({ $0.lowercased() }) == ["none"] {
            words = ["none"]
        }
        let namesApps = key == .timeSensitiveExcept && words != ["none"]
        try refuseFocus(key, words, invocation)
        let apps = namesApps ? try ids(words, invocation) : words
        let change = try change(of: key, to: apps, values)
        let value =
            namesApps
            ? apps.map { invocation.apps.title(of: AppID($0)) }.namesWithCommas
            : key.shown(words)
        let editor = FocusEditor(invocation)
        let id = try editor.focus(values)
        if key == .name, let name = words.first {
            try FocusNames(catalog: editor.catalog).check(name, of: id)
        }
        try editor.edit(id) { file throws(FocusFileError) in
            let before = file
            try change(&file)
            let name = before.focus.name.printable
            let isSame = file == before
            let sentence = "\(name): \(key.rawValue) \(isSame ? "was" : "is now") \(value)"
            return [isSame ? "\(sentence) already." : "\(sentence)."]
                + [isSame ? nil : key.effect(in: file.focus)].compactMap(\.self)
        }
    }
}

extension SettingCommands {
    /// Returns the step for a thing that other commands change: `set apps Slack`.
    @LoopActor fileprivate static func step(
        _ word: String, _ rest: [String], _ invocation: Invocation
    ) -> String? {
        func names(_ name: String) -> String {
            rest.isEmpty ? name : rest.map(shellQuoted).joined(separator: " ").printable
        }
        switch word.lowercased() {
        case "app", "apps": return "To let an app through: focus-switch allow \(names("APP"))"
        case "person", "people":
            return "To let a person through: focus-switch allow --person \(names("NAME"))"
        case "schedule", "schedules", "time", "times":
            return "To set times of the day: "
                + (ScheduleWords.command(rest, invocation)
                    ?? "focus-switch schedule set --help")
        case "trigger", "triggers":
            return "To turn it on by itself: focus-switch trigger add --help"
        case "dim", "brightness", "wallpaper", "theme", "dark", "dark-mode":
            return "To run a program when a Focus begins: [Hook NAME] in focusd.conf(5)"
        default: return nil
        }
    }

    /// Returns the step for `set badges off`, which hides them: the setting says the opposite. Nil
    /// for other words.
    fileprivate static func badgeStep(_ word: String, _ rest: [String]) -> String? {
        guard ["badge", "badges"].contains(word.lowercased()), rest.count == 1 else { return nil }
        switch rest[0].lowercased() {
        case "off", "no", "false", "hide", "hidden":
            return "To hide all badges while it is on: focus-switch set hide-badges on"
        case "on", "yes", "true", "show", "shown":
            return "To show badges while it is on: focus-switch set hide-badges off"
        default: return nil
        }
    }

    /// Returns the failure for a setting of several words and its value, `repeated calls on`; nil
    /// for other words.
    fileprivate static func spoken(_ words: [String]) -> CommandFailure? {
        for count in [3, 2] where words.count > count {
            let value = Array(words.dropFirst(count))
            guard let setting = Setting.spoken(Array(words.prefix(count))),
                (try? setting.change(to: value)) != nil
            else { continue }
            let key = words.prefix(count).joined(separator: " ").printable
            return .usage(
                "KEY: “\(key)” is no setting",
                "To change it: focus-switch set \(setting.rawValue)"
                    + " \(value.map(shellQuoted).joined(separator: " "))")
        }
        return nil
    }

    /// Throws for a word for a thing in front of a name, with the command that was meant: `create
    /// focus Gym`, `delete schedule hours`.
    @LoopActor fileprivate static func refuseThing(
        _ verb: String, _ values: OptionValues, _ invocation: Invocation
    ) throws(CommandFailure) {
        guard values.arguments.count > 1 else { return }
        let steps = SpokenThing.steps(verb, values.arguments, invocation)
        guard !steps.isEmpty else { return }
        throw .usage("“\(verb)” takes the name of a Focus alone", details: steps)
    }

    /// Returns the Focus and its new name for `rename work as Office` and the like; nil for other
    /// words.
    @LoopActor fileprivate static func spokenName(
        _ words: [String], _ editor: FocusEditor
    ) -> [String]? {
        let place = words.indices.dropFirst().dropLast().first { place in
            // “rename work To Do”: an upper-case word belongs to the name.
            ["as", "to", "into"].contains(words[place])
                && editor.isNamed(words[..<place].joined(separator: " "))
        }
        return place.map { place in
            [words[..<place], words[(place + 1)...]].map { $0.joined(separator: " ") }
        }
    }

    /// Throws for ids of notifications in place of a Focus: `delete 12`.
    @LoopActor fileprivate static func refuseIDs(
        _ words: [String], _ editor: FocusEditor
    ) throws(CommandFailure) {
        guard words.allSatisfy({ UInt32($0) != nil && !editor.isNamed($0) }) else { return }
        let ids = words.joined(separator: " ")
        throw .usage(
            "“\(ids)” is no Focus",
            "To dismiss a notification: focus-switch missed dismiss \(ids)")
    }

    /// Returns the change; for a value such as the name of a colour, throws the whole command.
    fileprivate static func change(
        of key: Setting, to words: [String], _ values: OptionValues
    ) throws(CommandFailure) -> Setting.Change {
        do throws(CommandFailure) {
            return try key.change(to: words)
        } catch {
            guard let meant = key.meant(words) else { throw error }
            let option = values.string("focus").map { ["--focus", $0] } ?? []
            let line = (["set", key.rawValue] + meant + option).map(shellQuoted)
            throw error.adding(["For that value: focus-switch \(line.joined(separator: " "))"])
        }
    }

    /// Returns the ids of the apps that the words name.
    @LoopActor fileprivate static func ids(
        _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) -> [String] {
        var ids: [String] = []
        for word in try ListWords.apps(words, invocation.apps) {
            ids.append(try invocation.apps.app(word).id.rawValue)
        }
        return ids
    }
}
