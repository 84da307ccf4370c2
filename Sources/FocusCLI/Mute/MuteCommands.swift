// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The commands `mute` and `unmute`, for apps that are silenced with any Focus and without one.
enum MuteCommands {
    static let all = [mute, unmute, muteSender]

    static let mute = Command(
        "mute", "[APP]",
        summary: "Mute an app, with any Focus and without one; alone: list muted apps",
        details: """
            The notifications of a muted app go to the missed list. APP is a name or an id; \
            “focus-switch apps” lists both. Without --for, --until or --until-logout, the app stays \
            muted until “focus-switch unmute”. The end may also follow the app: “focus-switch mute \
            Chat 1h”. Volume and brightness, and critical notifications of \
            an app in [Critical] Apps=, are still shown.
            """,
        options: EndTime.options,
        examples: [
            "focus-switch mute Chat --for 1h", "focus-switch mute org.example.Shop",
            "focus-switch mute",
        ]
    ) { invocation, values throws(CommandFailure) in
        let (end, words) = try EndTime.read(values, now: invocation.now) {
            words throws(CommandFailure) in
            try invocation.apps.find(words.joined(separator: " ")) != nil
        }
        guard !words.isEmpty else {
            guard end == .never else { throw .usage("expected an app to mute") }
            return try list(invocation)
        }
        let app = try app(words, invocation)
        try invocation.ask(.mute(app, until: end))
        try report(app, invocation)
    }

    static let unmute = Command(
        "unmute", "APP", summary: "End the mute of an app",
        details: "What the app sent meanwhile stays in the missed list.",
        examples: ["focus-switch unmute Chat"]
    ) { invocation, values throws(CommandFailure) in
        guard !values.arguments.isEmpty else { throw .usage("expected an app") }
        let app = try app(values.arguments, invocation)
        do throws(ControlError) {
            try invocation.askControl(.unmute(app))
        } catch .refused(.notFound, _) {
            throw .refused(
                "\(invocation.apps.title(of: app)) is not muted; to list muted apps:"
                    + " focus-switch mute")
        } catch {
            throw invocation.failure(error)
        }
        invocation.report(["unmuted": .string(app.rawValue)]) {
            invocation.output.sentence("Unmuted \(invocation.apps.title(of: app)).")
        }
    }

    static let muteSender = Command(
        "missed mute", "ID",
        summary: "Mute the app of a notification, with any Focus and without one",
        details: "“focus-switch unmute” ends that. For a while: --for or --until.",
        options: EndTime.options,
        examples: ["focus-switch missed mute 12", "focus-switch missed mute 12 --for 1h"]
    ) { invocation, values throws(CommandFailure) in
        let (end, words) = try EndTime.read(values, now: invocation.now) { _ in false }
        guard words.count == 1 else { throw MissedCommands.noID }
        let record = try invocation.ask(.entry(try MissedCommands.id(words[0]))).record
        let app = record.program ?? record.app
        try invocation.ask(.mute(app, until: end))
        try report(app, invocation)
    }

    @LoopActor private static func report(
        _ app: AppID, _ invocation: Invocation
    ) throws(CommandFailure) {
        let muted = try invocation.ask(.mutes).first { $0.app == app }
        invocation.report(["muted": muted.map(\.json) ?? .string(app.rawValue)]) {
            let end = muted?.endText(now: invocation.now) ?? ""
            invocation.output.sentence("Muted \(invocation.apps.title(of: app))\(end).")
        }
    }

    @LoopActor private static func app(
        _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) -> AppID {
        let word = words.joined(separator: " ")
        // A muted app may have no desktop file and no notification in history.
        if let muted = try invocation.askIfRunning(.mutes)?.first(where: {
            $0.app.rawValue.lowercased() == word.lowercased()
        }) {
            return muted.app
        }
        return try invocation.apps.app(word).id
    }

    @LoopActor private static func list(_ invocation: Invocation) throws(CommandFailure) {
        let mutes = try invocation.ask(.mutes)
        invocation.report(["mutes": .array(mutes.map(\.json))]) {
            guard !mutes.isEmpty else { return invocation.output.line("No app is muted.") }
            var table = Table(.cut, flexible: [0])
            for mute in mutes {
                let name = KnownApp(mute.app, name: mute.name).title.printable
                let end = mute.endText(now: invocation.now)
                table.add(
                    name, "muted" + (end.isEmpty ? " until you unmute it" : end),
                    mute.isNewApp ? "new app" : "")
            }
            invocation.output.table(table)
        }
    }
}

extension MuteWire {
    /// Returns ` until 18:00`, ` until you log out` or an empty text.
    func endText(now: Timestamp) -> String {
        if endsWithSession { return " until you log out" }
        return until.map { " until \(TimeText.upcoming($0, now: now))" } ?? ""
    }

    var json: JSONValue {
        [
            "app": .string(app.rawValue), "name": .optional(name),
            "since": .string(TimeText.utc(since)), "until": .optional(until.map(TimeText.utc)),
            "untilLogout": .boolean(endsWithSession), "new": .boolean(isNewApp),
        ]
    }
}
