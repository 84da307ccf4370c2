// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import FocusDaemon

/// Copies of files on a disk that hangs: a copy of `hung` waits for the other end of a pipe.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct PictureCopiesTests {
    /// A directory with a picture and copies that hang, removed with this object.
    @LoopActor final class Place {
        nonisolated let path: String
        private let pipe = Pipe()
        let ends = Recorder<Void>()

        init() throws {
            path = try makeTemporaryDirectory("hung-pictures")
            try "x".write(toFile: path + "/picture", atomically: false, encoding: .utf8)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func copies(within time: Duration) -> PictureCopies {
            let folder = PictureFolder(path: path + "/copies")
            let picture = path + "/picture"
            let descriptor = pipe.fileHandleForReading.fileDescriptor
            let copies = PictureCopies(folder, time: time) { source, name in
                var byte: UInt8 = 0
                if source == "hung" { _ = unsafe read(descriptor, &byte, 1) }
                return folder.copy(picture, as: name)
            }
            let ends = ends
            copies.onLateEnd = { ends.record(()) }
            return copies
        }

        /// Lets the copies that hang go on.
        func goOn() throws { try pipe.fileHandleForWriting.close() }

        nonisolated var names: [String] {
            let names = try? FileManager.default.contentsOfDirectory(atPath: path + "/copies")
            return (names ?? []).sorted()
        }
    }

    private static func owner(_ app: String) -> PictureRoom.Owner {
        PictureRoom.Owner(app: AppID(app), client: PeerName(rawValue: ":1.\(app)"))
    }

    /// Pictures were copied by one thread without a limit in time.
    @Test func copyThatHangsHoldsUpNoOtherApp() async throws {
        let place = try Place()
        let copies = place.copies(within: .milliseconds(10))
        let results = Recorder<String>()
        func copy(_ source: String, _ name: String, _ owner: PictureRoom.Owner) {
            copies.copy(source, as: name, of: owner) { bytes in
                // Only the first copy hangs. The others end, however long that takes.
                copies.time = .testDeadline
                results.record("\(name): \(bytes.map { "\($0)" } ?? "none")")
            }
        }
        copy("hung", "1-icon", Self.owner("1"))
        copy("picture", "2-icon", Self.owner("1"))
        copy("picture", "3-icon", Self.owner("2"))
        // The same client under another name.
        let client = PeerName(rawValue: ":1.1")
        copy("picture", "4-icon", PictureRoom.Owner(app: AppID("3"), client: client))
        for result in ["2-icon: none", "3-icon: 1", "4-icon: none"] {
            #expect(try await results.next() == result)
        }
        #expect(place.names == ["3-icon"])
        // A disk that slept goes on: the late copy counts, and the app's pictures are copied again.
        try place.goOn()
        #expect(try await results.next() == "1-icon: 1")
        try await place.ends.next()
        #expect(place.names == ["1-icon", "3-icon"])
        copy("picture", "5-icon", Self.owner("1"))
        #expect(try await results.next() == "5-icon: 1")
        #expect(place.names == ["1-icon", "3-icon", "5-icon"])
    }

    @Test func copiesThatHangHaveALimit() async throws {
        let place = try Place()
        let copies = place.copies(within: .milliseconds(10))
        let results = Recorder<Int?>()
        for number in 1...Limits.latePictures {
            copies.copy("hung", as: "\(number)-icon", of: Self.owner("\(number)")) {
                results.record($0)
            }
        }
        copies.copy("picture", as: "900-icon", of: Self.owner("900")) { results.record($0) }
        #expect(try await results.next() == nil)
        #expect(place.names.isEmpty)
        try place.goOn()
        for _ in 1...Limits.latePictures { try await place.ends.next() }
        for _ in 1...Limits.latePictures { #expect(try await results.next() == 1) }
        #expect(place.names.count == Limits.latePictures)
    }
}
