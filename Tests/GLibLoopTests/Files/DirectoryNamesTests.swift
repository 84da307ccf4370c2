// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import TestSupport
import Testing

/// The names in a directory.
@Suite struct DirectoryNamesTests {
    @Test func namesAreFilteredAndLimited() throws {
        let folder = try makeTemporaryDirectory("names")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["a.ics", "b.ics", ".hidden", "täglich.ics"] {
            try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        #expect(
            DirectoryNames.read(folder).sorted() == [".hidden", "a.ics", "b.ics", "täglich.ics"])
        let calendars = DirectoryNames.read(folder) { $0.hasSuffix(".ics") }
        #expect(calendars.sorted() == ["a.ics", "b.ics", "täglich.ics"])
        #expect(DirectoryNames.read(folder, atMost: 2) { $0.hasSuffix(".ics") }.count == 2)
        #expect(DirectoryNames.read(folder, atMost: 0).isEmpty)
    }

    @Test func missingDirectoryHasNoNames() throws {
        let folder = try makeTemporaryDirectory("names")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(DirectoryNames.read("\(folder)/none").isEmpty)
    }
}
