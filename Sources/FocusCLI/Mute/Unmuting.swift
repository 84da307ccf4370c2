// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The steps of `unmute`.
@LoopActor struct Unmuting {
    let invocation: Invocation
    let mutes: [MuteWire]

    /// Returns the name of a muted app with its id, as focusd or else the directory of apps knows
    /// it. Printable.
    func title(of app: AppID) -> String {
        guard let name = mutes.first(where: { $0.app == app })?.name, !name.isBlank else {
            return invocation.apps.title(of: app)
        }
        return KnownApp(app, name: name).title.printable
    }

    /// Throws for muted apps and a time, with the command that sets the end of the mute: `Slack in
    /// 1h`, `Slack at 5`.
    func refuseLater(_ words: [String]) throws(CommandFailure) {
        let lead = words.lastIndex { ["at", "in", "after"].contains($0.lowercased()) }
        guard let lead, lead > 0, lead + 1 < words.count else { return }
        let names = Array(words[..<lead])
        let time = Array(words[(lead + 1)...])
        let until = words[lead].lowercased() == "at" ? ["until"] : []
        guard let end = EndTime.split(until + time, now: invocation.now), end.words.isEmpty,
            names.allSatisfy({ find($0) != nil }) || find(names.joined(separator: " ")) != nil
        else { return }
        let isWhole = !names.allSatisfy { find($0) != nil }
        let apps = isWhole ? [names.joined(separator: " ")] : names
        let text = words[lead...].joined(separator: " ").printable
        throw .usage(
            "“\(text)” is later, and “unmute” ends a mute now",
            "To set an end: focus-switch mute \(apps.map(shellQuoted).joined(separator: " "))"
                + end.option)
    }

    /// Returns the muted app that a word means.
    func app(_ word: String) throws(CommandFailure) -> AppID {
        if let app = find(word) { return app }
        let own: Set<AppID> =
            switch invocation.apps.resolver.resolve(word) {
            case .app(_, let app): Set(app.ids + app.sentIDs)
            case .several(let apps): Set(apps.flatMap { $0.ids + $0.sentIDs })
            case .unknown: []
            }
        let found = mutes.filter { own.contains($0.app) }
        if found.count == 1 { return found[0].app }
        // Another app may have the word as its name since it was muted by that word.
        if found.isEmpty, let app = try resolve(word) { return app }
        try refuseID(word)
        let nearest = NearestWord.find(word, in: names + mutes.map(\.app.rawValue))
        throw .refused(
            "“\(word.printable)” is not muted"
                + (nearest == nil
                    ? "; to list muted apps: focus-switch mute"
                    : CommandLineReader.suggestion(nearest)))
    }

    /// Throws for the id of a notification of a muted app.
    private func refuseID(_ word: String) throws(CommandFailure) {
        guard let id = UInt32(word),
            let record = (try? invocation.ask(.entry(ClientID(rawValue: id))))?.record,
            let app = MutedApps(invocation).app(of: [record.program ?? record.app, record.app])
        else { return }
        throw .refused(
            "“\(id)” is no app but a notification",
            "To end the mute of its app: \(MutedApps.command(app).printable)")
    }

    /// Returns the muted app that a word would mean if only the muted apps existed.
    private func resolve(_ word: String) throws(CommandFailure) -> AppID? {
        let apps = mutes.map { KnownApp($0.app, name: $0.name) }
        switch AppResolver(apps).resolve(word) {
        case .app(let id, _): return id
        case .several(let apps): throw AppDirectory.ambiguous(word, apps)
        case .unknown: return nil
        }
    }

    /// Returns the muted app with that id or name.
    func find(_ word: String) -> AppID? {
        if let id = ListedMembers.find(word, in: mutes.map(\.app.rawValue)) { return AppID(id) }
        return ListedMembers.find(word, in: names).flatMap(names.firstIndex)
            .map { mutes[$0].app }
    }

    private var names: [String] {
        mutes.map { $0.name ?? invocation.apps.listedName(of: $0.app) }
    }
}
