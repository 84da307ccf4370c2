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
    /// share a name.
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
        let entries = missed(in: keys)
        let apps = desktopFiles.lookingOnce { self.apps(of: entries) }
        let mutable = appToMute(among: apps)
        guard !entries.isEmpty, let message = try? message(about: entries, apps, mutable) else {
            return
        }
        let entry = showOwn(message, replacing: state.summary?.id)
        let summary =
            self.entry(entry.id) == nil
            ? nil : MissedSummary(id: entry.id, keys: keys, app: mutable?.app)
        update { $0.setSummary(summary) }
    }

    /// Returns the missed notifications that a Focus silenced, from a key on, for a delivery at a
    /// set time. Leaves out apps that the user has muted since.
    func missed(of focus: FocusID, from first: EntryKey) -> [MissedEntry] {
        missed(from: first).filter { entry in
            entry.focus == focus && state.mutes.mute(of: entry.program ?? entry.app) == nil
                && state.mutes.mute(of: entry.app) == nil
        }
    }

    /// Returns the missed notifications of the Focuses that want a summary, newest first.
    func missed(in keys: ClosedRange<EntryKey>) -> [MissedEntry] {
        var isTold: [FocusID: Bool] = [:]
        return missed(from: keys.lowerBound).filter { entry in
            guard entry.key <= keys.upperBound, let focus = entry.focus else { return false }
            if let known = isTold[focus] { return known }
            let isToBeTold = focusToTell(focus)?.summary == true
            isTold[focus] = isToBeTold
            return isToBeTold
        }
    }

    private func missed(from first: EntryKey) -> [MissedEntry] {
        var missed: [MissedEntry] = []
        attempt { missed = try store.missed(from: first) }
        return missed.filter { entry in
            // The row of a notification that is delivered at the end of the same Focus may still
            // say silenced: its effect waits behind the one that is performed now.
            if let live = facts(of: entry.id), live.key == entry.key, live.state != .silenced {
                return false
            }
            // A snoozed notification has its own time.
            return !state.snoozes.contains(entry.key)
        }
    }

    /// Returns the Focus, even if its file was just deleted.
    private func focusToTell(_ id: FocusID) -> Focus? {
        state.policy.focus?.id == id ? state.policy.focus : state.focuses[id]
    }

    private func message(
        about entries: [MissedEntry], _ apps: [MissedApp], _ mutable: MissedApp?
    ) throws(MarshalError) -> Message {
        var seen: Set<FocusID> = []
        var names: [String] = []
        var icon: String?
        for entry in entries.reversed() {
            guard let id = entry.focus, seen.insert(id).inserted, let focus = focusToTell(id) else {
                continue
            }
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
        for app in apps { counts[app.name, default: 0] += app.count }
        return try OwnNotification(
            icon: icon ?? "", summary: Self.summaryTitle(names), body: Self.summaryText(counts),
            actions: actions
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

    /// Returns the apps of missed notifications, the one with the largest count first.
    private func apps(of entries: [MissedEntry]) -> [MissedApp] {
        var apps: [AppID: (count: Int, newest: EntryKey)] = [:]
        // Tools sent the stored app names of these apps' notifications, so the names are the
        // tools'.
        let programs = Set(entries.compactMap(\.program))
        for entry in entries {
            apps[entry.program ?? entry.app, default: (0, entry.key)].count += 1
        }
        let sorted = apps.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        return sorted.enumerated().map { index, item in
            let (app, held) = item
            var name = desktopFiles.name(of: app)
            if name == nil, index < MissedSummary.lookedUpApps, !programs.contains(app) {
                attempt { name = try store.appName(of: held.newest, upTo: MissedSummary.nameBytes) }
            }
            let shown = name.flatMap { $0.isEmpty ? nil : $0 } ?? app.rawValue
            return MissedApp(app: app, name: shown, count: held.count)
        }
    }

    /// Returns a text such as `3 from Chat, 1 from Mail`, the app with the largest count first.
    /// - Parameter counts: number of notifications by the app's name.
    nonisolated static func summaryText(_ counts: [String: Int]) -> String {
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var parts = sorted.prefix(MissedSummary.apps).map { name, count in
            "\(count) from \(name.escapedAsMarkup)"
        }
        let others = sorted.dropFirst(MissedSummary.apps).reduce(0) { $0 + $1.value }
        if others > 0 { parts.append("\(others) from others") }
        return parts.joined(separator: ", ")
    }
}
