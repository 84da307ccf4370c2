// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// The room for copies of pictures (issue 15).
@Suite struct PictureRoomTests {
    private static func key(_ number: Int64) -> EntryKey { EntryKey(rawValue: number) }

    private static func owner(_ app: String, _ client: String? = nil) -> PictureRoom.Owner {
        PictureRoom.Owner(app: AppID(app), client: client.map { PeerName(rawValue: $0) })
    }

    @Test func nobodyGivesWayWhileThereIsRoom() {
        var room = PictureRoom(maximumCount: 2, maximumBytes: 10)
        room.add(4, of: Self.key(1), for: Self.owner("a"))
        room.add(6, of: Self.key(1), for: Self.owner("a"))
        #expect(room.nextToDelete == nil)
        room.add(0, of: Self.key(2), for: Self.owner("a"))
        #expect(room.nextToDelete == Self.key(1))
        room.remove(Self.key(1))
        room.remove(Self.key(1))
        #expect(room.nextToDelete == nil)
    }

    @Test func oldestOfTheAppWithMostBytesGivesWay() {
        var room = PictureRoom(maximumCount: 100, maximumBytes: 10)
        room.add(1, of: Self.key(1), for: Self.owner("many"))
        room.add(1, of: Self.key(2), for: Self.owner("many"))
        room.add(1, of: Self.key(3), for: Self.owner("many"))
        room.add(4, of: Self.key(4), for: Self.owner("large"))
        room.add(4, of: Self.key(5), for: Self.owner("large"))
        #expect(room.nextToDelete == Self.key(4))
    }

    /// Any program can claim an app's name.
    @Test func clientThatInventsAppsGivesWay() {
        var room = PictureRoom(maximumCount: 3, maximumBytes: 1_000)
        room.add(1, of: Self.key(1), for: Self.owner("real", ":1.1"))
        for number in Int64(2)...4 {
            room.add(1, of: Self.key(number), for: Self.owner("invented\(number)", ":1.2"))
        }
        #expect(room.nextToDelete == Self.key(2))
    }
}
