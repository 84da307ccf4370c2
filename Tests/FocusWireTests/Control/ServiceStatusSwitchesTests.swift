// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import FocusWire

/// Focuses that a switch ends without naming them.
@Suite struct ServiceStatusSwitchesTests {
    static let now = Timestamp(rawValue: 1_000_000)
    static let end = Timestamp(rawValue: 5_000_000)

    static func status(until end: Timestamp?) -> ServiceStatus {
        var status = ServiceStatus()
        status.activation = Activation(
            focus: FocusID("dnd"), since: now, cause: .manual, until: end)
        return status
    }

    static func change(
        _ focus: FocusID?, at time: Timestamp, schedule: String? = nil
    ) -> UpcomingChange {
        let outcome = focus.map {
            Activation(focus: $0, since: time, cause: .schedule, schedule: schedule)
        }
        return UpcomingChange(Agenda.Change(time: time, outcome: outcome), name: nil)
    }

    @Test func onlyAnotherFocusWithoutAnEndReplaces() {
        let status = Self.status(until: nil)
        #expect(status.replaced(by: FocusID("work"), until: .never)?.focus == FocusID("dnd"))
        #expect(status.replaced(by: FocusID("dnd"), until: .never) == nil)
        #expect(status.replaced(by: FocusID("work"), until: .withSession) == nil)
        #expect(ServiceStatus().replaced(by: FocusID("work"), until: .never) == nil)
    }

    /// A trial with a newcomer: `off` named Sleep as on before, whose window the user had ended.
    @Test func aWindowThatTheUserHasEndedDoesNotFollow() {
        var status = Self.status(until: Self.end)
        let sleep = Self.change(FocusID("sleep"), at: Self.end, schedule: "night")
        #expect(status.follower(sleep) { _, _ in true } == nil, "focusd names no covered Focus")
        status.covered = Self.change(FocusID("dnd"), at: Self.end.adding(60_000))
        #expect(status.follower(sleep) { _, _ in true }?.focus == FocusID("dnd"))
    }

    /// Issue 17: `off` of a Focus that a command holds on also ended the one below, without a word.
    @Test func theFocusBelowATriggerFollows() {
        var status = Self.status(until: nil)
        status.activation?.cause = .trigger
        #expect(status.follower(nil) { _, _ in true } == nil)
        status.covered = Self.change(FocusID("work"), at: Self.end)
        #expect(status.follower(nil) { _, _ in false }?.focus == FocusID("work"))
        status.activation?.cause = .schedule
        #expect(status.follower(nil) { _, _ in true } == nil)
    }

    @Test func theFocusThatWouldComeBackFollows() {
        var status = Self.status(until: Self.end)
        status.activation?.cause = .schedule
        let work = FocusID("work")
        func follower(_ change: UpcomingChange?, isDue: Bool = true) -> FocusID? {
            status.follower(change) { focus, name in
                #expect(focus == work && name == "office")
                return isDue
            }?.focus
        }
        #expect(follower(Self.change(work, at: Self.end)) == work)
        #expect(follower(Self.change(work, at: Self.end, schedule: "office")) == work)
        // A window that begins at that moment begins all the same.
        #expect(
            follower(Self.change(work, at: Self.end, schedule: "office"), isDue: false) == nil)
        #expect(follower(Self.change(work, at: Self.end.adding(60_000))) == nil)
        #expect(follower(Self.change(nil, at: Self.end)) == nil)
        #expect(follower(Self.change(FocusID("dnd"), at: Self.end)) == nil)
        #expect(follower(nil) == nil)
        #expect(
            Self.status(until: nil).follower(Self.change(work, at: Self.end)) { _, _ in true }
                == nil)
    }

    @Test func theCoveredFocusFollowsWhereAScheduleBeginsFirst() throws {
        var status = Self.status(until: Self.end)
        let outcome = Activation(focus: FocusID("study"), since: Self.end, cause: .manual)
        status.covered = UpcomingChange(
            .init(time: Self.end.adding(60_000), outcome: outcome), name: "My Study Time")
        let received = ServiceStatus(try #require(Fields(status.value)))
        #expect(received.covered == status.covered)
        let reading = Self.change(FocusID("reading"), at: Self.end, schedule: "evening")
        #expect(received.follower(reading) { _, _ in false }?.name == "My Study Time")
        #expect(received.follower(nil) { _, _ in true }?.focus == FocusID("study"))
    }
}
