// SPDX-License-Identifier: Apache-2.0

import FocusCore
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
}
