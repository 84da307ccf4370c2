// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Entries of lists without an effect, as people write them by hand: another word for an app than
/// its id, `AppList=slack` for `com.slack.Slack`, and commas for semicolons, `AppList=a.b,c.d`.
@LoopActor struct UnmatchedEntries {
    let invocation: Invocation

    /// The maximum number of notes.
    private static let limit = 10

    /// Prints a note about each entry, with the entries that were probably meant.
    func tell() {
        let directories = BaseDirectories { invocation.environment[$0] }
        let files = FocusEditor(invocation).catalog.files.ordered
        let joined =
            files.flatMap(\.joinedEntries) + AlwaysFile(directories).joinedEntries
            + ConfigurationFile(directories).joinedEntries
        var all = files.flatMap { lists(of: $0.focus) }
        all.append(
            (
                name: "of apps of always.focus", apps: invocation.general.always.apps.members,
                remedy: ""
            ))
        all += settingLists.map { (name: "of apps of \($0.name)", apps: $0.apps, remedy: "") }
        print(notes(about: joined) + notes(about: all))
    }

    /// Prints a note about each entry of a Focus's file.
    func tell(of file: FocusFile) {
        print(notes(about: file.joinedEntries) + notes(about: lists(of: file.focus)))
    }

    private func print(_ notes: [String]) {
        for note in notes.prefix(Self.limit) { invocation.output.note(note) }
    }

    /// A list. Its remedy is the sentence with the command that changes it, or empty.
    private typealias List = (name: String, apps: Set<AppID>, remedy: String)

    private func lists(of focus: Focus) -> [List] {
        let remedy = " To change the list: focus-switch edit \(shellQuoted(focus.id.rawValue))"
        return [
            (name: "of apps of \(focus.name)", apps: focus.apps.members, remedy: remedy),
            (
                name: "\(Setting.timeSensitiveExcept.rawValue) of \(focus.name)",
                apps: focus.timeSensitiveExcept, remedy: remedy
            ),
        ]
    }

    /// Sentences without a full stop about entries with commas. Printable.
    private func notes(about entries: [JoinedEntry]) -> [String] {
        entries.filter { !$0.isApp || mayBeJoined($0.text) }.map { entry in
            let place = entry.line.map { "\(entry.file):\($0)" } ?? entry.file
            return "\(place.printable): “\(entry.text.printable)” is one entry of \(entry.key);"
                + " semicolons separate entries:"
                + " \(entry.parts.joined(separator: ";").printable)"
        }
    }

    /// Returns true for an entry of apps with commas that is the id of no app. Without focusd, a
    /// text with blanks may be the name of a sender: `Example, Inc.`
    private func mayBeJoined(_ text: String) -> Bool {
        guard invocation.apps.knowsSenders || !text.contains(where: \.isWhitespace) else {
            return false
        }
        return !isKnown(AppID(text))
    }

    /// Sentences without a full stop about apps; none without focusd, which alone knows the apps
    /// that have sent. Printable.
    private func notes(about lists: [List]) -> [String] {
        guard invocation.apps.knowsSenders else { return [] }
        return lists.flatMap { name, apps, remedy in
            apps.sorted().filter { !$0.rawValue.contains(",") }.compactMap { app in
                meant(by: app).map { id in
                    "“\(app.rawValue.printable)” on the list \(name.printable) is the id"
                        + " of no app that is installed or in the history"
                        + CommandLineReader.suggestion(id) + remedy.printable
                }
            }
        }
    }

    /// The lists of `focusd.conf`. The user wrote none of the browsers of the default list.
    private var settingLists: [(name: String, apps: Set<AppID>)] {
        let settings = invocation.settings
        return [
            (name: "[Critical] Apps", apps: settings.criticalApps),
            (
                name: "[Urgency] IgnoreFrom",
                apps: settings.urgencyIgnored.subtracting(KnownBrowsers.apps)
            ),
            (name: "[Private] Apps", apps: settings.privateApps),
            (name: "[Badge] Never", apps: settings.uncountedApps),
            (name: "[Duplicates] Of", apps: settings.duplicatedApps.subtracting([AppID("all")])),
            (name: "[Locked] HideBodies", apps: settings.lockedBodies),
            (name: "[Locked] HideTexts", apps: settings.lockedTexts),
        ]
    }

    /// Returns true for the id of an app that is installed or in the history.
    private func isKnown(_ entry: AppID) -> Bool {
        guard invocation.apps.aliases(of: entry).isEmpty else { return true }
        let match = invocation.apps.resolver.resolve(entry.rawValue, isExact: true)
        guard case .app(_, let app) = match else { return false }
        return AppList(app.ids).contains(entry)
    }

    /// Returns the id that an entry was probably meant to be; nil for the id of a known app, and
    /// for an entry that resembles none.
    private func meant(by entry: AppID) -> String? {
        guard invocation.apps.aliases(of: entry).isEmpty else { return nil }
        switch invocation.apps.resolver.resolve(entry.rawValue, isExact: true) {
        case .app(let id, let app): return AppList(app.ids).contains(entry) ? nil : id.rawValue
        case .several: return nil
        case .unknown(let nearest):
            // Ids of different apps begin with the same words.
            let last = nearest.map { AppID($0).lastPart } ?? ""
            guard let nearest, NearestWord.find(entry.lastPart, in: [last], isClose: true) != nil
            else { return nil }
            // A name, too, may be the nearest word, but a list needs the id.
            if case .app(let id, _) = invocation.apps.resolver.resolve(nearest, isExact: true) {
                return id.rawValue
            }
            return nearest
        }
    }
}
