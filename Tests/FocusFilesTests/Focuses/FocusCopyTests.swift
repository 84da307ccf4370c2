// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Testing

/// Copies of replaced Focus files (issue 22).
@Suite struct FocusCopyTests {
    let directory: ConfigurationDirectory
    let work = FocusID("work")

    init() throws {
        directory = try ConfigurationDirectory()
    }

    @Test func aCopyHasTheTimeInItsNameAndIsNoFocus() throws {
        let path = try directory.focuses.keepCopy(of: "[Focus]\n", work, time: 1_795_417_500)
        #expect(path == "\(directory.focuses.path)/work.20261123-070500.conflict")
        let second = try directory.focuses.keepCopy(of: "other", work, time: 1_795_417_500)
        #expect(second == "\(directory.focuses.path)/work.20261123-070500-2.conflict")
        #expect(try directory.read("focuses/work.20261123-070500.conflict") == "[Focus]\n")
        #expect(directory.focuses.copies == [second, path].sorted())
        #expect(directory.focuses.load().focuses.count == 1)
        #expect(directory.focuses.load().problems == [])
    }

    @Test func copiesHaveALimit() throws {
        for number in 0..<FocusFileLimits.copies {
            _ = try directory.focuses.keepCopy(of: "x", work, time: number)
        }
        #expect(throws: FocusFileError.self) {
            try directory.focuses.keepCopy(of: "x", work, time: 1_000)
        }
        #expect(directory.focuses.copies.count == FocusFileLimits.copies)
    }
}
