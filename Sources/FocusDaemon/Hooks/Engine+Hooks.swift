// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles

/// Hooks about notifications that arrive.
extension Engine {
    /// Returns the hooks that a notification runs; none for one that a hook has sent.
    func wantedHooks(
        for notification: Notification, _ decision: Decision, _ focus: FocusID?,
        from peer: PeerName
    ) -> [Hook] {
        guard let hooks, hooks.judgesNotifications else { return [] }
        let wanted = hooks.hooks(for: notification, decision, focus)
        guard !wanted.isEmpty, let process = surroundings?.processID(of: peer),
            hooks.hasStarted(process)
        else { return wanted }
        return []
    }

    /// Runs hooks about a notification once its batch is committed and answered.
    func runHooks(_ wanted: [Hook], _ record: EntryRecord, of client: PeerName?) {
        afterCommit(
            .work { [weak self] in
                guard let self else { return }
                hooks?.run(
                    wanted, record, name: { desktopFiles.label(of: record) }, of: client)
            })
    }
}
