// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import FocusFiles

@Suite struct FocusTemplateTests {
    @Test func thereAreNine() {
        #expect(
            FocusTemplate.all.map(\.id.rawValue) == [
                "do-not-disturb", "sleep", "work", "personal", "driving", "fitness", "gaming",
                "mindfulness", "reading",
            ])
    }

    @Test(arguments: FocusTemplate.all)
    func eachIsAGoodFileThatSilencesEverybody(template: FocusTemplate) throws {
        let file = try FocusFile(
            id: template.id, contents: template.contents, path: "\(template.id).focus")
        #expect(file.focus.name == template.name)
        #expect(file.focus.icon == template.icon)
        #expect(file.focus.color == template.color)
        #expect(file.focus.apps == ListPolicy(mode: .allow, members: []))
        #expect(file.focus.people == ListPolicy(mode: .allow, members: []))
        #expect(file.focus.timeSensitive == (template.id != FocusID("sleep")))
        #expect(file.focus.summary)
        #expect(!file.focus.hideBadges)
    }

    @Test func oneWithoutIconAndColorIsGoodToo() throws {
        let template = FocusTemplate(id: FocusID("mine"), name: "Mine")
        let file = try FocusFile(id: template.id, contents: template.contents, path: "x")
        #expect(file.focus.icon == nil)
        #expect(file.contents.hasPrefix("[Focus]\nName=Mine\n# Apps, People"))
    }
}
