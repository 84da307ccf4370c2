// SPDX-License-Identifier: Apache-2.0

// Tools of some servers call by another name of the server: swaync-client, and the panel plugin of
// Xfce's server, which lists earlier notifications. focusd owns such a name on the session bus for
// as long as a server has the name on its own bus, and ``ToolRelay`` passes the calls on as all
// others. Each of these servers has all of its names on one connection.

import DBus
import FocusWire
import GLibLoop

/// Names of servers beside `org.freedesktop.Notifications`, on the session bus.
@LoopActor final class FurtherNames {
    /// The known names: of swaync, and of xfce4-notifyd from 0.7 on.
    nonisolated static let all: [BusName] = ["org.erikreider.swaync.cc", "org.xfce.Notifyd"]

    private let front: Connection
    private let patience: Duration
    private var back: Connection?
    private var subscriptions: [Subscription] = []
    private var states: [BusName: State] = [:]

    /// State of a name on the session bus.
    private struct State {
        /// True while the server has the name on its bus.
        var isWanted = false
        /// Nil if the bus has not answered the last question.
        var isOwned: Bool? = false
        /// True if another program has the name. Such a server may run on the session bus, too,
        /// and keeps its name.
        var isRefused = false
        var isAsking = false
        var retry: Timer?
    }

    /// - Parameters:
    ///   - front: the connection that gets the calls.
    ///   - patience: the time for the bus's answer, and until the next question without one.
    init(_ front: Connection, patience: Duration = PrivateBus.patience) {
        self.front = front
        self.patience = patience
    }

    /// Follows the owners of the names on the server's bus; on none for nil.
    func follow(on back: Connection?) {
        self.back = back
        subscriptions = []
        for name in Self.all { set(name, isThere: false) }
        guard let back else { return }
        for name in Self.all {
            subscriptions.append(
                back.subscribe(BusDaemon.ownerChanges(of: name)) { [weak self] message in
                    let owner = (try? message.arguments())?.last?.asString ?? ""
                    self?.set(name, isThere: !owner.isEmpty)
                })
            back.bus.hasOwner(name, within: patience) { [weak self, weak back] isOwned in
                guard let self, let back, self.back === back, isOwned == true else { return }
                set(name, isThere: true)
            }
        }
    }

    private func set(_ name: BusName, isThere: Bool) {
        states[name, default: State()].isWanted = isThere
        states[name]?.isRefused = false
        settle(name)
    }

    /// Asks for the name or gives it back, if need be. Does not block: the bus may be slow to
    /// answer, and libdbus reads no answers while the waiting calls fill its memory.
    private func settle(_ name: BusName) {
        guard let state = states[name], !state.isAsking, !state.isRefused,
            state.isOwned != state.isWanted
        else { return }
        states[name]?.isAsking = true
        states[name]?.retry = nil
        if state.isWanted {
            front.bus.request(name, [.doNotQueue], within: patience) { [weak self] reply in
                let isOwned = reply.map { $0 == .primaryOwner || $0 == .alreadyOwner }
                self?.states[name]?.isRefused = isOwned == false
                self?.answered(name, isOwned)
            }
        } else {
            front.bus.release(name, within: patience) { [weak self] reply in
                self?.answered(name, reply.map { _ in false })
            }
        }
    }

    private func answered(_ name: BusName, _ isOwned: Bool?) {
        states[name]?.isAsking = false
        states[name]?.isOwned = isOwned
        // The server may have taken or released its name during the question.
        if isOwned != nil { return settle(name) }
        guard front.isConnected else { return }
        states[name]?.retry = Timer(after: patience) { [weak self] in self?.settle(name) }
    }

    /// Returns true if the bus's signal `NameLost` is about one of these names.
    nonisolated static func isAbout(_ loss: Message) -> Bool {
        let name = (try? loss.arguments())?.first?.asString
        return all.contains { $0.rawValue == name }
    }
}
