// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import Testing

@testable import FocusSettings

/// The missed list follows focusd without being read whole again.
@Suite struct MissedNewsTests {
    private static func handled(_ state: inout SettingsState, _ event: SettingsEvent) -> [Effect] {
        var effects: [Effect] = []
        state.handle(event, into: &effects)
        return effects
    }

    /// Returns a state with the notifications 2 and 1, which focusd counts, too.
    private static func state() throws -> SettingsState {
        var state = try SettingsStateTests.state()
        state.status?.missed = 2
        let list = [EntryPagesTests.entry(2, "B"), EntryPagesTests.entry(1, "A")]
        // The next reading has the notification that came while the list was read.
        #expect(handled(&state, .missed(list)) == [.read(.missedNews)])
        return state
    }

    private static func titles(_ state: SettingsState) -> [String]? {
        state.missed?.map(\.record.summary)
    }

    @Test("issue 21: what is new is added to the missed list")
    func newsAreAdded() throws {
        var state = try Self.state()
        #expect(Self.handled(&state, .missedNews([])) == [])
        let news = [EntryPagesTests.entry(4, "D"), EntryPagesTests.entry(3, "C")]
        #expect(Self.handled(&state, .missedNews(news)) == [])
        #expect(Self.titles(state) == ["D", "C", "B", "A"])
        // An answer that comes after another one brings nothing twice.
        _ = Self.handled(&state, .missedNews([EntryPagesTests.entry(5, "E")] + news))
        #expect(Self.titles(state) == ["E", "D", "C", "B", "A"])
        // The whole list has not been read yet.
        state.missed = nil
        _ = Self.handled(&state, .missedNews(news))
        #expect(state.missed == nil)
    }

    @Test(
        "issue 21: a notification leaves the missed list with its new state",
        arguments: [EntryState.dismissed, .shown, .expired, .read, .replaced, .evicted])
    func endedOnesLeave(_ end: EntryState) throws {
        var state = try Self.state()
        let key = EntryKey(rawValue: 2)
        #expect(Self.handled(&state, .entryChanged(key, end, isRead: false)) == [])
        #expect(Self.titles(state) == ["A"])
    }

    @Test("issue 21: a notification whose picture comes later has the missed list read")
    func aPictureThatComesLaterIsRead() throws {
        var state = try Self.state()
        let key = EntryKey(rawValue: 2)
        #expect(
            Self.handled(&state, .entryChanged(key, .silenced, isRead: false)) == [.read(.missed)])
        #expect(Self.titles(state) == ["B", "A"])
    }

    /// An action of a resident notification was invoked.
    @Test("a notification that is read leaves the missed list, and does not have it read")
    func readOneLeaves() throws {
        var state = try Self.state()
        let key = EntryKey(rawValue: 1)
        for _ in 0..<2 {
            #expect(Self.handled(&state, .entryChanged(key, .silenced, isRead: true)) == [])
            #expect(Self.titles(state) == ["B"])
        }
    }

    @Test("issue 21: a notification that comes back has the missed list read")
    func oneThatComesBackIsRead() throws {
        var state = try Self.state()
        let key = EntryKey(rawValue: 1)
        _ = Self.handled(&state, .entryChanged(key, .shown, isRead: false))
        #expect(
            Self.handled(&state, .entryChanged(key, .silenced, isRead: false)) == [.read(.missed)])
        // One that is new comes with the news, whose answer may be older than the change.
        let new = EntryKey(rawValue: 9)
        #expect(Self.handled(&state, .entryChanged(new, .silenced, isRead: false)) == [])
        let news = [EntryPagesTests.entry(9, "C")]
        #expect(Self.handled(&state, .missedNews(news)) == [.read(.missed)])
        #expect(Self.handled(&state, .missedNews(news)) == [])
    }

    @Test("issue 21: a number that differs from focusd's has the missed list read, once")
    func aDifferenceIsReadOnce() throws {
        var state = try Self.state()
        state.status?.missed = 3
        // While there is news, the numbers differ all the time.
        #expect(Self.handled(&state, .missedNews([EntryPagesTests.entry(4, "D")])) == [])
        state.status?.missed = 7
        #expect(Self.handled(&state, .missedNews([])) == [.read(.missed)])
        #expect(Self.handled(&state, .missedNews([])) == [])
        state.status?.missed = 8
        #expect(Self.handled(&state, .missedNews([])) == [.read(.missed)])
    }

    @Test("issue 21: a part of focusd that changes all the time is read with pauses")
    func readsHavePauses() {
        #expect(ReadPace.pause(after: .milliseconds(2)) == .milliseconds(8))
        #expect(ReadPace.pause(after: .milliseconds(300)) == .milliseconds(1_200))
        #expect(ReadPace.pause(after: .seconds(5)) == .seconds(2))
        #expect(ReadPace.pause(after: .seconds(-1)) == .zero)
    }
}
