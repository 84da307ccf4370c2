// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusStore
import FocusWire

/// Muted apps, and the question about a new app.
extension Engine {
    /// Mutes an app at the user's request. Returns false if too many apps are muted, or if the id
    /// is not an app's.
    func mute(_ app: AppID, until end: Agenda.End) -> Bool {
        let others = aliases(of: app).filter { $0 != app }
        return change {
            $0.mute(app, aliases: others, until: end, at: .now, clock.rules, into: &$1)
        }
    }

    /// Ends the mute of an app. Returns false if the app is not muted.
    func unmute(_ app: AppID) -> Bool {
        change { $0.unmute(app, at: .now, clock.rules, into: &$1) }
    }

    /// The muted apps, with the names by which the user knows them.
    var mutes: [MuteWire] {
        desktopFiles.lookingOnce {
            state.mutes.all.map { MuteWire($0, name: desktopFiles.name(of: $0.app)) }
        }
    }

    /// Collects the apps that have sent notifications.
    func learnApps() {
        var seen = Set(state.live.entries.map(\.countedAs))
        if var tally = beginTally() {
            while !tally.isComplete, read(&tally, until: .now) {}
            seen.formUnion(tally.appIDs)
        }
        change { $0.learnApps(Array(seen), into: &$1) }
    }

    /// Asks the user about a new app, with a notification of focusd's own.
    func ask(about app: AppID, sentName: String) {
        guard let message = try? question(about: app, sentName) else { return }
        let entry = showOwn(message, replacing: nil)
        if self.entry(entry.id) != nil { update { $0.asked(about: app, by: entry.id) } }
    }

    private func question(
        about app: AppID, _ sentName: String
    ) throws(MarshalError) -> Message {
        let sent = hidesTextsNow(of: app) ? "" : sentName.scalars(inBytes: Limits.seenNameBytes)
        let name = desktopFiles.name(of: app) ?? (sent.isEmpty ? app.rawValue : sent)
        return try OwnNotification(
            summary: "New app: \(OwnNotification.line(name))",
            body: "Its first notification has come. Mute keeps the next ones in the missed list.",
            actions: [AppQuestion.allow, "Allow", AppQuestion.mute, "Mute"], urgency: 1
        ).message()
    }
}
