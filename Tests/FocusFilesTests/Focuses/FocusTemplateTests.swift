// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import FocusFiles

@Suite struct FocusTemplateTests {
    @Test func thereAreEleven() {
        #expect(
            FocusTemplate.all.map(\.id.rawValue) == [
                "do-not-disturb", "sleep", "work", "personal", "driving", "fitness", "gaming",
                "mindfulness", "reading", "share", "call",
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
        let isStrict = template.id == FocusID("sleep") || template.id == FocusID("share")
        #expect(file.focus.timeSensitive == !isStrict)
        #expect(file.focus.summary)
        #expect(!file.focus.hideBadges)
    }

    @Test("issue 21: Share and Call turn themselves on")
    func someHaveTriggers() throws {
        func triggers(_ id: String) throws -> Set<Trigger> {
            let template = try #require(FocusTemplate.named(FocusID(id)))
            let file = try FocusFile(
                id: template.id, contents: template.contents, path: "\(id).focus")
            return file.focus.triggers
        }
        #expect(try triggers("share") == [.screenShared])
        #expect(try triggers("call") == [.microphone, .camera])
        for template in FocusTemplate.all where template.triggers.isEmpty {
            #expect(try triggers(template.id.rawValue).isEmpty)
            #expect(!template.contents.contains("Triggers"))
        }
    }

    @Test func oneWithoutIconAndColorIsGoodToo() throws {
        let template = FocusTemplate(id: FocusID("mine"), name: "Mine")
        let file = try FocusFile(id: template.id, contents: template.contents, path: "x")
        #expect(file.focus.icon == nil)
        #expect(file.contents.hasPrefix("[Focus]\nName=Mine\n# Apps, People"))
    }
}
