// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The command `apps`, which lists the apps that have sent notifications.
enum AppsCommand {
    static let all = [apps]

    /// App with the counts of its notifications.
    private struct Seen {
        let id: AppID
        /// Name for lists.
        var name: String
        var count = 0
        var silenced = 0
        let last: Timestamp
    }

    static let apps = Command(
        "apps", summary: "List the apps that have sent notifications",
        details: """
            The app that sent last is first. Its id and its name can be given wherever a command takes \
            an APP. The history is counted, up to its newest \(Limits.queryEntries) notifications.
            """,
        examples: ["focus-switch apps", "focus-switch apps --json | jq -r '.[].app'"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        var entries: [EntryWire] = []
        try invocation.forEachPage(HistoryQuery(limit: Limits.queryEntries)) { entries += $0 }
        let apps = seen(entries)
        let json = apps.map { app -> JSONValue in
            [
                "app": .string(app.id.rawValue), "name": .string(app.name),
                "count": .integer(Int64(app.count)), "silenced": .integer(Int64(app.silenced)),
                "last": .string(TimeText.utc(app.last)),
            ]
        }
        invocation.report(.array(json)) {
            if apps.isEmpty { invocation.output.sentence("No app has sent a notification yet.") }
            // Longer names would make the whole table wide; a command takes the beginning, too.
            var table = Table(
                .cut, flexible: [1, 0, 2], limits: [0: 60, 1: EntryWire.sourceColumns])
            for app in apps {
                let silenced = app.silenced > 0 ? ", \(app.silenced) silenced" : ""
                table.add(
                    app.id.rawValue.printable, app.name.printable,
                    Wording.count(app.count, "notification") + silenced,
                    TimeText.relative(app.last, now: invocation.now))
            }
            invocation.output.table(table)
        }
    }

    /// - Parameter entries: notifications, the newest first.
    private static func seen(_ entries: [EntryWire]) -> [Seen] {
        var order: [AppID] = []
        var apps: [AppID: Seen] = [:]
        for entry in entries {
            let record = entry.record
            // A notification that a script sends with notify-send belongs to the script.
            let sender = record.program ?? record.app
            let sent = sender.rawValue.isBlank ? AppID.unknown : sender
            // Ids that differ in letter case alone are one app, as on the lists of a Focus.
            let id = sent.folded ?? sent
            if apps[id] == nil {
                order.append(id)
                apps[id] = Seen(id: sent, name: name(of: entry), last: record.time)
            }
            apps[id]?.count += 1
            if record.verdict == .silence { apps[id]?.silenced += 1 }
        }
        return order.compactMap { apps[$0] }
    }

    /// Returns the name in the desktop file, else the name in the notification.
    private static func name(of entry: EntryWire) -> String {
        let names = [entry.name ?? "", entry.record.appName]
        return names.first { !$0.isBlank } ?? entry.label
    }
}
