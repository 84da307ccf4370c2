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
