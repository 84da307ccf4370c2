// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore

/// Changes of stored notifications, of snoozes and of the agenda that the user's tools hear of
/// after the commit.
struct EntryNews {
    /// The new state of a notification.
    struct Change: Hashable {
        let key: EntryKey
        var id: ClientID?
        /// Nil if only the reading or the picture changed.
        var state: EntryState?
    }

    private var changes: [EntryKey: Change] = [:]
    private var order: [EntryKey] = []
    /// True if too many notifications changed to name them.
    private var isOverflowing = false
    private var isAgendaChanged = false
    private var areSnoozesChanged = false
    /// True while the news waits for the end of a change that takes several batches.
    var isDelayed = false
    /// The number of missed notifications that the tools know.
    private var toldMissed = 0

    var isEmpty: Bool {
        order.isEmpty && !isOverflowing && !isAgendaChanged && !areSnoozesChanged
    }

    /// Notes an effect on a notification, on snoozes or on the agenda; ignores all others.
    mutating func note(_ effect: EngineEffect) {
        switch effect {
        case .ended(let entry, let state, _):
            guard entry.isStored else { return }
            add(Change(key: entry.key, id: entry.id, state: state))
        case .row(let change): note(change)
        case .changed(.snoozes): areSnoozesChanged = true
        default: break
        }
    }

    private mutating func note(_ change: RowChange) {
        switch change {
        case .setState(let key, let state): add(Change(key: key, state: state))
        case .shown(let key, _), .shownAsNoted(let key, _, _):
            add(Change(key: key, state: .shown))
        case .hidden(let key), .left(let key): add(Change(key: key, state: .silenced))
        case .expired(let key): add(Change(key: key, state: .expired))
        case .setRead(let key, _): add(Change(key: key))
        case .setAgenda, .setActivation: isAgendaChanged = true
        default: break
        }
    }

    /// Notes that the picture of a notification was copied.
    mutating func notePicture(of key: EntryKey, _ id: ClientID) {
        add(Change(key: key, id: id))
    }

    private mutating func add(_ change: Change) {
        guard !isOverflowing else { return }
        if let known = changes[change.key] {
            changes[change.key]?.id = change.id ?? known.id
            changes[change.key]?.state = change.state ?? known.state
            return
        }
        guard order.count < Limits.toldEntries else {
            isOverflowing = true
            return
        }
        order.append(change.key)
        changes[change.key] = change
    }

    /// Returns the changes in their order, or nil if there are too many, and forgets them.
    mutating func take() -> (
        entries: [Change]?, isAgendaChanged: Bool, areSnoozesChanged: Bool
    ) {
        let result = (
            isOverflowing ? nil : order.compactMap { changes[$0] }, isAgendaChanged,
            areSnoozesChanged
        )
        changes = [:]
        order = []
        (isOverflowing, isAgendaChanged, areSnoozesChanged) = (false, false, false)
        return result
    }

    /// Returns true if the tools do not know yet how many notifications are missed.
    mutating func takeMissed(_ count: Int) -> Bool {
        guard count != toldMissed else { return false }
        toldMissed = count
        return true
    }
}

extension Engine {
    /// Notes what the user's tools hear of, if there is one that listens.
    func noteNews(_ effect: EngineEffect) {
        if observer?.hasListeners == true { news.note(effect) }
    }

    /// Tells the tools that listen of the copied picture of a notification that is still silenced:
    /// they may have read the notification before.
    func pictureChanged(of key: EntryKey) {
        guard observer?.hasListeners == true else { return }
        var id: ClientID?
        attempt { id = try store.clientID(of: key) }
        guard let id, let live = entry(id), live.key == key, live.state == .silenced else { return }
        news.notePicture(of: key, id)
        commitSoon()
    }

    /// Tells the observer of the changes of a committed batch.
    func tellNews() {
        guard !news.isEmpty, !news.isDelayed else { return }
        let (changes, isAgendaChanged, areSnoozesChanged) = news.take()
        guard let observer else { return }
        if areSnoozesChanged { observer.changed(.snoozes) }
        if let changes {
            for change in changes { tell(change, observer) }
        } else {
            observer.entriesRemoved(of: nil)
        }
        if isAgendaChanged { observer.upcomingChanged() }
    }

    private func tell(_ change: EntryNews.Change, _ observer: any EngineObserver) {
        var id = change.id
        if id == nil { attempt { id = try store.clientID(of: change.key) } }
        guard let id else { return }
        let live = entry(id).flatMap { $0.key == change.key ? $0 : nil }
        guard let state = live?.state ?? change.state else { return }
        // One that has ended was read, unless another notification took its place.
        let isRead = live?.isRead ?? (state.isFinal && state != .replaced && state != .evicted)
        observer.entryChanged(id, change.key, state, isRead: isRead)
    }
}
