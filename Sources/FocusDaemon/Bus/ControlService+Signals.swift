// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire

/// Signals, sent to the subscribers only.
extension ControlService {
    var hasListeners: Bool { !subscribers.isEmpty }

    func decided(_ record: EntryRecord) {
        emit("NotificationDecided", [engine.wire(record.short).value])
    }

    func changed(_ change: StateChange) {
        switch change {
        case .focus(let focus):
            let value = Value.string(focus?.rawValue ?? "")
            emit("FocusChanged", [value])
            propertyChanged("ActiveFocus", value)
        case .activation:
            let activation = engine.state.activation
            propertyChanged("ActiveCause", .string(activation?.cause.rawValue ?? ""))
            propertyChanged("ActiveUntil", .int64(activation?.until?.rawValue ?? 0))
            activationChanged()
        case .inhibited(let isInhibited):
            propertyChanged("Inhibited", .boolean(isInhibited))
            onInhibitedChanged?(isInhibited)
        case .switched: emit("Switched", [])
        case .mutes: emit("MutesChanged", [])
        case .snoozes: emit("SnoozesChanged", [])
        }
    }

    func focusesChanged() {
        emit("FocusesChanged", [])
    }

    func filtersChanged() {
        emit("FiltersChanged", [])
    }

    func missedChanged(_ missed: Int) {
        guard !subscribers.isEmpty else { return }
        emit("MissedChanged", [count(missed)])
        propertyChanged("MissedCount", count(missed))
    }

    func badgesChanged(_ changes: [(app: AppID, count: UInt32)]) {
        badges.update(changes)
        if !subscribers.isEmpty { badgeNews.add(changes) }
    }

    private func propertyChanged(_ name: String, _ value: Value) {
        let changed = Value.dictionary(
            key: "s", value: "v", [DictionaryEntry(key: .string(name), value: .variant(value))])
        subscribers.send(
            "PropertiesChanged",
            [.string(WireName.control.rawValue), changed, .strings([])],
            interface: "org.freedesktop.DBus.Properties")
    }

    func emit(_ member: MemberName, _ values: [Value]) { subscribers.send(member, values) }

    func entryChanged(_ id: ClientID, _ key: EntryKey, _ state: EntryState, isRead: Bool) {
        emit(
            "EntryChanged",
            [
                .uint32(id.rawValue), .int64(key.rawValue), .string(state.name), .boolean(isRead),
            ])
    }

    /// - Parameter app: the app whose entries were deleted; nil if any entry may have changed.
    func entriesRemoved(of app: AppID?) {
        emit("EntriesRemoved", [.string(app?.rawValue ?? "")])
    }

    func upcomingChanged() {
        emit("UpcomingChanged", [])
    }

    /// Tells that the problems of files changed, or that doctor finds other problems.
    func problemsChanged() {
        emit("ProblemsChanged", [])
    }

    /// Tells the number of notifications that wait for the server, if it is news.
    func tellWaiting() {
        // A server that hangs counts as up.
        let isTaking = server.isUp && engine.state.outbox.stalledOn == nil
        let news = waitingNews.next(isTaking: isTaking) { engine.state.outbox.waiting }
        if let news { emit("WaitingChanged", [count(news)]) }
    }

    /// Tells that the server is starting or no longer is, appeared or left, or that its popups were
    /// paused or go on.
    func serverChanged() {
        emit("ServerChanged", [])
    }

    func activationChanged() {
        let fields = Activation.fields(
            engine.state.activation, name: engine.state.policy.focus?.name ?? "")
        emit("ActivationChanged", [fields.value])
    }
}
