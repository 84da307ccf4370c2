// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// A Focus that begins as a copy of another one: `create Gym from work`. No command copies a Focus,
/// which is a file.
@LoopActor enum FocusCopy {
    private static let leads: Set = ["from", "like"]
    private static let fillers: Set = ["a", "copy", "focus", "my", "template", "the"]

    /// Throws for a Focus or a template behind the name of the new Focus, with the commands that
    /// copy it.
    static func refuse(
        _ values: OptionValues, _ invocation: Invocation
    ) throws(CommandFailure) {
        let words = values.arguments
        let place = words.indices.dropFirst().dropLast().last { place in
            leads.contains(words[place].lowercased())
        }
        guard let place else { return }
        let name = words[..<place].joined(separator: " ")
        let source = words[(place + 1)...].drop { fillers.contains($0.lowercased()) }
            .joined(separator: " ")
        // A copy gets these by other commands.
        let typed = ["icon", "color"].compactMap { name in
            values.string(name).map { (name, shellQuoted($0)) }
        }
        let options = typed.map { " --\($0) \($1)" }.joined()
        let editor = FocusEditor(invocation)
        var details: [String] = []
        if editor.isNamed(source) {
            details += steps(name, source, editor)
            let id = shellQuoted(FocusDirectory.id(for: name))
            details += typed.map { "And: focus-switch set \($0) \($1) --focus \(id)" }
        }
        if let template = FocusTemplate.meant(by: source) {
            let command = "focus-switch create \(shellQuoted(name)) --template \(template.id)"
            details.append("From the template: \(command)\(options)")
        }
        // “--copy work”, of which the reader has made “from work”.
        let names = invocation.words.filter { $0.hasPrefix("--") }
            .map { CommandLineReader.name(ofOption: $0) }
        let option = names.first { NearMiss.copyOptions.contains($0) }
        if details.isEmpty, let option {
            throw NearMiss.failure(option: option, of: SettingCommands.create)
                ?? CommandLineReader.unknownOption("--\(option)", of: SettingCommands.create)
        }
        guard !details.isEmpty else { return }
        // A step with a name that no new Focus can have would fail, the last one behind a copy.
        try FocusNames(catalog: editor.catalog)
            .check(new: name, id: FocusID(FocusDirectory.id(for: name)))
        if let option {
            throw .usage("“focus-switch create” has no option --\(option)", details: details)
        }
        let whole = words.joined(separator: " ")
        details.append(
            "For a Focus with that name: focus-switch create \(shellQuoted(whole))\(options)")
        throw .usage(
            "“\(words[place...].joined(separator: " ").printable)” is no part of a name",
            details: details)
    }

    /// Returns the commands for `copy work Gym` and `copy work to Gym`; none for other words.
    static func steps(behindCopy typed: [String], _ invocation: Invocation) -> [String] {
        let words = Array(typed.drop { fillers.contains($0.lowercased()) })
        let editor = FocusEditor(invocation)
        let count = words.indices.dropFirst().last { count in
            editor.isNamed(words[..<count].joined(separator: " "))
        }
        guard let count else { return [] }
        let name = words[count...].drop { ["as", "into", "to"].contains($0.lowercased()) }
            .joined(separator: " ")
        let id = FocusID(FocusDirectory.id(for: name))
        guard !name.isEmpty,
            (try? FocusNames(catalog: editor.catalog).check(new: name, id: id)) != nil
        else { return [] }
        return steps(name, words[..<count].joined(separator: " "), editor)
    }

    private static func steps(_ name: String, _ source: String, _ editor: FocusEditor) -> [String] {
        let general = NearMiss.failure(["copy"], active: nil)?.details ?? []
        let id = FocusDirectory.id(for: name)
        guard let focus = try? editor.focus(named: source, offersTemplate: false),
            editor.catalog.hasOwnFile(focus), FocusDirectory.isValid(id),
            !editor.catalog.hasFile(FocusID(id))
        else { return general }
        let files = [focus, FocusID(id)].map { shellQuoted(editor.directory.path(of: $0)) }
        return [
            "A Focus is a file; to copy it: cp \(files.joined(separator: " "))".printable,
            "Then, to name the copy: focus-switch rename \(shellQuoted(id)) \(shellQuoted(name))",
        ]
    }
}
