// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Meanings of `remove` and a name: `remove app Slack from work`, `rm Kim`, `remove focus work`.
@LoopActor struct Removal {
    private let typed: [String]
    private let phrase: SpokenPhrase
    private let editor: FocusEditor

    init(_ words: [String], _ invocation: Invocation) {
        typed = words
        var rest = words
        let focus = SpokenPhrase.takeFocus(from: &rest, invocation)
        phrase = SpokenPhrase(rest, invocation, named: focus)
        editor = FocusEditor(invocation)
    }

    /// The steps for all that has the name and can be removed, or else the names that resemble it.
    var steps: [String] {
        let invocation = editor.invocation
        func isID(_ word: String) -> Bool {
            UInt32(word) != nil && !invocation.apps.isName(word) && !editor.isNamed(word)
        }
        if typed.allSatisfy({ isID($0) }) {
            let ids = typed.joined(separator: " ")
            return ["To dismiss a notification: focus-switch missed dismiss \(ids)"]
        }
        let members = phrase.subjects
        let own = typed.filter { !$0.means(.state, .article) }
        // “remove Focus from work” is not clear, but “remove focus work” is.
        let isOf = typed.contains { $0.means(.from) || ["in", "off"].contains($0.lowercased()) }
        if phrase.focus != nil, !members.hasNames, isOf {
            return ["For help: focus-switch allow --help", "For help: focus-switch delete --help"]
        }
        let name = phrase.focus ?? (own.isEmpty ? typed : own).joined(separator: " ")
        let isPlain = phrase.isSorted && phrase.exceptions == nil && phrase.end.isEmpty
        if let focus = phrase.focus, members.hasNames, isPlain, phrase.condition == nil {
            return editor.catalog.focuses[FocusID(focus)].map { [removal(members, $0)] } ?? []
        }
        var steps: [String] = []
        if members.kind == nil, editor.isNamed(name) {
            steps.append("To delete a Focus: focus-switch delete \(shellQuoted(name))")
        }
        let isApp = members.kind == nil || members.kind == .app
        let app = isApp ? (try? invocation.apps.find(name)) ?? nil : nil
        let ids = [AppID(name)] + (app?.ids ?? [])
        for file in editor.catalog.files.ordered {
            let listed = AppList(file.appList)
            if isApp, ids.contains(where: listed.contains) {
                steps.append(
                    Self.removal(file.focus.apps.mode == .allow, shellQuoted(name), file.id))
            }
            if file.peopleList.contains(where: { PersonKey($0) == PersonKey(name) }) {
                let member = "--person \(shellQuoted(name))"
                steps.append(Self.removal(file.focus.people.mode == .allow, member, file.id))
            }
        }
        if app != nil {
            steps.append(
                "To delete what focusd keeps of an app: focus-switch forget \(shellQuoted(name))")
        }
        guard steps.isEmpty else { return steps }
        let people = editor.catalog.files.ordered.flatMap(\.peopleList)
        let near = [
            editor.nearest(to: name), invocation.apps.nearestListed(to: name),
            NearestWord.find(name, in: people),
        ]
        let meant = Set(near.compactMap(\.self)).sorted()
        return [
            "There is no Focus, app or person “\(name)” that could be removed"
                + (meant.isEmpty ? "" : CommandLineReader.suggestion(amongCommands: meant)),
            "Your Focuses: focus-switch list",
        ]
    }

    /// Returns the step that takes the members off a list of the Focus.
    private func removal(_ members: SpokenMembers, _ focus: Focus) -> String {
        let allows =
            if !members.people.isEmpty {
                focus.people.mode == .allow
            } else if !members.sites.isEmpty {
                members.sites.allSatisfy { focus.allowedSites.contains($0.lowercased()) }
            } else {
                focus.apps.mode == .allow || !members.words.isEmpty
            }
        return Self.removal(allows, members.arguments(), focus.id)
    }

    private static func removal(_ allows: Bool, _ members: String, _ focus: FocusID) -> String {
        "To take it off the list: focus-switch \(allows ? "allow" : "silence") --remove \(members)"
            + " --focus \(shellQuoted(focus.rawValue))"
    }
}
