// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Focus to create.
struct NewFocus {
    let name: String
    let id: FocusID
    let template: FocusTemplate?
    let icon: String?
    let color: String?

    /// Makes a Focus from an unchanged template.
    init(_ template: FocusTemplate) {
        name = template.name
        id = template.id
        self.template = template
        icon = nil
        color = nil
    }

    init(_ name: String, _ values: OptionValues) throws(CommandFailure) {
        let name = name.trimmed
        guard !name.isEmpty else { throw .usage("expected the name of the new Focus") }
        self.name = name
        icon = values.string("icon")
        color = values.string("color")
        if let icon { try Setting.check(icon: icon, "--icon") }
        if let color { try Setting.check(color: color, "--color") }
        template = try values.string("template").map(Self.template)
        let id = values.string("id") ?? FocusDirectory.id(for: name)
        guard FocusDirectory.isValid(id) else {
            throw values.string("id") == nil
                ? .usage("no id can be made from “\(name.printable)”; give one with --id")
                : FocusEditor.failure(.badID(id))
        }
        self.id = FocusID(id)
    }

    /// Writes the file, once all settings are valid.
    ///
    /// - Parameter isQuiet: true if another command creates the Focus as a side effect.
    @LoopActor func create(_ editor: FocusEditor, isQuiet: Bool = false) throws(CommandFailure) {
        try editor.checkDirectory()
        try FocusNames(catalog: editor.catalog).check(new: name, id: id)
        let isBuiltIn =
            editor.catalog.focuses[id] != nil && editor.catalog.origin(of: id) == .builtIn
        if isBuiltIn || editor.catalog.hasOwnFile(id) { throw exists(editor, isBuiltIn: isBuiltIn) }
        let file: FocusFile
        do throws(FocusFileError) {
            try tryOut(path: editor.directory.path(of: id))
            _ = try editor.directory.create(id, name: name, template: template)
            file = try editor.directory.edit(id, decorate)
        } catch {
            throw FocusEditor.failure(error)
        }
        if isQuiet {
            _ = try editor.invocation.askIfRunning(.reload)
            return
        }
        let typed = shellQuoted(id.rawValue)
        try editor.report(
            ["Created “\(name.printable)”. It silences all apps and people."]
                + (file.focus.timeSensitive ? ["Time-sensitive notifications come through."] : [])
                + triggers(file.focus, editor)
                + iconNotes(file.focus)
                + [
                    AllowedExample.sentence(
                        "To let an app through", AllowedExample(editor.invocation),
                        "--focus \(typed)")
                ],
            ["focus": file.json(hasFile: true)])
        if name.count > 5, DayWords.day(name[...]) != nil {
            editor.invocation.output.note(
                "behind the name of a Focus or of an app, “\(name.printable)” is read as that day")
        }
        if !file.focus.triggers.isEmpty {
            TriggerStates(editor.invocation).explain(file.focus.triggers.sorted())
        }
    }

    /// Returns the sentence about a typed icon that no theme may have.
    private func iconNotes(_ focus: Focus) -> [String] {
        guard icon != nil, let note = Setting.icon.effect(in: focus) else { return [] }
        return [note]
    }

    /// Returns a sentence about the triggers of the template.
    @LoopActor private func triggers(_ focus: Focus, _ editor: FocusEditor) -> [String] {
        guard !focus.triggers.isEmpty else { return [] }
        let words = focus.triggers.sorted().map { $0.words(editor.invocation.apps) }
        return ["It turns itself on \(words.joined(separator: " or "))."]
    }

    /// Returns the error for a Focus that exists already.
    @LoopActor private func exists(_ editor: FocusEditor, isBuiltIn: Bool) -> CommandFailure {
        let typed = shellQuoted(id.rawValue).printable
        let other = editor.name(of: id)
        let isSameName = other.lowercased() == name.printable.lowercased()
        let isID = name.lowercased() == id.rawValue.lowercased()
        guard isSameName || isID else {
            let dashes = name.hasPrefix("-") ? "-- " : ""
            let options = [
                ("template", template?.id.rawValue), ("icon", icon), ("color", color),
            ]
            let others = options.compactMap { option, value in
                value.map { " --\(option) \(shellQuoted($0))" }
            }
            return .refused(
                "the Focus “\(other)” has the id \(id.rawValue.printable)",
                "To create “\(name)” with another id: focus-switch create --id \(freeID(editor))"
                    + others.joined() + " \(dashes)\(shellQuoted(name))")
        }
        return .refused(
            isSameName || FocusDirectory.id(for: other) == id.rawValue
                ? "there is a Focus “\(other)” already, with the id \(id.rawValue.printable)"
                : FocusNames.isID(name, of: other),
            details: [
                "To turn it on: focus-switch on \(typed)",
                "To see it: focus-switch show \(typed)",
                "To change it: focus-switch edit \(typed)",
            ] + (isBuiltIn ? [] : ["To delete it first: focus-switch delete \(typed)"]))
    }

    /// Returns an id like the taken one that no Focus has.
    @LoopActor private func freeID(_ editor: FocusEditor) -> String {
        let ids = (2...editor.catalog.focuses.count + 3).map { "\(id.rawValue)-\($0)" }
        let free = ids.first { id in
            FocusDirectory.isValid(id) && !editor.catalog.hasFile(FocusID(id))
        }
        return free.map(shellQuoted) ?? "ID"
    }

    /// Checks the settings on a draft, so that errors appear before a file exists.
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
        // Do Not Disturb exists without a template.
        let names = FocusTemplate.all.map(\.id).filter { $0 != .doNotDisturb }.map(\.rawValue)
        throw .refused(
            "there is no template “\(word.printable)”"
                + (NearestWord.find(word, in: names).map { "; did you mean “\($0)”?" }
                    ?? "; choose from \(names.joined(separator: ", "))"))
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
