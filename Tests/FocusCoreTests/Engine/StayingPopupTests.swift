// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// Popups that stay until the user deals with them, and that end with their server.
///
/// Found by a new user: the popup of an alarm vanished with a crash of dunst, and the alarm was
/// nowhere to deal with.
@Suite struct StayingPopupTests {
    /// A server with one popup that stays, and a store's copy of its notification.
    private static func one() throws -> (EngineTimeline, EntryFacts) {
        var life = EngineTimeline()
        life.serverStarts()
        let entry = try life.notify()
        life.staying.insert(entry.key)
        life.serveAll()
        return (life, entry)
    }

    @Test("the next server shows the popups that stay, in the order of arrival, and no others")
    func nextServer() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let first = try life.notify("first")
        let normal = try life.notify("normal")
        let transient = try life.notify("transient", transient: true)
        let read = try life.notify("read")
        let feedback = try life.notify("feedback", feedback: true)
        let second = try life.notify("second")
        // The state asks for none that is read or not stored.
        life.staying = [first.key, transient.key, read.key, feedback.key, second.key]
        life.serveAll()
        _ = life.change { $0.markRead([read.id], into: &$1) }
        life.serverEnds()
        #expect(Set(life.ends.keys) == [transient.key, read.key, feedback.key])
        #expect(life.rows == [first.key: .shown, normal.key: .expired, second.key: .shown])
        let closed = Set(
            life.signals.map { signal in
                if case .closed(let id, .undefined) = signal { id } else { ClientID(rawValue: 0) }
            })
        #expect(closed == [normal.id, transient.id, read.id, feedback.id])
        #expect(life.signals.count == 4)
        life.serverStarts("second")
        life.pump()
        #expect(
            life.underWay == [.show(first.key, first.id), .show(second.key, second.id)])
        life.serveAll()
        #expect(Set(life.popups.values) == [first.key, second.key])
        #expect(life.signals.count == 4)
        // The new popup is the notification's.
        life.close(try #require(life.entry(first.id)?.server), 2)
        #expect(life.ends[first.key] == .dismissed)
        #expect(life.signals.last == .closed(first.id, .dismissed))
    }

    @Test("another server shows them without an end of the first")
    func anotherServer() throws {
        var (life, entry) = try Self.one()
        life.popups = [:]
        life.serverStarts("second")
        life.serveAll()
        #expect(Array(life.popups.values) == [entry.key])
        #expect(life.signals.isEmpty)
    }

    @Test("of 70 popups that stay, the newest 64 are shown again")
    func many() throws {
        var life = EngineTimeline()
        life.serverStarts()
        let all = try (0..<70).map { try life.notify("n\($0)") }
        life.staying = Set(all.map(\.key))
        life.serveAll()
        life.serverEnds()
        life.serverStarts("second")
        life.serveAll()
        #expect(Set(life.popups.values) == Set(all.suffix(Limits.popupsShownAgain).map(\.key)))
        let over = all.dropLast(Limits.popupsShownAgain)
        #expect(over.count == 6)
        #expect(over.allSatisfy { life.rows[$0.key] == .expired })
        #expect(life.signals.count == over.count)
    }

    @Test("the user and the app end a notification that waits for the next server")
    func endedMeanwhile() throws {
        for isDismissed in [true, false] {
            var (life, entry) = try Self.one()
            life.serverEnds()
            if isDismissed {
                _ = life.change { $0.dismiss([entry.id], into: &$1) }
            } else {
                let isClosed = life.change {
                    $0.close(entry.id, by: EngineTimeline.client, into: &$1)
                }
                #expect(isClosed)
            }
            #expect(life.ends[entry.key] == (isDismissed ? .dismissed : .closedByApp))
            life.serverStarts("second")
            life.serveAll()
            #expect(life.popups.isEmpty)
        }
    }

    @Test("a popup that may be what ends the servers is shown again a few times only")
    func popupThatEndsItsServersIsGivenUp() throws {
        var (life, entry) = try Self.one()
        for number in 1...Limits.popupRestarts {
            life.serverEnds()
            life.serverStarts("server \(number)")
            life.serveAll()
            #expect(Array(life.popups.values) == [entry.key])
        }
        // It takes no place of those that may be shown again.
        #expect(life.state.unreadPopups(from: EntryKey(rawValue: 0)).isEmpty)
        life.serverEnds()
        #expect(life.rows == [entry.key: .expired])
        #expect(life.signals == [.closed(entry.id, .undefined)])
    }

    /// The store's copy of a notification: the popup that was on the screen, or the one that waited
    /// for a server.
    private static func stored(
        _ life: EngineTimeline, _ entry: EntryFacts
    ) throws -> LiveEntry {
        var stored = try #require(life.entry(entry.id))
        stored.state = try #require(life.rows[entry.key])
        return stored
    }

    private static func restored(_ entry: LiveEntry, onSameBus: Bool) -> EngineTimeline {
        var stored = entry
        if !onSameBus { stored.sender = PeerName(rawValue: "") }
        var next = EngineTimeline()
        next.staying = [stored.key]
        next.firstOfBus = EntryKey(rawValue: onSameBus ? 0 : stored.key.rawValue + 1)
        _ = next.state.restore(stored, isPresent: onSameBus)
        next.state.restore(
            nil, agenda: nil, session: "", deliveredThrough: nil, quietSince: nil,
            serverInstance: "first")
        return next
    }

    @Test(
        "after an end of focusd they are shown again on the same session bus, else missed",
        arguments: [true, false], [true, false])
    func restart(onSameBus: Bool, afterServer: Bool) throws {
        var (life, entry) = try Self.one()
        // focusd ends its server unheard; at a log-out the server may end first.
        if afterServer { life.serverEnds() }
        var next = Self.restored(try Self.stored(life, entry), onSameBus: onSameBus)
        next.rows = life.rows
        next.serverStarts("second")
        next.serveAll()
        #expect(Array(next.popups.values) == (onSameBus ? [entry.key] : []))
        #expect(next.rows == [entry.key: onSameBus ? .shown : .silenced])
        #expect(next.state.live.missed == (onSameBus ? 0 : 1))
        #expect(next.signals.isEmpty)
        // The user can have it shown.
        guard !onSameBus else { return }
        #expect(next.change { $0.deliverNow([entry.id], into: &$1) } == 1)
        next.serveAll()
        #expect(Array(next.popups.values) == [entry.key])
    }

    @Test("a killed focusd that had not shown them on the next server has its successor do it")
    func killedBeforeTheShow() throws {
        var (life, entry) = try Self.one()
        life.serverEnds()
        var next = Self.restored(try Self.stored(life, entry), onSameBus: true)
        next.rows = life.rows
        // The next server ran when focusd was killed.
        next.serverStarts("first")
        next.serveAll()
        #expect(Array(next.popups.values) == [entry.key])
        // The shell may find no message of theirs.
        var other = Self.restored(try Self.stored(life, entry), onSameBus: true)
        other.rows = life.rows
        other.change { $0.serverUp("first", showAgain: [], into: &$1) }
        #expect(other.rows == [entry.key: .expired])
    }

    @Test("popups that wait for a server are missed after the login session")
    func nextSession() throws {
        var (life, entry) = try Self.one()
        life.serverEnds()
        let (now, zone) = (life.now, life.zone)
        let isChanged = life.change {
            $0.sessionChanged(to: "next", at: now, zone, into: &$1)
        }
        #expect(isChanged)
        #expect(life.rows == [entry.key: .silenced])
        #expect(life.signals.isEmpty)
        life.serverStarts("second")
        life.serveAll()
        #expect(life.popups.isEmpty)
    }

    /// Found by review: the sender was told of the end twice.
    @Test("a popup that is being shown as the session changes ends with its server")
    func nextSessionDuringTheShow() throws {
        var (life, entry) = try Self.one()
        life.serverEnds()
        life.serverStarts("second")
        life.pump()
        let (now, zone) = (life.now, life.zone)
        _ = life.change { $0.sessionChanged(to: "next", at: now, zone, into: &$1) }
        #expect(life.signals.isEmpty)
        life.serveAll()
        #expect(Array(life.popups.values) == [entry.key])
        life.close(try #require(life.entry(entry.id)?.server), 2)
        #expect(life.signals == [.closed(entry.id, .dismissed)])
    }
}
