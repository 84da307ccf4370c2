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
            return NearestWord.find(entry.lastPart, in: [last]) == nil ? nil : nearest
        }
    }
}
