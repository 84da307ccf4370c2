// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Presentation

/// Actions of the user on one app.
extension SettingsState {
    mutating func handleApp(_ intent: Intent, into effects: inout [Effect]) {
        switch intent {
        case .showHistory(let app):
            // The second click of two comes before the page.
            guard place != .history else { return }
            if trail.contains(.history) { coveredHistories.append(history) }
            history = HistoryList(HistoryFilter(app: app))
            readHistory(into: &effects)
            trail.append(.history)
            isPageInFront = true
        case .clearBadge(let app): effects.append(.clearBadge(app))
        case .askToForget(let app): askToForget(app)
        case .forget(let app): effects.append(.forget(app))
        default: break
        }
    }

    mutating func forgotten(_ app: AppID, _ count: Int, into effects: inout [Effect]) {
        let name = name(of: app).line(upTo: 40)
        say(
            plural(
                count, "\(name) is forgotten: one notification deleted",
                "\(name) is forgotten: \(count) notifications deleted"))
        trail.removeAll { $0 == .app(app) }
        if trail.isEmpty { trail = [.allApps] }
        seenApps.removeAll { $0.id == app }
        appDetails[app] = nil
        readPage(into: &effects)
    }

    /// Returns the ids under which a list may name an app: its own and those of its desktop file.
    func ids(of app: AppID) -> [AppID] { [app] + (installed.file(of: app)?.ids ?? []) }

    /// Returns the apps that a list of a Focus names, as focusd finds them: under each of their
    /// ids, in any letter case.
    func named(by list: some Sequence<AppID>) -> AppList { AppList(list.flatMap(ids)) }

    /// Returns the mute of an app under any of its ids, as focusd finds it; nil for an app that is
    /// not muted now.
    func mute(of app: AppID) -> MuteWire? {
        let lasting = mutes.filter { $0.until.map { $0 > now } ?? true }
        guard !lasting.isEmpty else { return nil }
        let own = AppList(ids(of: app))
        return lasting.first { $0.app == app }
            ?? lasting.first {
                own.contains($0.app) || AppList(ids(of: $0.app)).contains(app)
            }
    }

    /// Returns the mute that silences notifications as a past one: of its script, or of the tool by
    /// which the script sends.
    func mute(of record: EntryRecord) -> MuteWire? {
        mute(of: record.source) ?? mute(of: record.app)
    }

    /// Returns the ids without those under which one of the apps with notifications is listed,
    /// muted or installed, too: a list shows each app once.
    func withoutFurtherIDs(_ apps: Set<AppID>) -> Set<AppID> {
        let seen = Set(seenApps.map(\.id))
        let known = named(by: seen)
        return apps.filter { app in
            if seen.contains(app) { return true }
            return !known.contains(app) && !ids(of: app).contains { seen.contains($0) }
        }
    }

    /// Returns `Muted until 18:00`.
    func text(_ mute: MuteWire) -> String {
        if mute.isNewApp { return tr("Muted because it was new") }
        if let until = mute.until {
            return tr("Muted until \(ClockText.text(until, seenFrom: now))")
        }
        return mute.endsWithSession
            ? tr("Muted until you log out") : tr("Muted until you unmute it")
    }
}

extension Sequence<AppID> {
    /// Returns the entries of a list that name an app, under any of its ids and in any letter case.
    ///
    /// - Parameter ids: Returns the ids under which a list may name an app.
    func naming(_ app: AppID, _ ids: (AppID) -> [AppID]) -> [AppID] {
        let own = AppList(ids(app))
        return filter { own.contains($0) || AppList(ids($0)).contains(app) }
    }
}
