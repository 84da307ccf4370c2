// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon
@testable import FocusStore

/// A start that cannot open its database: the notifications in it return with a later start.
@Suite @LoopActor struct DetachedStartTests {
    @Test func picturesOfTheDatabaseStay() throws {
        let folder = try makeTemporaryDirectory("detached")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // A directory in the place of the database.
        let path = folder + "/focusd.sqlite"
        let pictures = folder + "/pictures"
        for directory in [path, pictures] {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: false)
        }
        try "a face".write(toFile: pictures + "/7-image.png", atomically: true, encoding: .utf8)
        let engine = try Engine(store: try Store.detached(from: path), log: Log())
        #expect(engine.repair.beganDetached)
        engine.pictures = KeptPictureFiles(path: pictures)
        try engine.restore(present: [], session: "")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: pictures) == ["7-image.png"])
    }
}
