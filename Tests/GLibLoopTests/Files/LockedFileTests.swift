// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// The commands that give access. The superuser may read everything.
@Suite(.enabled(if: geteuid() != 0)) struct LockedFileTests {
    /// A trial with a newcomer: “chmod u+r FOLDER” did not let anybody read the files in it.
    @Test func eachCommandGivesTheAccessThatIsMissing() throws {
        let parent = try makeTemporaryDirectory("locked")
        defer { try? FileManager.default.removeItem(atPath: parent) }
        let folder = parent + "/a b"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = folder + "/x"
        try Data().write(to: URL(fileURLWithPath: file))
        #expect(LockedFile.command(file, edits: true) == nil)
        #expect(LockedFile.command(folder, edits: true) == nil)
        #expect(LockedFile.command(folder + "/none", edits: true) == nil)
        try #require(unsafe chmod(file, 0) == 0)
        #expect(LockedFile.command(file, edits: false) == "chmod u+r '\(file)'")
        #expect(LockedFile.command(file, edits: true) == "chmod u+rw '\(file)'")
        for mode: mode_t in [0, 0o400, 0o100] {
            try #require(unsafe chmod(folder, mode) == 0)
            #expect(LockedFile.command(folder, edits: true) == "chmod u+rwx '\(folder)'")
            #expect(LockedFile.command(folder, edits: false) == "chmod u+rx '\(folder)'")
        }
        // The file in a folder that cannot be searched: first the folder, then the file.
        try #require(unsafe chmod(folder, 0o400) == 0)
        #expect(LockedFile.command(file, edits: true) == "chmod u+rwx '\(folder)'")
        try #require(unsafe chmod(folder, 0o700) == 0)
        #expect(LockedFile.command(file, edits: true) == "chmod u+rw '\(file)'")
    }
}
