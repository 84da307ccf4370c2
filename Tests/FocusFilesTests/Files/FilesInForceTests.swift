// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import FocusFiles

@Suite struct FilesInForceTests {
    /// A call that reads the files before their events may find one that is being written.
    @Test func aFileWithMistakesStaysAsItWasUntilItIsRefused() throws {
        let directory = try ConfigurationDirectory()
        try directory.makeFocuses()
        try directory.write("[Focus]\nName=Work\n", to: "focuses/work.focus")
        var table = FilesInForce(FocusCatalog.kind, directory: directory.focuses.path)
        table.reload()
        let before = table
        try directory.replace("focuses/work.focus", with: "")
        try directory.write("[Focus]\nNam", to: "focuses/half.focus")
        let names = ["work.focus", "half.focus"]
        for name in names { table.read(name, insists: false, awaitsEvent: true, deleted: []) }
        #expect(table.isSame(as: before))
        for name in names { table.read(name, insists: false, deleted: []) }
        #expect(Set(table.problems.map(\.file)).count == 2)
        #expect(table.entries["work.focus"]?.good?.focus.name == "Work")
        #expect(table.entries["half.focus"]?.good == nil)
    }

    /// The nanoseconds of a time after 2262 do not fit 64 bits, and the sum ended the program
    /// (issue 15).
    @Test func aFileOfTheFarFutureIsRead() throws {
        let directory = try ConfigurationDirectory()
        try directory.makeFocuses()
        try directory.write("[Focus]\nName=Work\n", to: "focuses/work.focus")
        let path = directory.focuses.path + "/work.focus"
        for seconds in [9_300_000_000.0, 9_400_000_000.0] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path)
            var table = FilesInForce(FocusCatalog.kind, directory: directory.focuses.path)
            table.reload()
            #expect(table.entries["work.focus"]?.good?.focus.name == "Work")
        }
    }
}
