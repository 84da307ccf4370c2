// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The reason for which the lists of a Focus let a notification through that no list silences.
///
/// focusd reports such a notification as allowed. The Focus's file names the list.
@LoopActor struct AllowingList {
    private let invocation: Invocation
    private let notification: Notification
    private let focus: Focus?

    /// - Parameter focus: the Focus that decided.
    init(_ invocation: Invocation, _ notification: Notification, _ focus: FocusID?) {
        self.invocation = invocation
        self.notification = notification
        let catalog = focus.map { _ in FocusEditor(invocation).catalog }
        self.focus = focus.flatMap { catalog?.focuses[$0] }
    }

    /// The clause for a sentence, as in `Chat is on Work's list of allowed apps`.
    ///
    /// Nil if the file is missing, or if it would decide otherwise now than in the past.
    var clause: String? {
        guard let focus else { return nil }
        let name = focus.name.printable
        let app = appName
        switch focus.apps.mode {
        case .allow:
            guard isListed(in: focus.apps.members) else { return nil }
            return "\(app) is on \(name)'s list of allowed apps"
        case .silence:
            guard !isListed(in: focus.apps.members) else { return nil }
            if focus.apps.members.isEmpty { return "\(name) allows notifications from all apps" }
            return "\(app) is not on \(name)'s list of silenced apps, and \(name) allows all others"
        }
    }

    /// True if a list names an id that the app's notifications have, in any letter case.
    private func isListed(in members: Set<AppID>) -> Bool {
        // As focusd does: an entry also stands for the other ids of its desktop file.
        let list = AppList(members.union(members.flatMap { invocation.apps.aliases(of: $0) }))
        if list.contains(notification) { return true }
        let own = AppList([notification.app] + [notification.program].compactMap { $0 })
        return invocation.apps.resolver.apps.contains { app in
            let ids = app.ids + app.sentIDs
            return ids.contains(where: own.contains) && ids.contains(where: list.contains)
        }
    }

    private var appName: String {
        let id = notification.app
        guard !id.rawValue.isEmpty else { return "the app" }
        return invocation.apps.listedName(of: id)
    }
}

/// The origin of the active Focus: a machine from which `focus-link` brought it here, or a hold.
struct FocusOrigin {
    /// The name of the machine whose user turned the Focus on.
    let machine: String?
    /// The reason of the hold.
    let holder: String?

    /// Asks focusd for the origin; unknown unless the Focus has been on since before `time`.
    @LoopActor init(of focus: FocusID?, at time: Timestamp, _ invocation: Invocation) {
        let activation = focus == nil ? nil : (try? invocation.ask(.status))?.activation
        guard let activation, activation.focus == focus, activation.since <= time else {
            machine = nil
            holder = nil
            return
        }
        machine = activation.machine
        holder = if case .hold(_, let reason) = activation.trigger { reason } else { nil }
    }

    /// Returns the Focus's name for a table, with the machine.
    func text(_ name: String) -> String {
        name.printable + (machine.map { " (by link from \($0.printable))" } ?? "")
    }
}
