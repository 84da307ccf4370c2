// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import FocusFiles

@Suite struct AlwaysFileTests {
    private func read(_ text: String) throws(FileProblems) -> AlwaysRules {
        try AlwaysFile.rules(bytes: Array(text.utf8), path: "always.focus")
    }

    @Test func missingFileHasNoRules() throws {
        let missing = AlwaysFile(directory: "/nonexistent")
        #expect(try missing.bytesIfPresent() == nil)
        #expect(try FocusDirectory(always: missing).read(.always).alwaysRules == AlwaysRules())
        #expect(try read("") == AlwaysRules())
    }

    @Test func allKeys() throws {
        let always = try read(
            """
            # for ads
            [Always]
            Apps=silence
            AppList=org.example.Ads;
            People=silence
            PeopleList=kim@example.org;
            AllowedSites=example.org;
            SilencedSites=example.net;
            NewApps=ask
            CountInBadge=false

            [Rule boss]
            When=person == "boss@example.org"
            Do=allow
            """)
        #expect(always.apps == ListPolicy(mode: .silence, members: [AppID("org.example.Ads")]))
        #expect(always.people.members == [PersonKey("kim@example.org")])
        #expect(always.allowedSites == ["example.org"])
        #expect(always.silencedSites == ["example.net"])
        #expect(always.newApps == .ask)
        #expect(!always.countsInBadge)
        #expect(always.rules.map(\.name) == ["boss"])
        #expect(always.rules.map(\.effect) == [.allow])
    }

    @Test(arguments: [
        ("[Focus]\n", "always.focus:1: group “Focus” is unknown"),
        ("[Always]\nTimeSensitive=true\n", "always.focus:2: key “TimeSensitive” is unknown"),
        ("[Always]\nNewApps=no\n", "always.focus:2: NewApps: “no” is unknown"),
        ("[Always]\nAppList=a;\n", "always.focus:2: AppList needs Apps=allow or Apps=silence"),
        ("[Rule a]\nDo=silence\n", "always.focus:1: [Rule a] needs When="),
        (
            "[Rule a]\nWhen=TRUEPREDICATE\nDo=silence\n[Rule a]\nDo=allow\n",
            "always.focus:4: a second [Rule a]; the first is on line 1"
        ),
        ("[Schedule a]\nDays=Mon\n", "always.focus:1: group “Schedule” is unknown"),
        ("[Always ]\nNewApps=ask\n", "always.focus:1: [Always] is written without blanks"),
        ("[Always x]\n", "always.focus:1: [Always] has no name of its own"),
    ])
    func mistakesHaveTheirLine(_ text: String, _ message: String) {
        let error = #expect(throws: FileProblems.self) { try read(text) }
        let found = error?.problems.first?.description ?? ""
        #expect(found.hasPrefix(message), "\(found)")
    }
}
