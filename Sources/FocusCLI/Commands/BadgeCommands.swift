// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The command `badge clear`, which brings the badges of apps to 0.
enum BadgeCommands {
    static let clear = Command(
        "badge clear", "APP…", summary: "Bring the badges of apps to 0, or of all apps",
        details: """
            Marks the notifications as read that a badge counts: those on the screen stay there, and \
            those in the missed list leave it. A count that an app has set itself is 0 until the app \
            sets another one. On a terminal, --all asks first.
            """,
        options: [.init("all", help: "The badges of all apps"), Invocation.yes],
        examples: [
            "focus-switch badge clear org.example.Chat", "focus-switch badge clear --all",
        ]
    ) { invocation, values throws(CommandFailure) in
        let words = values.arguments
        if values.flag("all") {
            guard words.isEmpty else { throw .usage("an app and --all exclude each other") }
            return try clearAll(invocation, values)
        }
        guard !words.isEmpty else { throw .usage("expected an app, or --all") }
        try invocation.needFocusd()
        if words == ["all"], try invocation.apps.find("all", isExact: true) == nil {
            throw .usage("for the badges of all apps: focus-switch badge clear --all")
        }
        let apps = try ListWords.joined(words, invocation.apps)
            .map { word throws(CommandFailure) in try invocation.apps.app(word) }
        let snoozes = EndedSnoozes(invocation)
        let counts = try clear(apps, invocation)
        let ended = snoozes.ended()
        let total = counts.compactMap(\.self).reduce(0, +)
        let json: JSONValue =
            apps.count == 1
            ? ["app": .string(apps[0].id.rawValue)] : ["apps": .strings(apps.map(\.id.rawValue))]
        invocation.report(
            json.adding([
                "count": .integer(Int64(total)), "endedSnoozes": EndedSnoozes.json(ended),
            ])
        ) {
            for (app, count) in zip(apps, counts) {
                let title = invocation.apps.title(of: app.id)
                invocation.output.line(
                    count.map { count in
                        "The badge of \(title) is 0; \(Wording.count(count, "notification")) marked as"
                            + " read."
                    } ?? "\(title) has no badge.")
            }
            snoozes.tell(ended)
        }
    }

    /// Returns the number of notifications marked as read of each app; nil without a badge.
    @LoopActor private static func clear(
        _ apps: [KnownApp], _ invocation: Invocation
    ) throws(CommandFailure) -> [UInt32?] {
        let badges = try invocation.ask(.badges)
        var counts: [UInt32?] = []
        for app in apps {
            // An app may send under several ids, such as `chromium` and `Chromium`.
            let shown = Set(app.ids + app.sentIDs).filter { badges[$0] != nil }.sorted()
            var count: UInt32 = 0
            for id in shown { count += try invocation.ask(.clearBadge(of: id)) }
            counts.append(shown.isEmpty ? nil : count)
        }
        return counts
    }

    @LoopActor private static func clearAll(
        _ invocation: Invocation, _ values: OptionValues
    ) throws(CommandFailure) {
        let apps = try invocation.ask(.badges).keys.sorted()
        if !apps.isEmpty {
            try invocation.confirmOnTerminal(
                "Mark the notifications of \(Wording.count(apps.count, "app")) as read, so that they"
                    + " leave the missed list?", values)
        }
        let snoozes = EndedSnoozes(invocation)
        var count: UInt32 = 0
        for app in apps { count += try invocation.ask(.clearBadge(of: app)) }
        let ended = snoozes.ended()
        invocation.report([
            "apps": .strings(apps.map(\.rawValue)), "count": .integer(Int64(count)),
            "endedSnoozes": EndedSnoozes.json(ended),
        ]) {
            invocation.output.line(
                apps.isEmpty
                    ? "No app has a badge."
                    : "All badges are 0; \(Wording.count(count, "notification")) marked as read.")
            snoozes.tell(ended)
        }
    }
}
