// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusDaemon

/// Counts of entries (issue 21).
@Suite @LoopActor struct SurveyTaskTests {
    private static func record(_ key: Int64, app: String) -> EntryRecord {
        EntryRecord(
            key: EntryKey(rawValue: key), id: ClientID(rawValue: UInt32(key)),
            time: Timestamp(rawValue: key), notification: Notification(app: AppID(app)),
            decision: Decision(verdict: .silence, reason: .app, level: .active), focus: nil,
            sender: PeerName(rawValue: ":1.1"), sandbox: nil, state: .silenced)
    }

    @Test func countedGroupsHaveALimit() throws {
        let task = CountTask(by: .app, day: { _ in "" }, name: { $0.app.rawValue })
        for number in 0..<Limits.countedGroups {
            task.look(at: Self.record(Int64(number + 1), app: "app\(number)"))
        }
        func groups() throws -> [Fields] {
            try #require(task.answer(next: nil).first.flatMap(Fields.list))
        }
        #expect(try groups().count == Limits.countedGroups)
        #expect(try groups().last?.uint32("others") == nil)
        task.look(at: Self.record(9_999, app: "one more"))
        task.look(at: Self.record(10_000, app: "app7"))
        #expect(try groups().count == Limits.countedGroups)
        #expect(try groups().last?.uint32("others") == 1)
        let first = try #require(try groups().first)
        #expect(first.string("app") == "app7")
        #expect(first.uint32("count") == 2)
        #expect(first.uint32("silenced") == 2)
        #expect(first.int64("latest") == 10_000)
    }

    @Test func nothingIsCountedAsNothing() throws {
        let task = CountTask(by: .all, day: { _ in "" }, name: { _ in "" })
        let groups = try #require(
            task.answer(next: EntryKey(rawValue: 7)).first.flatMap(Fields.list))
        #expect(groups.map { $0.uint32("count") } == [0])
        #expect(groups.last?.int64("next") == 7)
    }
}
