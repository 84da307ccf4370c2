// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Testing

@testable import FocusFiles

/// Changes of `focusd.conf` and of `always.focus` on disk.
@Suite struct ConfigurationEditingTests {
    @Test func aMissingFileIsMadeAndRemovedAgain() throws {
        try withConfiguration { directory in
            let file = ConfigurationFile(directory: directory)
            let (before, after) = try file.edit { text throws(FocusFileError) in
                try text.set(.days, 7)
            }
            #expect(before == nil)
            #expect(try file.load().retention.days == 7)
            #expect(try file.replace(from: Array("other".utf8), with: nil) == false)
            #expect(try file.replace(from: Array(after.contents.utf8), with: nil))
            #expect(try file.load() == Configuration())
        }
    }

    @Test func anInvalidChangeLeavesTheFile() throws {
        try withConfiguration { directory in
            let file = ConfigurationFile(directory: directory)
            try file.edit { text throws(FocusFileError) in try text.setServerCommand("dunst") }
            #expect(throws: FocusFileError.self) {
                try file.edit { text throws(FocusFileError) in try text.set(.days, 0) }
            }
            #expect(try file.read().contents == "[Server]\nCommand=dunst\n")
        }
    }

    @Test("a refused text is replaced by a valid one, and comes back as it was")
    func aRefusedTextComesBack() throws {
        try withConfiguration { directory in
            let file = ConfigurationFile(directory: directory)
            try file.edit { text throws(FocusFileError) in try text.setServerCommand("dunst") }
            let good = try file.contents()
            let bad = Array("[Server\n".utf8)
            #expect(try file.restore(from: good, to: bad))
            #expect(throws: FocusFileError.self) { try file.read() }
            #expect(file.withoutFile?.serverCommand == nil)
            #expect(try file.contents() == bad)
            #expect(try file.replace(from: bad, with: good))
            #expect(try file.read().serverCommand == "dunst")
            // It has changed elsewhere since.
            #expect(try file.restore(from: bad, to: bad) == false)
            #expect(try file.contents() == good)
        }
    }

    @Test func appsAreRemovedInAnyLetterCase() throws {
        try withConfiguration { directory in
            let file = ConfigurationFile(directory: directory)
            try file.edit { text throws(FocusFileError) in
                try text.setApp(AppID("Slack"), in: .private, isMember: true)
                try text.setApp(AppID("slack"), in: .private, isMember: false)
            }
            #expect(try file.load().privateApps.isEmpty)
        }
    }

    @Test func alwaysIsChangedLikeAFocus() throws {
        try withConfiguration { directory in
            let always = FocusDirectory(always: AlwaysFile(directory: directory))
            #expect(try always.read(.always).contents == "")
            try always.edit(.always) { file throws(FocusFileError) in
                try file.setAppsMode(.silence)
                try file.addApp(AppID("org.example.Chat"))
                try file.addRule("one", when: "summary == \"x\"", do: .silence)
                try file.addRule("two", when: "summary == \"y\"", do: .allow)
                try file.moveRule("two", by: -1)
                try file.setNewApps(.ask)
                try file.set(.countsInBadge, false)
            }
            let rules = try always.read(.always).alwaysRules
            #expect(rules.apps.members == [AppID("org.example.Chat")])
            #expect(rules.rules.map(\.name) == ["two", "one"])
            #expect(rules.newApps == .ask && !rules.countsInBadge)
            let file = try always.read(.always)
            #expect(file.newApps == .ask && !file.countsInBadge)
            // Keys of a Focus alone are refused, and so are other ids.
            #expect(throws: FocusFileError.self) {
                try always.edit(.always) { file throws(FocusFileError) in try file.setName("x") }
            }
            #expect(throws: FocusFileError.self) { try always.read(FocusID("work")) }
            #expect(throws: FocusFileError.self) {
                try FocusDirectory(path: directory).read(.always)
            }
            try always.delete(.always)
            #expect(try always.read(.always).alwaysRules == AlwaysRules())
        }
    }

    @Test func aPlaceThatCannotBeWrittenIsNamed() throws {
        try withConfiguration { directory in
            #expect(ConfigurationFile(directory: directory).writingProblem == nil)
        }
        let problem = ConfigurationFile(directory: "/proc/self/focusd").writingProblem
        #expect(problem?.file.hasPrefix("/proc/") == true)
        #expect(FocusDirectory(path: "/proc/self/focusd").writingProblem(of: .doNotDisturb) != nil)
    }

    private func withConfiguration(_ body: (String) throws -> Void) throws {
        let directory = try ConfigurationDirectory()
        try body(directory.path)
        // The directory goes with the object.
        withExtendedLifetime(directory) {}
    }
}
