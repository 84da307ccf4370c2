// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusStore
import FocusWire

// A summary is one notification about the missed ones, shown when quiet ends (`Summary=true`). The
// summary names apps and counts, never the texts, which other people in front of the screen should
// not see.
//
// `EngineState.change(to:at:_:)` decides when quiet begins and ends. Notifications that the user
// has dealt with by then are not counted.
//
// The summary is focusd's own notification: shown, but neither stored nor counted. There is one
// summary at a time. A new summary replaces the last one if it is still live, and covers both.

extension MissedSummary {
    /// Maximum number of apps that a summary names. All others are counted together.
    static let apps = 5
    /// Maximum number of apps whose names are looked up, largest count first. Several apps may
    /// share a name. All others are counted together.
    static let lookedUpApps = 64
    /// Maximum length of an app's name in a summary, in bytes.
    static let nameBytes = 128
}

extension Engine {
    /// Shows a summary of the notifications that are still missed.
    /// - Parameter first: first notification of the quiet that has ended.
    func summarize(from first: EntryKey) {
        let next = state.live.nextEntryKey
        let first = min(first, state.summary?.keys.lowerBound ?? first)
        guard first < next else { return }
        let keys = first...EntryKey(rawValue: next.rawValue - 1)
        let missed = missed(in: keys)
        let apps = desktopFiles.lookingOnce { self.apps(of: missed) }
        let mutable = appToMute(among: apps)
        guard !missed.isEmpty, let message = try? message(about: missed, apps, mutable) else {
            return
        }
        let entry = showOwn(message, replacing: state.summary?.id)
        let summary =
            self.entry(entry.id) == nil
            ? nil : MissedSummary(id: entry.id, keys: keys, app: mutable?.app)
        update { $0.setSummary(summary) }
    }

    /// Returns the missed notifications that a Focus silenced, from one key on and before another,
    /// for a delivery at a set time. Leaves out apps that the user has muted since.
    func missed(
        of focus: FocusID, from first: EntryKey, before end: EntryKey? = nil
    ) -> [MissedGroup] {
        let mutes = state.mutes
        return missed { key in key >= first && end.map { key < $0 } ?? true }.filter { group in
            group.focus == focus && mutes.mute(of: group.countedAs) == nil
                && mutes.mute(of: group.app) == nil
        }
    }

    /// Returns the missed notifications of the Focuses that want a summary.
    func missed(in keys: ClosedRange<EntryKey>) -> [MissedGroup] {
        var isTold: [FocusID: Bool] = [:]
        return missed(where: keys.contains).filter { group in
            if let known = isTold[group.focus] { return known }
            let isToBeTold = focusToTell(group.focus)?.summary == true
            isTold[group.focus] = isToBeTold
            return isToBeTold
        }
    }

    private func missed(where isWanted: (EntryKey) -> Bool) -> [MissedGroup] {
        // A snoozed notification has its own time.
        let snoozes = state.snoozes
        let delivered = Set(leftToDeliver.map(\.key))
        return state.live.missed { key in
            isWanted(key) && !snoozes.contains(key) && !delivered.contains(key)
        }
    }

    /// Returns the Focus, even if its file was just deleted.
    private func focusToTell(_ id: FocusID) -> Focus? {
        state.policy.focus?.id == id ? state.policy.focus : state.focuses[id]
    }

    private func message(
        about missed: [MissedGroup], _ apps: [MissedApp], _ mutable: MissedApp?
    ) throws(MarshalError) -> Message {
        let first = Dictionary(missed.map { ($0.focus, $0.oldest) }, uniquingKeysWith: min)
        var names: [String] = []
        var icon: String?
        for (id, _) in first.sorted(by: { $0.value < $1.value }) {
            guard let focus = focusToTell(id) else { continue }
            if !names.contains(focus.name) { names.append(focus.name) }
            icon = icon ?? focus.icon
        }
        var actions = [MissedSummary.deliver, "Deliver now"]
        if viewer?.command != nil { actions = [MissedSummary.open, "Show the list"] + actions }
        if let mutable {
            let name = OwnNotification.line(mutable.name, upTo: OwnNotification.labelLength)
            actions += [MissedSummary.mute, "Always mute \(name)"]
        }
        var counts: [String: Int] = [:]
        var others = missed.reduce(0) { $0 + $1.entries.count }
        for app in apps {
            counts[app.name, default: 0] += app.count
            others -= app.count
        }
        return try OwnNotification(
            icon: icon ?? "", summary: Self.summaryTitle(names),
            body: Self.summaryText(counts, others: others), actions: actions
        ).message()
    }

    /// Returns the app that the summary offers to mute: of those that are not muted, the one with
    /// the largest count. One app, since many servers show no more than three buttons.
    private func appToMute(among apps: [MissedApp]) -> MissedApp? {
        apps.first { app in
            app.app != .unknown && !app.app.rawValue.isEmpty
                && state.mutes.mute(of: app.app) == nil
        }
    }

    /// Returns a title such as `While Work and Sleep were on`.
    nonisolated static func summaryTitle(_ focuses: [String]) -> String {
        guard let last = focuses.last, focuses.count > 1 else {
            return "While \(focuses.first ?? "a Focus") was on"
        }
        return "While \(focuses.dropLast().joined(separator: ", ")) and \(last) were on"
    }

    /// Returns the apps of missed notifications with the largest counts, the largest first.
    private func apps(of missed: [MissedGroup]) -> [MissedApp] {
        var apps: [AppID: (count: Int, newest: EntryKey)] = [:]
        // Tools sent the stored app names of these apps' notifications, so the names are the
        // tools'.
        var programs: Set<AppID> = []
        for group in missed {
            if group.countedAs != group.app { programs.insert(group.countedAs) }
            let (count, newest) = apps[group.countedAs] ?? (0, group.newest)
            apps[group.countedAs] = (count + group.entries.count, max(newest, group.newest))
        }
        // A client may invent an app for each notification: to sort all would take long.
        var largest: [(app: AppID, count: Int, newest: EntryKey)] = []
        for (app, held) in apps {
            let before = largest.lastIndex { ($0.count, app) > (held.count, $0.app) }
            let place = before.map { $0 + 1 } ?? 0
            guard place < MissedSummary.lookedUpApps else { continue }
            largest.insert((app, held.count, held.newest), at: place)
            if largest.count > MissedSummary.lookedUpApps { largest.removeLast() }
        }
        return largest.map { app, count, newest in
            var name = desktopFiles.name(of: app)
            if name == nil, !programs.contains(app) {
                attempt { name = try store.appName(of: newest, upTo: MissedSummary.nameBytes) }
            }
            let shown = name.flatMap { $0.isEmpty ? nil : $0 } ?? app.rawValue
            return MissedApp(app: app, name: shown, count: count)
        }
    }

    /// Returns a text such as `3 from Chat, 1 from Mail`, the app with the largest count first.
    ///
    /// - Parameters:
    ///   - counts: number of notifications by the app's name.
    ///   - others: number of further notifications.
    nonisolated static func summaryText(_ counts: [String: Int], others: Int = 0) -> String {
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var parts = sorted.prefix(MissedSummary.apps).map { name, count in
            "\(count) from \(name.escapedAsMarkup)"
        }
        let others = sorted.dropFirst(MissedSummary.apps).reduce(others) { $0 + $1.value }
        if others > 0 { parts.append("\(others) from others") }
        return parts.joined(separator: ", ")
    }
}
