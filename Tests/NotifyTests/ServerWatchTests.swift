// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Testing

@testable import Notify

/// The order of the recorded messages, and the requests that they answer.
@Suite struct ServerWatchTests {
    private let watch = ServerWatch {}

    init() {
        watch.learned(owner: ":1.1", at: 0)
        _ = watch.takeEvents()
    }

    @Test func `an owner that changes while it is asked for is not overwritten`() {
        let watch = ServerWatch {}
        let change = watch.owner.change
        watch.ownerChanged(to: ":1.9")
        watch.learned(owner: ":1.2", at: change)
        #expect(watch.owner.name == ":1.9")
        #expect(watch.takeEvents() == [.serverAppeared])
    }

    @Test func eventsThatWaitHaveALimit() {
        let popups = 1...UInt32(ServerWatch.maximumEvents)
        for popup in popups { show(popup) }
        for popup in popups { watch.received(.closed(id: popup, reason: 1), from: ":1.1") }
        for popup in 1...5 { watch.received(.closed(id: UInt32(popup), reason: 1), from: ":1.1") }
        #expect(watch.takeEvents().count == ServerWatch.maximumEvents)
        let text = String(repeating: "x", count: ServerWatch.maximumEventBytes / 4)
        for _ in 0..<5 { watch.received(.replied(id: 1, text: text), from: ":1.1") }
        #expect(watch.takeEvents().count == 4)
        // Taken events make room for new ones.
        watch.received(.replied(id: 1, text: text), from: ":1.1")
        #expect(watch.takeEvents().count == 1)
    }

    /// Lets the server answer a call with that popup.
    private func show(_ popup: UInt32) {
        watch.begin()
        watch.sending(serial: popup)
        watch.answered(serial: popup, .returned(id: popup))
        _ = watch.end(overdue: nil)
    }

    /// Issue 15: ends of popups that never were took the room of the ends of popups.
    @Test func endsOfOtherPopupsHaveARoomOfTheirOwn() {
        let most = ServerWatch.maximumOtherEnds
        show(1)
        func flood() {
            for popup in 0..<UInt32(most * 5) {
                watch.received(.closed(id: 1_000 + popup, reason: 2), from: ":1.1")
            }
        }
        flood()
        watch.received(.closed(id: 1, reason: 1), from: ":1.1")
        // The second end of the same popup is one of another.
        watch.received(.closed(id: 1, reason: 3), from: ":1.1")
        var events = watch.takeEvents()
        #expect(events.count == most + 1)
        #expect(events.last == .closed(id: 1, reason: 1))
        // Taken events make room, also for popups from before a restart of the program.
        watch.received(.closed(id: 2, reason: 1), from: ":1.1")
        events = watch.takeEvents()
        #expect(events == [.closed(id: 2, reason: 1)])
        // A popup that is shown again has an end again; another server has other popups.
        show(3)
        show(4)
        watch.received(.closed(id: 3, reason: 2), from: ":1.1")
        show(3)
        _ = watch.takeEvents()
        flood()
        watch.received(.closed(id: 3, reason: 1), from: ":1.1")
        watch.ownerChanged(to: ":1.2")
        watch.received(.closed(id: 4, reason: 1), from: ":1.2")
        events = watch.takeEvents()
        #expect(events.suffix(2) == [.closed(id: 3, reason: 1), .serverAppeared])
    }

    @Test func rememberedPopupsHaveALimit() {
        // A server that never tells the ends of its popups: the newest are remembered.
        let last = UInt32(ServerWatch.maximumPopups + 1)
        for popup in 1...last { show(popup) }
        for popup in 0..<UInt32(ServerWatch.maximumOtherEnds) {
            watch.received(.closed(id: 1_000_000 + popup, reason: 2), from: ":1.1")
        }
        for popup in [1, last / 2, last / 2 + 1, last] {
            watch.received(.closed(id: popup, reason: 1), from: ":1.1")
        }
        let events = watch.takeEvents().dropFirst(ServerWatch.maximumOtherEnds)
        let due: [ServerEvent] = [
            .closed(id: last / 2 + 1, reason: 1), .closed(id: last, reason: 1),
        ]
        #expect(Array(events) == due)
    }

    /// Issue 15: a server that reported actions without a pause kept the loop busy, and each app
    /// waited for its answers behind the signals.
    @Test func actionsOfPopupsHaveARate() {
        let start = ContinuousClock.now
        func act(_ popup: UInt32, after time: Duration = .zero) {
            watch.received(
                .actionInvoked(id: popup, key: "default"), from: ":1.1", at: start + time)
        }
        let most = ActionAllowance.reportsOfPopup
        for _ in 0..<most * 3 { act(1) }
        var events = watch.takeEvents()
        #expect(events.count == most + 1)
        // Told once.
        #expect(events.last == .actionsLost)
        // Another popup has its own, and ends are not limited.
        act(2)
        watch.received(.closed(id: 1, reason: 2), from: ":1.1", at: start)
        events = watch.takeEvents()
        #expect(events == [.actionInvoked(id: 2, key: "default"), .closed(id: 1, reason: 2)])
        act(1, after: ActionAllowance.pauseOfPopup)
        act(1, after: ActionAllowance.pauseOfPopup)
        #expect(watch.takeEvents().count == 1)
        act(1, after: ActionAllowance.pauseOfPopup)
        act(1, after: ServerWatch.pauseOfReports)
        #expect(watch.takeEvents().count == 1)
    }

    @Test func actionsOfAllPopupsHaveARate() {
        let start = ContinuousClock.now
        let most = ActionAllowance.reports
        for popup in 0..<UInt32(most * 3) {
            watch.received(.activationToken(id: popup, token: "t"), from: ":1.1", at: start)
        }
        #expect(watch.takeEvents().count == most + 1)
        for _ in 0..<2 {
            watch.received(
                .activationToken(id: 1, token: "t"), from: ":1.1",
                at: start + ActionAllowance.pause)
        }
        #expect(watch.takeEvents().count == 1)
    }

    @Test func textsOfActionsHaveARateInBytes() {
        var allowance = ActionAllowance()
        let start = ContinuousClock.now
        let text = ActionAllowance.textBytes / 8
        let taken = (0..<20).count { allowance.take(text, ofPopup: UInt32($0), at: start) }
        #expect(taken == 8)
        let later = allowance.take(text, ofPopup: 30, at: start + .seconds(1))
        #expect(later)
        let more = allowance.take(text, ofPopup: 31, at: start + .seconds(1))
        #expect(!more)
        // A click needs no text.
        let click = allowance.take(0, ofPopup: 31, at: start + .seconds(1))
        #expect(click)
    }

    @Test func popupsWithTheirWholeAllowanceAreForgotten() {
        var allowance = ActionAllowance()
        var now = ContinuousClock.now
        for popup in 0..<UInt32(ActionAllowance.maximumPopups * 2) {
            now += ActionAllowance.pause
            let isTaken = allowance.take(0, ofPopup: popup, at: now)
            #expect(isTaken)
        }
        #expect(allowance.count <= ActionAllowance.maximumPopups)
    }

    /// Found by review: these events have no limit, so that a program that took and left the name
    /// while the server hung filled the memory.
    @Test func aServerThatOnlyComesAndGoesLeavesNoEvent() {
        for number in 0..<1000 {
            watch.ownerChanged(to: nil)
            watch.ownerChanged(to: ":1.\(number)")
            watch.ownerChanged(to: ":2.\(number)")
        }
        #expect(watch.owner.name == ":2.999")
        #expect(watch.takeEvents() == [.serverVanished, .serverAppeared])
        watch.ownerChanged(to: nil)
        watch.ownerChanged(to: ":1.1")
        watch.received(.closed(id: 1, reason: 1), from: ":1.1")
        watch.ownerChanged(to: nil)
        #expect(
            watch.takeEvents()
                == [.serverVanished, .serverAppeared, .closed(id: 1, reason: 1), .serverVanished])
    }

    @Test func `a change of the owner stays on its side of the answer`() {
        watch.begin(replaces: true)
        watch.sending(serial: 7)
        watch.ownerChanged(to: nil)
        watch.ownerChanged(to: ":1.2")
        watch.answered(serial: 7, .returned(id: 1))
        watch.ownerChanged(to: nil)
        #expect(watch.end(overdue: nil).events == [.serverVanished, .serverAppeared])
        #expect(watch.takeEvents() == [.serverVanished])
    }

    @Test func `events are split where the answer came`() {
        watch.begin(replaces: true)
        watch.sending(serial: 7)
        watch.received(.closed(id: 1, reason: 1), from: ":1.1")
        watch.answered(serial: 6, .returned(id: 9))
        watch.answered(serial: 7, .returned(id: 1))
        watch.received(.closed(id: 1, reason: 2), from: ":1.1")
        let ending = watch.end(overdue: nil)
        #expect(ending.answer == .returned(id: 1))
        #expect(ending.events == [.closed(id: 1, reason: 1)])
        #expect(watch.takeEvents() == [.closed(id: 1, reason: 2)])
    }

    /// Found by review: dunst reports the end of a popup that it suppresses before its answer.
    @Test func `the end of a new popup before its own answer comes after the answer`() {
        watch.begin()
        watch.sending(serial: 7)
        watch.received(.closed(id: 5, reason: 1), from: ":1.1")
        watch.received(.closed(id: 6, reason: 4), from: ":1.1")
        watch.answered(serial: 7, .returned(id: 6))
        watch.received(.closed(id: 4, reason: 2), from: ":1.1")
        #expect(watch.end(overdue: nil).events == [.closed(id: 5, reason: 1)])
        #expect(
            watch.takeEvents() == [.closed(id: 6, reason: 4), .closed(id: 4, reason: 2)])
    }

    @Test func `an answer that comes as the caller gives up is an answer`() {
        watch.begin()
        watch.sending(serial: 7)
        watch.answered(serial: 7, .returned(id: 3))
        #expect(watch.end(overdue: (7, 100)).answer == .returned(id: 3))
        watch.answered(serial: 7, .returned(id: 3))
        #expect(watch.takeEvents() == [])
    }

    @Test(
        arguments: [
            (.returned(id: 5), .lateAnswer(token: 100, id: 5)),
            (.returned(id: 0), .lateFailure(token: 100, .notShown)),
            (.returned(id: nil), .lateFailure(token: 100, .malformedAnswer)),
            (.failed(.serverDied), .lateFailure(token: 100, .serverDied)),
        ] as [(ServerWatch.Answer, ServerEvent)])
    func `a late answer finds its request, once`(
        _ answer: ServerWatch.Answer, _ event: ServerEvent
    ) {
        watch.begin()
        watch.sending(serial: 7)
        #expect(watch.end(overdue: (7, 100)).answer == nil)
        watch.answered(serial: 8, answer)
        watch.answered(serial: 7, answer)
        watch.answered(serial: 7, answer)
        #expect(watch.takeEvents() == [event])
    }

    @Test func `requests without an answer fail when the bus goes`() {
        for serial in [7, 8] as [UInt32] {
            watch.begin()
            _ = watch.end(overdue: (serial, UInt64(serial)))
        }
        #expect(
            watch.abandon() == [
                .lateFailure(token: 7, .busLost), .lateFailure(token: 8, .busLost),
            ])
        #expect(watch.owner.name == nil)
    }

    @Test func `only so many unanswered requests are remembered`() {
        let count = ServerWatch.maximumOverdue
        for serial in 1...UInt32(count) + 1 {
            watch.begin()
            _ = watch.end(overdue: (serial, UInt64(serial)))
        }
        #expect(watch.abandon().count == count)
    }

    @Test func `the first event wakes the actor, and the next ones do not`() {
        let wakeUps = Mutex(0)
        let watch = ServerWatch { wakeUps.withLock { $0 += 1 } }
        watch.ownerChanged(to: ":1.1")
        watch.ownerChanged(to: nil)
        #expect(wakeUps.withLock { $0 } == 1)
        _ = watch.takeEvents()
        watch.ownerChanged(to: ":1.2")
        #expect(wakeUps.withLock { $0 } == 2)
    }

    @Test(
        arguments: [
            ("org.freedesktop.DBus.Error.ServiceUnknown", "", true, .noServer),
            ("org.freedesktop.DBus.Error.NameHasNoOwner", "", true, .noServer),
            (
                "org.freedesktop.DBus.Error.NoReply",
                "Message recipient disconnected from message bus without replying", true,
                .serverDied
            ),
            (
                "org.freedesktop.DBus.Error.NoReply", "Remote peer disconnected", true, .serverDied
            ),
            (
                "org.freedesktop.DBus.Error.NoReply", "late", true,
                .refused(name: "org.freedesktop.DBus.Error.NoReply", untrustedMessage: "late")
            ),
            (
                "org.freedesktop.DBus.Error.ServiceUnknown", "x", false,
                .refused(name: "org.freedesktop.DBus.Error.ServiceUnknown", untrustedMessage: "x")
            ),
        ] as [(String, String, Bool, ShowError)])
    func `errors of the bus are told apart from the server's`(
        _ name: String, _ message: String, _ isFromBus: Bool, _ error: ShowError
    ) {
        #expect(
            ShowError(errorName: name, untrustedMessage: message, isFromBus: isFromBus) == error)
    }
}
