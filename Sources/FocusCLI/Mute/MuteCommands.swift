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

    /// Returns the app to mute.
    @LoopActor private static func app(
        _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) -> AppID {
        let word = words.joined(separator: " ")
        try invocation.needFocusd()
        // A muted app may have no desktop file and no notification in history.
        let mutes = try invocation.ask(.mutes)
        if let muted = mutes.first(where: { $0.app.rawValue.lowercased() == word.lowercased() }) {
            return muted.app
        }
        if let id = UInt32(word), try invocation.apps.find(word, isExact: true) == nil,
            let entry = try? invocation.ask(.entry(ClientID(rawValue: id)))
        {
            throw .refused(
                "“\(id)” is no app but a notification of \(entry.source); to mute that app:"
                    + " focus-switch missed mute \(id)")
        }
        try refusePerson(word, invocation)
        return try invocation.apps.app(word).id
    }

    /// Throws for the name of a known person that names no app: only apps are muted.
    @LoopActor private static func refusePerson(
        _ word: String, _ invocation: Invocation
    ) throws(CommandFailure) {
        guard try invocation.apps.isUnknown(word),
            let person = KnownPeople(FocusEditor(invocation)).person(named: word)
        else { return }
        throw CommandFailure(
            .refused, "there is no app “\(word.printable)”, but a person of that name",
            details: [
                "A Focus silences people: focus-switch silence --person \(shellQuoted(person)) --focus"
                    .printable + " FOCUS",
                "With any Focus and without one, a file does: always.focus in focus(5)",
            ])
    }

    static let unmute = Command(
        "unmute", "APP", summary: "End the mute of an app, or of all apps",
        details: "What the app sent meanwhile stays in the missed list.",
        options: [.init("all", help: "All muted apps")],
        examples: ["focus-switch unmute Chat", "focus-switch unmute --all"]
    ) { invocation, values throws(CommandFailure) in
        if values.flag("all") {
            guard values.arguments.isEmpty else {
                throw .usage("an app and --all exclude each other")
            }
            return try unmuteAll(invocation)
        }
        guard !values.arguments.isEmpty else { throw .usage("expected an app, or --all") }
        let app = try muted(values.arguments.joined(separator: " "), invocation)
        try invocation.ask(.unmute(app))
        invocation.report(["unmuted": .string(app.rawValue)]) {
            invocation.output.sentence("Unmuted \(invocation.apps.title(of: app)).")
        }
    }

    @LoopActor private static func unmuteAll(_ invocation: Invocation) throws(CommandFailure) {
        let apps = try invocation.ask(.mutes).map(\.app)
        for app in apps { try invocation.ask(.unmute(app)) }
        invocation.report(["unmuted": .strings(apps.map(\.rawValue))]) {
            let names = apps.map { invocation.apps.title(of: $0) }.joined(separator: ", ")
            invocation.output.sentence(apps.isEmpty ? "No app is muted." : "Unmuted \(names).")
        }
    }

    /// Returns the muted app that a word means.
    @LoopActor private static func muted(
        _ word: String, _ invocation: Invocation
    ) throws(CommandFailure) -> AppID {
        let mutes = try invocation.ask(.mutes)
        let ids = mutes.map(\.app.rawValue)
        if let id = ListedMembers.find(word, in: ids) { return AppID(id) }
        let names = mutes.map { $0.name ?? invocation.apps.listedName(of: $0.app) }
        if let name = ListedMembers.find(word, in: names), let index = names.firstIndex(of: name) {
            return mutes[index].app
        }
        let own: Set<AppID> =
            switch invocation.apps.resolver.resolve(word) {
            case .app(_, let app): Set(app.ids + app.sentIDs)
            case .several(let apps): Set(apps.flatMap { $0.ids + $0.sentIDs })
            case .unknown: []
            }
        let found = mutes.filter { own.contains($0.app) }
        if found.count == 1 { return found[0].app }
        let nearest = NearestWord.find(word, in: names + ids)
        throw .refused(
            "“\(word.printable)” is not muted"
                + (nearest == nil
                    ? "; to list muted apps: focus-switch mute"
                    : CommandLineReader.suggestion(nearest)))
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
        guard !invocation.isJSON else { return }
        let name =
            app.rawValue.hasPrefix("-")
            ? "-- \(shellQuoted(app.rawValue))" : shellQuoted(app.rawValue)
        invocation.output.advice("To end that: focus-switch unmute \(name.printable)")
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
