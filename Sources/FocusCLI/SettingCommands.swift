// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// A Focus as a whole: `show`, `create`, `delete`, `set`.
enum SettingCommands {
    static let all = [show, create, delete, set]

    static let show = Command(
        "show", "[FOCUS]", summary: "Show all settings of a Focus (of the one that is on)",
        examples: ["focus-switch show work", "focus-switch show work --json"]
    ) { invocation, values throws(CommandFailure) in
        let word = try values.arguments(0...1, "at most one Focus").first
        let editor = FocusEditor(invocation)
        let id = if let word { try editor.focus(named: word) } else { try editor.focus(values) }
        let file = try editor.read(id)
        let hasFile = editor.catalog.hasFile(file.id)
        invocation.report(file.json(hasFile: hasFile)) {
            file.print(to: invocation.output, hasFile: hasFile, apps: invocation.apps)
        }
    }

    static let create = Command(
        "create", "NAME", summary: "Create a Focus",
        details: """
            It allows nobody until apps and people are put on its lists (focus-switch allow). The ready-made
            templates are used by their own names: Sleep, Work, Personal, Driving, Fitness, Gaming,
            Mindfulness, Reading. The id, which is the file's name, is made from NAME unless it is given.
            """,
        options: [
            .init("template", .string, placeholder: "T", help: "What it begins as"),
            .init("id", .string, placeholder: "ID", help: "Its id"),
            .init("icon", .string, placeholder: "ICON", help: "An icon's name, or a file"),
            .init("color", .string, placeholder: "#RRGGBB", help: "Its colour"),
        ],
        examples: [
            "focus-switch create Work",
            "focus-switch create \"Book club\" --template reading --color '#e5a50a'",
        ]
    ) { invocation, values throws(CommandFailure) in
        let name = try values.argument("the new Focus's name (quote it)")
        try NewFocus(name, values).create(FocusEditor(invocation))
    }

    static let delete = Command(
        "delete", "FOCUS", summary: "Delete a Focus and its file",
        details: "Do Not Disturb always exists; deleting it makes it as it was at first.",
        examples: ["focus-switch delete \"Book club\""]
    ) { invocation, values throws(CommandFailure) in
        let editor = FocusEditor(invocation)
        let id = try editor.focus(named: values.argument("a Focus"))
        let name = (editor.catalog.focuses[id]?.name ?? id.rawValue).printable
        if id == .doNotDisturb, !editor.catalog.hasFile(id) {
            throw .refused("\(name) always exists, and is as it was made")
        }
        do throws(FocusFileError) {
            try editor.directory.delete(id)
        } catch {
            throw FocusEditor.failure(error)
        }
        let words = id == .doNotDisturb ? "\(name) is as it was made." : "\(name) is deleted."
        try editor.report([words], ["deleted": .string(id.rawValue)])
    }

    static let set = Command(
        "set", "KEY VALUE…", summary: "Change a setting of a Focus",
        details: """
            The keys, and what they take:
              name                  what people call it
              icon                  an icon's name or a file; none
              color                 #rrggbb; none
              time-sensitive        on or off: whether time-sensitive notifications come through
              time-sensitive-except apps whose time-sensitive notifications do not; none
              repeat-breaks-through on or off: whether what names one person again within 3 minutes
                                    passes the lists of those who are allowed
              hide-badges           on or off: whether all badges are hidden while it is on
              summary               on or off: whether one notification tells at its end what was missed
              deliver               times of day, as 12:30 18:00, at which what was silenced is shown; none
            """,
        options: [FocusEditor.option],
        examples: [
            "focus-switch set hide-badges on --focus work",
            "focus-switch set time-sensitive-except org.example.Shop --focus work",
            "focus-switch set deliver 12:30 18:00 --focus work",
        ]
    ) { invocation, values throws(CommandFailure) in
        guard let word = values.arguments.first else { throw .usage("expected KEY VALUE") }
        guard let key = Setting(rawValue: word) else {
            throw ExplainCommand.wrongWord("KEY", word, Setting.allCases.map(\.rawValue))
        }
        let words = Array(values.arguments.dropFirst())
        let change = try key.change(
            to: key == .timeSensitiveExcept ? try ids(words, invocation) : words)
        let editor = FocusEditor(invocation)
        try editor.edit(editor.focus(values)) { file throws(FocusFileError) in
            let before = file
            try change(&file)
            let name = file.focus.name.printable
            return [file == before ? "\(name) is so already." : "\(name) is changed."]
        }
    }
}

extension SettingCommands {
    /// The ids of the apps that the words name; `none` stays.
    @LoopActor fileprivate static func ids(
        _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) -> [String] {
        if words == ["none"] { return words }
        var ids: [String] = []
        for word in words { ids.append(try invocation.apps.app(word).id.rawValue) }
        return ids
    }
}

/// A setting of a Focus that is one value.
enum Setting: String, CaseIterable {
    case name
    case icon
    case color
    case timeSensitive = "time-sensitive"
    case timeSensitiveExcept = "time-sensitive-except"
    case repeatBreaksThrough = "repeat-breaks-through"
    case hideBadges = "hide-badges"
    case summary
    case deliver

    typealias Change = (inout FocusFile) throws(FocusFileError) -> Void

    /// What to do to the file, once the words are known to be values of that setting.
    func change(to words: [String]) throws(CommandFailure) -> Change {
        if self == .timeSensitiveExcept { return try exceptions(words) }
        if self == .deliver { return try deliveries(words) }
        guard words.count == 1, let word = words.first else {
            throw .usage("\(rawValue): expected one value, got \(words.count) (quote blanks)")
        }
        let text: String? = word.isEmpty || word == "none" ? nil : word
        switch self {
        case .name: return { file throws(FocusFileError) in try file.setName(word) }
        case .icon: return { file throws(FocusFileError) in try file.setIcon(text) }
        case .color: return { file throws(FocusFileError) in try file.setColor(text) }
        case .timeSensitive:
            let flag = try flag(word)
            return { file throws(FocusFileError) in try file.setTimeSensitive(flag) }
        case .repeatBreaksThrough:
            let flag = try flag(word)
            return { file throws(FocusFileError) in try file.setRepeatBreaksThrough(flag) }
        case .hideBadges:
            let flag = try flag(word)
            return { file throws(FocusFileError) in try file.setHideBadges(flag) }
        case .summary, .timeSensitiveExcept, .deliver:
            let flag = try flag(word)
            return { file throws(FocusFileError) in try file.setSummary(flag) }
        }
    }

    private func exceptions(_ words: [String]) throws(CommandFailure) -> Change {
        guard !words.isEmpty else { throw .usage("\(rawValue): expected apps, or none") }
        let apps = words == ["none"] ? [] : words.map { AppID($0) }
        return { file throws(FocusFileError) in
            for app in file.timeSensitiveExcept where !apps.contains(app) {
                try file.removeTimeSensitiveException(app)
            }
            for app in apps { try file.addTimeSensitiveException(app) }
        }
    }

    private func deliveries(_ words: [String]) throws(CommandFailure) -> Change {
        guard !words.isEmpty else { throw .usage("\(rawValue): expected times of day, or none") }
        var times: [TimeOfDay] = []
        for word in words == ["none"] ? [] : words {
            guard let time = TimeOfDay(word) else {
                throw .usage(
                    "\(rawValue): expected times of day, as 12:30 18:00, or none, got"
                        + " “\(word.printable)”")
            }
            times.append(time)
        }
        return { [times] file throws(FocusFileError) in try file.setDeliverAt(times) }
    }

    private func flag(_ word: String) throws(CommandFailure) -> Bool {
        switch word.lowercased() {
        case "on", "true", "yes": return true
        case "off", "false", "no": return false
        default: throw .usage("\(rawValue): expected on or off, got “\(word.printable)”")
        }
    }
}

/// A Focus to be created.
private struct NewFocus {
    let name: String
    let id: FocusID
    let template: FocusTemplate?
    let icon: String?
    let color: String?

    init(_ name: String, _ values: OptionValues) throws(CommandFailure) {
        self.name = name
        icon = values.string("icon")
        color = values.string("color")
        template = try values.string("template").map(Self.template)
        let id = values.string("id") ?? Self.id(for: name)
        guard FocusDirectory.isValid(id) else {
            throw values.string("id") == nil
                ? .usage("no id can be made from “\(name.printable)”; give one with --id")
                : FocusEditor.failure(.badID(id))
        }
        self.id = FocusID(id)
    }

    /// Writes the file, once all of it is known to be good.
    @LoopActor func create(_ editor: FocusEditor) throws(CommandFailure) {
        let folded = name.lowercased()
        let namesake = editor.catalog.focuses.values.first {
            $0.name.lowercased() == folded && $0.id != id
        }
        if let namesake {
            throw .refused(
                "there is a Focus “\(name.printable)” already, with the id \(namesake.id)")
        }
        let file: FocusFile
        do throws(FocusFileError) {
            try tryOut(path: editor.directory.path(of: id))
            _ = try editor.directory.create(id, name: name, template: template)
            file = try editor.directory.edit(id, decorate)
        } catch {
            throw FocusEditor.failure(error)
        }
        try editor.report(
            ["\(name.printable) is created, with the id \(id)."],
            ["focus": file.json(hasFile: true)])
    }

    /// What makes the file bad is to be known before there is one.
    private func tryOut(path: String) throws(FocusFileError) {
        var draft: FocusFile
        do throws(FileProblems) {
            draft = try FocusFile(id: id, contents: "[Focus]\n", path: path)
        } catch {
            throw .refused(error)
        }
        try FocusEditor.apply(
            { file throws(FocusFileError) in
                try file.setName(name)
                try decorate(&file)
            }, to: &draft)
    }

    private func decorate(_ file: inout FocusFile) throws(FocusFileError) {
        if let icon { try file.setIcon(icon) }
        if let color { try file.setColor(color) }
    }

    private static func template(_ word: String) throws(CommandFailure) -> FocusTemplate {
        let folded = word.lowercased()
        let found = FocusTemplate.all.first {
            $0.id.rawValue == folded || $0.name.lowercased() == folded
        }
        if let found { return found }
        let names = FocusTemplate.all.map(\.id.rawValue)
        throw .refused(
            "there is no template “\(word.printable)”"
                + (NearestWord.find(word, in: names).map { "; did you mean “\($0)”?" }
                    ?? "; there is: \(names.joined(separator: ", "))"))
    }

    /// `book-club` of `Book club`.
    private static func id(for name: String) -> String {
        name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
            .joined(separator: "-")
    }
}
