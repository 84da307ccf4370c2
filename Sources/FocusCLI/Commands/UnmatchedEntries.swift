// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Entries of lists of apps that name an app by another word than its id, as people write them by
/// hand: `AppList=slack` for `com.slack.Slack`. Such an entry has no effect.
@LoopActor struct UnmatchedEntries {
    private let invocation: Invocation

    init(_ invocation: Invocation) {
        self.invocation = invocation
    }

    /// The maximum number of notes.
    private static let limit = 10

    /// Prints a note about each entry, with the id that was probably meant.
    func tell() {
        for note in notes.prefix(Self.limit) { invocation.output.note(note) }
    }

    /// Sentences without a full stop. Printable.
    private var notes: [String] {
        let focuses = FocusEditor(invocation).catalog.focuses.values.sorted { $0.id < $1.id }
        var lists = focuses.map { focus in
            (name: focus.name, apps: focus.apps.members.union(focus.timeSensitiveExcept))
        }
        lists.append((name: "always.focus", apps: invocation.general.always.apps.members))
        lists += settingLists
        return lists.flatMap { name, apps in
            apps.sorted().compactMap { app in
                meant(by: app).map { id in
                    "“\(app.rawValue.printable)” on the list of apps of \(name.printable) is the id"
                        + " of no app that is installed or has sent a notification"
                        + CommandLineReader.suggestion(id)
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
            guard let nearest, NearestWord.find(entry.lastPart, in: [last]) != nil else {
                return nil
            }
            // A name, too, may be the nearest word, but a list needs the id.
            if case .app(let id, _) = invocation.apps.resolver.resolve(nearest, isExact: true) {
                return id.rawValue
            }
            return nearest
        }
    }
}
