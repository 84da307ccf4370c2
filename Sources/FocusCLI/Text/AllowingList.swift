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

    /// True if a list names an id that the app's notifications have.
    private func isListed(in members: Set<AppID>) -> Bool {
        let program = notification.program
        let own: Set<AppID> = program.map { [notification.app, $0] } ?? [notification.app]
        if !members.isDisjoint(with: own) { return true }
        let known = invocation.apps.resolver.apps.filter { app in
            !own.isDisjoint(with: app.ids + app.sentIDs)
        }
        return known.contains { !members.isDisjoint(with: $0.ids + $0.sentIDs) }
    }

    private var appName: String {
        let id = notification.app
        guard !id.rawValue.isEmpty else { return "the app" }
        return invocation.apps.listedName(of: id)
    }
}
