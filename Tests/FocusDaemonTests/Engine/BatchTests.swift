// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore
import FocusWire
import GLibLoop
import TestSupport
import Testing

@testable import DBus
@testable import FocusDaemon

/// Notifications that end in the batch in which they came: their calls were read at once.
@Suite(.timeLimit(.minutes(5))) @LoopActor final class BatchTests {
    private let bus: TestSupport.PrivateBus
    private let connection: Connection
    private let accounts = SharedAccounts()
    private let engine: Engine
    private let sender = Sender(peer: PeerName(rawValue: ""))

    init() throws {
        bus = try TestSupport.PrivateBus()
        connection = try bus.connect()
        engine = try Engine(store: try Store(path: nil), accounts: accounts, log: Log())
    }

    /// Admits a `Notify` that expects no answer, without the end of the batch.
    private func notify(
        id: UInt32, _ summary: String, hints: [String: Value] = [:]
    ) throws -> LiveEntry {
        let message = Message.methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        message.setNoReply()
        try message.append(
            .string("app"), .uint32(id), .string(""), .string(summary), .string(""),
            .strings([]), .vardict(hints), .int32(-1))
        let call = MethodCall(message: message, connection: connection, method: nil)
        try engine.receive(message, from: SenderIdentity(), call: call)
        return try #require(engine.entry(ClientID(rawValue: id)))
    }

    private static let feedback: [String: Value] = [
        "x-canonical-private-synchronous": .string("volume")
    ]

    private var unstoredBytes: Int { accounts.value.total(of: .unstoredBytes) }

    @Test("a message that is only in memory is charged until the delivery, not for good")
    func feedbackThatWasReplaced() throws {
        let first = try notify(id: 7, "10 %", hints: Self.feedback)
        let second = try notify(id: 7, "20 %", hints: Self.feedback)
        engine.endBatch()
        #expect(engine.messages[first.key] == nil)
        #expect(engine.messages[second.key] != nil)
        #expect(unstoredBytes > 0)
        #expect(engine.state.outbox.waiting == 1)
        #expect(engine.close(second.id, by: sender))
        #expect(unstoredBytes == 0)
    }

    @Test func feedbackThatWasClosedIsNotCharged() throws {
        let entry = try notify(id: 7, "10 %", hints: Self.feedback)
        #expect(engine.close(entry.id, by: sender))
        engine.endBatch()
        #expect(engine.messages[entry.key] == nil)
        #expect(unstoredBytes == 0)
        #expect(engine.state.outbox.waiting == 0)
    }

    @Test func storedMessageOfAClosedNotificationIsNotKeptInMemory() throws {
        let entry = try notify(id: 7, "a")
        #expect(engine.close(entry.id, by: sender))
        engine.endBatch()
        #expect(engine.messages[entry.key] == nil)
    }

    @Test func pictureOfAReplacedNotificationIsNotCopied() async throws {
        let place = try KeptPictureFilesTests.Place()
        let pictures = place.pictures()
        engine.pictures = pictures
        #expect(engine.mute(AppID("app"), until: .never))
        let images = try ["first.png", "second.png"].map { try place.write($0, "an image") }
        let entries = try images.map { image in
            try notify(id: 7, "a", hints: ["image-path": .string(image)])
        }
        #expect(entries[1].state == .silenced)
        engine.endBatch()
        while pictures.path(of: entries[1].key) == nil { try await place.copied.next() }
        #expect(pictures.path(of: entries[0].key) == nil)
        #expect(place.copies == ["\(entries[1].key.rawValue)-image.png"])
    }

    /// A tool that listens.
    @LoopActor private final class Tool: EngineObserver {
        let told = Recorder<(key: EntryKey, state: EntryState, isRead: Bool)>()

        var hasListeners: Bool { true }
        func decided(_ record: EntryRecord) {}
        func changed(_ change: StateChange) {}
        func missedChanged(_ count: Int) {}
        func badgesChanged(_ changes: [(app: AppID, count: UInt32)]) {}
        func entryChanged(
            _ id: ClientID, _ key: EntryKey, _ state: EntryState, isRead: Bool
        ) {
            told.record((key, state, isRead))
        }
        func entriesRemoved(of app: AppID?) {}
        func upcomingChanged() {}
    }

    @Test("issue 21: a tool that has read the missed list hears of a picture that comes later")
    func copiedPictureIsTold() async throws {
        let place = try KeptPictureFilesTests.Place()
        let pictures = place.pictures()
        engine.pictures = pictures
        let tool = Tool()
        engine.observer = tool
        pictures.onCopied = { [engine] key, isNewPicture in
            if isNewPicture { engine.pictureChanged(of: key) }
        }
        // Not silenced, and so no news of its picture.
        let shown = try notify(id: 6, "c")
        #expect(shown.state != .silenced)
        engine.pictureChanged(of: shown.key)
        #expect(engine.mute(AppID("app"), until: .never))
        // No picture, and so no news.
        let missing = try notify(
            id: 7, "a", hints: ["image-path": .string(place.path + "/missing.png")])
        let image = try place.write("image.png", "an image")
        let entry = try notify(id: 8, "b", hints: ["image-path": .string(image)])
        engine.endBatch()
        #expect(tool.told.pending.isEmpty)
        let told = try await tool.told.next()
        #expect(told.key == entry.key && told.state == .silenced && !told.isRead)
        #expect(pictures.path(of: missing.key) == nil)
        #expect(pictures.path(of: entry.key) != nil)
        pictures.onCopied = nil
    }
}
