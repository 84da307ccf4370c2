// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire

/// Signals that keep a list on the screen up to date.
extension ControlService {
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

    /// Tells that the server appeared or left.
    func serverChanged() {
        emit("ServerChanged", [])
    }

    func activationChanged() {
        let fields = Activation.fields(
            engine.state.activation, name: engine.state.policy.focus?.name ?? "")
        emit("ActivationChanged", [fields.value])
    }
}
