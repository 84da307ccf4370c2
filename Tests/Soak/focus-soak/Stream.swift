// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import SeededRandom
import TestSupport

/// One app on the session bus.
@LoopActor final class Peer {
    let number: Int
    let connection: Connection
    /// Number of received `ActionInvoked`, by id.
    private(set) var actions: [UInt32: Int] = [:]
    private var subscription: Subscription?

    nonisolated static func app(_ number: Int) -> String { "org.example.Soak\(number)" }
    nonisolated static func badgeApp(_ number: Int) -> String { "org.example.Badge\(number)" }

    init(_ number: Int, address: String) throws {
        self.number = number
        connection = try Connection(address: address)
        _ = try connection.requestName(BusName(Self.badgeApp(number)), [.doNotQueue])
        let rule = MatchRule(interface: WireName.notificationsInterface, member: "ActionInvoked")
        subscription = connection.subscribe(rule) { [weak self] message in
            var reader = message.reader
            if let id = try? reader.uint32() { self?.actions[id, default: 0] += 1 }
        }
    }

    /// Calls focusd. `body` receives the answer or the failure, and its duration.
    func call(
        _ member: MemberName, _ values: [Value], interface: InterfaceName,
        _ body: @escaping @LoopActor (Result<Message, CallError>, Duration) -> Void
    ) {
        let isNotifications = interface == WireName.notificationsInterface
        let message = Message.methodCall(
            destination: isNotifications ? WireName.notifications : WireName.focus,
            path: isNotifications ? WireName.notificationsPath : WireName.focusPath,
            interface: interface, member: member)
        guard (try? message.append(contentsOf: values)) != nil else { return }
        let start = ContinuousClock.now
        connection.call(message, timeout: .seconds(60)) { result in
            body(result, start.duration(to: .now))
        }
    }
}

/// Sends random operations of several apps and the user, a few of them unanswered at a time, and
/// records the acknowledged ones in the model.
@LoopActor final class Stream {
    nonisolated static let peers = 4

    private(set) var peers: [Peer] = []
    var model = Model()
    private(set) var worst = Duration.zero
    /// Number of answers so far in this stretch.
    private(set) var answers = 0
    /// Connections whose answers are not focusd's.
    var strangers: Set<String> = []
    /// Number of faults so far.
    var tries = 0
    /// The duplicates that were counted.
    var countedDuplicates: Set<String> = []
    private var random: SeededGenerator
    private var left = 0
    private var open = 0
    private var window = 1
    private var trigger: (at: Int, body: () -> Void)?
    private var waiting: CheckedContinuation<Void, Never>?
    /// Number of notifications sent so far.
    private var count = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// Connects to a bus, and closes the connections to an earlier one.
    func join(_ address: String) throws {
        for peer in peers { peer.connection.close() }
        peers = try (0..<Self.peers).map { try Peer($0, address: address) }
    }

    /// Sends that many operations and waits until each is answered or has failed.
    ///
    /// - Parameters:
    ///   - window: Maximum number of unanswered operations.
    ///   - at: Number of answers before `body` is called.
    func run(_ count: Int, window: Int, at: Int, _ body: @escaping () -> Void) async {
        answers = 0
        left = count
        self.window = window
        trigger = (at, body)
        await withCheckedContinuation { continuation in
            waiting = continuation
            pump()
        }
        // For a stretch that ended before the moment of `body`.
        fire()
    }

    /// Stops sending in this stretch, because no server answers.
    func cease() {
        left = 0
    }

    private func fire() {
        guard let body = trigger?.body else { return }
        trigger = nil
        body()
    }

    private func pump() {
        while left > 0, open < window {
            left -= 1
            open += 1
            sendOne()
        }
        if left == 0, open == 0, let continuation = waiting {
            waiting = nil
            continuation.resume()
        }
    }

    /// Starts a call. `body` receives its answer, or nil if none came.
    private func send(
        _ peer: Peer, _ member: MemberName, _ values: [Value], interface: InterfaceName,
        _ body: @escaping @LoopActor (Message?, Bool) -> Void
    ) {
        peer.call(member, values, interface: interface) { [weak self] result, duration in
            guard let self else { return }
            var answer = try? result.get()
            if let sender = answer?.sender, self.strangers.contains(sender) { answer = nil }
            var isRefused = false
            if case .failure(let error) = result { isRefused = Self.isRefusal(error) }
            body(answer, isRefused)
            if answer != nil || isRefused {
                self.worst = max(self.worst, duration)
                self.answers += 1
                if let trigger = self.trigger, self.answers >= trigger.at { self.fire() }
            }
            self.open -= 1
            self.pump()
        }
    }

    /// Returns true if focusd itself refused the call.
    private static func isRefusal(_ error: CallError) -> Bool {
        let name = error.name.rawValue
        return name == WireError.invalidArgs.rawValue || name == WireError.failed.rawValue
            || name.hasPrefix("org.focusd.")
    }

    private func sendOne() {
        guard let peer = random.one(of: peers) else { return }
        let old = random.one(of: model.open(of: peer.number))
        switch (random.number(0...99), old) {
        case (0..<14, let old?): notify(peer, replacing: old)
        case (14..<26, let old?): end(old, by: peer, "closed-by-app")
        case (26..<30, let old?): end(old, by: peer, "acted-on")
        case (30..<34, let old?): end(old, by: peer, "dismissed")
        case (34..<44, _): setBadge(peer)
        case (44..<50, _) where model.pendingFocus == nil: switchFocus(peer)
        default: notify(peer, replacing: nil)
        }
    }

    private func notify(_ peer: Peer, replacing old: Int?) {
        let plan = random.number(0...9) < 7 ? Plan.stay : random.one(of: Plan.allCases) ?? .stay
        var focuses: Set<String> = [model.focus]
        if let pending = model.pendingFocus { focuses.insert(pending) }
        count += 1
        let number = model.add(
            Sent(
                tag: "n\(count)", peer: peer.number, plan: plan,
                stays: count.isMultiple(of: 4), focuses: focuses))
        if let old {
            model.sent[old].isBusy = true
            model.sent[old].maybe.insert("replaced")
        }
        let replaces = old.flatMap { model.sent[$0].id } ?? 0
        let sent = model.sent[number]
        let values: [Value] = [
            .string("Soak"), .uint32(replaces), .string(""), .string(sent.tag),
            .string(plan.rawValue), .strings(["ok", "OK"]),
            .vardict(["desktop-entry": .string(Peer.app(peer.number))]),
            .int32(sent.stays ? 0 : -1),
        ]
        send(peer, "Notify", values, interface: WireName.notificationsInterface) {
            [weak self] answer, _ in
            guard let self, var reader = answer?.reader, let id = try? reader.uint32() else {
                return
            }
            self.model.sent[number].id = id
            guard let old else { return }
            self.model.sent[old].isBusy = false
            self.model.sent[old].isReplaced = true
        }
    }

    /// Ends a notification as its app or as the user does.
    private func end(_ number: Int, by peer: Peer, _ how: String) {
        guard let id = model.sent[number].id else { return }
        model.sent[number].isBusy = true
        model.sent[number].maybe.insert(how)
        let (member, values): (MemberName, [Value]) =
            switch how {
            case "acted-on": ("Act", [.uint32(id), .string("ok")])
            case "dismissed": ("Dismiss", [.array(of: "u", [.uint32(id)])])
            default: ("CloseNotification", [.uint32(id)])
            }
        let interface =
            how == "closed-by-app" ? WireName.notificationsInterface : WireName.control
        send(peer, member, values, interface: interface) { [weak self] answer, isRefused in
            guard let self else { return }
            if isRefused {
                // The popup's user has ended the notification; history has the details.
                self.model.sent[number].maybe.remove(how)
            }
            guard let answer else { return }
            var reader = answer.reader
            let isDone = how != "dismissed" || (try? reader.uint32()) == 1
            if isDone { self.model.sent[number].over = how }
            self.model.sent[number].isBusy = !isDone
        }
    }

    private func setBadge(_ peer: Peer) {
        let count = UInt32(random.number(0...99))
        model.badges[peer.number, default: [0]].insert(count)
        let values: [Value] = [.string(Peer.badgeApp(peer.number)), .uint32(count)]
        send(peer, "SetBadgeCount", values, interface: WireName.apps) { [weak self] answer, _ in
            guard let self, answer != nil else { return }
            // Counts that were sent later may be in force as well.
            self.confirmBadge(peer.number, count)
        }
        pendingBadges[peer.number, default: []].append(count)
    }

    /// The counts of each app without an answer, oldest first.
    private var pendingBadges: [Int: [UInt32]] = [:]

    private func confirmBadge(_ peer: Int, _ count: UInt32) {
        var pending = pendingBadges[peer, default: []]
        if let place = pending.firstIndex(of: count) { pending.removeFirst(place + 1) }
        pendingBadges[peer] = pending
        model.badges[peer] = Set(pending).union([count])
    }

    private func switchFocus(_ peer: Peer) {
        let others = Model.silenced.keys.filter { $0 != model.focus }.sorted()
        guard let focus = random.one(of: others) else { return }
        model.pendingFocus = focus
        for number in model.sent.indices.suffix(window + 1) where model.sent[number].id == nil {
            model.sent[number].focuses.insert(focus)
        }
        let member: MemberName = focus.isEmpty ? "Deactivate" : "Activate"
        send(
            peer, member, focus.isEmpty ? [] : [.string(focus)], interface: WireName.control
        ) { [weak self] answer, _ in
            guard let self, answer != nil else { return }
            self.model.focus = focus
            self.model.pendingFocus = nil
        }
    }

    /// Clears the pending operations after a fault, when no answer can arrive any more.
    func forgetPending() {
        pendingBadges = [:]
        model.pendingFocus = nil
        for number in model.sent.indices { model.sent[number].isBusy = false }
    }
}
