// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The apps that are muted now. A mute comes before all lists and rules of a Focus.
@LoopActor struct MutedApps {
    private let invocation: Invocation
    /// Nil if focusd does not run or does not answer.
    private let mutes: [AppID]?

    init(_ invocation: Invocation) {
        self.invocation = invocation
        mutes = ((try? invocation.askIfRunning(.mutes)) ?? nil)?.map(\.app)
    }

    /// True if focusd has said which apps are muted.
    var areKnown: Bool { mutes != nil }

    /// Returns the muted app that one of the ids names, by any name of that app.
    func app(of ids: [AppID]) -> AppID? {
        guard let mutes, !mutes.isEmpty else { return nil }
        let known = ids.flatMap { id -> [AppID] in
            let match = invocation.apps.resolver.resolve(id.rawValue, isExact: true)
            guard case .app(_, let app) = match else { return [id] }
            return [id] + app.ids + app.sentIDs
        }
        let folded = Set(known.map { $0.rawValue.lowercased() })
        return mutes.first { folded.contains($0.rawValue.lowercased()) }
    }

    /// Returns the command that ends the mute.
    static func command(_ app: AppID) -> String {
        let id = shellQuoted(app.rawValue)
        return "focus-switch unmute \(app.rawValue.hasPrefix("-") ? "-- " : "")\(id)"
    }

    /// Prints that a sender stays silenced because it is muted, and the command that ends that.
    func tell(_ app: AppID) {
        invocation.output.sentence(
            "\(invocation.apps.listedName(of: app)) is muted, so it stays silenced with any Focus"
                + " and without one.")
        invocation.output.advice("To end the mute: \(Self.command(app).printable)")
    }
}

/// The commands that bring back the mutes of before a command.
@LoopActor struct MuteUndo {
    let invocation: Invocation
    /// The mutes of before the command.
    let before: [MuteWire]

    /// Returns the commands that give apps their earlier mutes, with their ends, and end the mutes
    /// of apps that had none. Apps with the same end share a command.
    func commands(of apps: [AppID]) -> [String] {
        let ends = apps.map { app in
            before.first { $0.isOf(app) }.map { EndOption($0).text }
        }
        var commands: [String] = []
        var done: Set<String?> = []
        for end in ends where done.insert(end).inserted {
            let own = zip(apps, ends).filter { $0.1 == end }.map(\.0)
            commands += self.commands(own, end)
        }
        return commands
    }

    /// Returns the commands with one end: one command, if it does not take two apps for one.
    ///
    /// - Parameter end: the option of the mute's end; nil to end the mutes.
    func commands(_ apps: [AppID], _ end: String?) -> [String] {
        let ids = apps.map(\.rawValue)
        let muted = Set(((try? invocation.askIfRunning(.mutes)) ?? nil ?? []).map(\.app) + apps)
        let read = try? ListWords.joined(ids, invocation.apps) { muted.contains(AppID($0)) }
        return read == ids ? [command(apps, end)] : apps.map { command([$0], end) }
    }

    private func command(_ apps: [AppID], _ end: String?) -> String {
        let names = apps.map { shellQuoted($0.rawValue) }.joined(separator: " ")
        let verb = end == nil ? "unmute" : "mute"
        let isForced =
            end != nil && apps.contains { isRefused($0.rawValue, besides: apps.count > 1) }
        let option = (end ?? "") + (isForced ? " --yes" : "")
        return apps.contains { $0.rawValue.hasPrefix("-") }
            ? "focus-switch \(verb)\(option) -- \(names)"
            : "focus-switch \(verb) \(names)\(option)"
    }

    /// Returns true for an id that `mute` takes for something else, such as a Focus or a web site.
    ///
    /// - Parameter hasOthers: true for an id beside other ones.
    private func isRefused(_ id: String, besides hasOthers: Bool) -> Bool {
        let directory = invocation.apps
        if NamedSites.isTakenForSite(id) { return true }
        guard (try? directory.isUnknown(id)) == true else { return false }
        return hasOthers && !id.contains(".") || FocusEditor(invocation).isNamed(id)
            || id.means(.little) || TimeWords.areBegun(by: id)
            || directory.nearestListed(to: id) != nil
            || id.means(.own, .pronoun, .everything, .nothing)
            || OtherUse.everythingWords.contains(id.lowercased())
    }
}

extension MuteWire {
    /// Returns true if the mute is one of that app, whose id has any letter case.
    func isOf(_ other: AppID) -> Bool { AppList([app]).contains(other) }
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
