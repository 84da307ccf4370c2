// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FocusDaemon

@Suite struct TextCopiesTests {
    private func withCopies(_ body: (TextCopies, String) throws -> Void) throws {
        let home = try makeTemporaryDirectory("copies")
        defer { try? FileManager.default.removeItem(atPath: home) }
        try body(TextCopies(path: home + "/state/copies"), home + "/state/copies")
    }

    @Test func aCopyLastsUntilItsFileIsGone() throws {
        try withCopies { copies, path in
            let texts = copies.texts
            #expect(texts["work.focus"] == nil)
            texts["work.focus"] = Array("one".utf8)
            texts["gym.focus"] = Array("two".utf8)
            texts["work.focus"] = Array("three".utf8)
            #expect(TextCopies(path: path).texts["work.focus"] == Array("three".utf8))
            texts["gym.focus"] = nil
            #expect(texts["gym.focus"] == nil)
            texts["old.focus"] = Array("four".utf8)
            texts.retain(["work.focus"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["work.focus"])
            let attributes = try FileManager.default.attributesOfItem(atPath: path + "/work.focus")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func aLongTextHasNoCopy() throws {
        try withCopies { copies, _ in
            let texts = copies.texts
            texts["work.focus"] = Array("short".utf8)
            texts["work.focus"] = [UInt8](repeating: 35, count: SmallFile.maximumBytes + 1)
            #expect(texts["work.focus"] == nil)
        }
    }

    /// Found by review: an empty copy, as a power failure leaves it, was a valid text.
    @Test func anEmptyCopyIsNone() throws {
        try withCopies { copies, path in
            let texts = copies.texts
            texts["focusd.conf"] = Array("one".utf8)
            try Data().write(to: URL(filePath: path + "/focusd.conf"))
            #expect(texts["focusd.conf"] == nil)
            texts["focusd.conf"] = Array("one".utf8)
            #expect(texts["focusd.conf"] == Array("one".utf8))
            texts["focusd.conf"] = []
            #expect(texts["focusd.conf"] == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
        }
    }

    /// Found by review: the beginning of a text, as a power failure may leave it, was a valid text.
    @Test func anIncompleteCopyIsNone() throws {
        try withCopies { copies, path in
            let texts = copies.texts
            let text = Array("[Missed]\nCommand=one\n[Private]\nApps=two\n".utf8)
            texts["focusd.conf"] = text
            let file = URL(filePath: path + "/focusd.conf")
            let whole = try Data(contentsOf: file)
            for end in 0..<whole.count {
                try whole.prefix(end).write(to: file)
                #expect(texts["focusd.conf"] == nil)
            }
            var holed = whole
            holed.replaceSubrange(4..<12, with: Data(count: 8))
            try holed.write(to: file)
            #expect(texts["focusd.conf"] == nil)
            try whole.write(to: file)
            #expect(texts["focusd.conf"] == text)
        }
    }

    /// A link, a pipe or another directory in its place stops nothing, and is not written to.
    @Test func otherFilesInItsPlaceStayUnchanged() throws {
        try withCopies { copies, path in
            let texts = copies.texts
            texts["work.focus"] = Array("one".utf8)
            let other = path + "-other"
            try Data("mine".utf8).write(to: URL(filePath: other))
            for name in ["work.focus", ".new"] {
                try? FileManager.default.removeItem(atPath: path + "/" + name)
                try #require(unsafe symlink(other, path + "/" + name) == 0)
            }
            try #require(unsafe mkfifo(path + "/gym.focus", 0o600) == 0)
            #expect(texts["gym.focus"] == nil)
            texts["work.focus"] = Array("two".utf8)
            texts["gym.focus"] = Array("two".utf8)
            #expect(texts["work.focus"] == Array("two".utf8))
            #expect(texts["gym.focus"] == Array("two".utf8))
            #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")

            let linked = path + "-linked"
            try #require(unsafe symlink(path, linked) == 0)
            let through = TextCopies(path: linked).texts
            through["work.focus"] = nil
            #expect(through["work.focus"] == nil)
            #expect(texts["work.focus"] == Array("two".utf8))
        }
    }
}
