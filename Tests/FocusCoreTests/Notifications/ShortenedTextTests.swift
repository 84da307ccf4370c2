// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Testing

/// Issue 15: texts are cut by bytes, for any characters.
@Suite struct ShortenedTextTests {
    @Test(arguments: [
        ("", 0, ""), ("abc", 3, "abc"), ("abcd", 3, "abc"), ("abc", 0, ""), ("abc", -1, ""),
        ("aé", 2, "a"), ("aé", 3, "aé"), ("a€", 3, "a"), ("🙂", 3, ""), ("🙂🙂", 7, "🙂"),
    ])
    func aTextIsCutBetweenScalars(text: String, limit: Int, cut: String) {
        #expect(Array(text.cut(toBytes: limit).utf8) == Array(cut.utf8))
    }

    @Test func anEndlessCharacterCostsNoMoreThanOthers() {
        let endless = "e" + String(repeating: "\u{301}", count: 4 << 20)
        let start = ProcessorTime.ofThread
        for limit in 0..<10_000 { _ = endless.cut(toBytes: limit).utf8.count }
        // Ten thousand passes over the characters of the text would take hours.
        #expect(ProcessorTime.ofThread - start < .seconds(20))
    }

    @Test func everyNameIsReadBack() {
        let all = ShortenedTexts(rawValue: .max)
        #expect(ShortenedTexts(names: all.names) == all)
        #expect(ShortenedTexts(names: ["body", "other"]) == .body)
        #expect(ShortenedTexts([.summary, .people]).names == ["summary", "people"])
    }

    @Test func aNotificationIsShortenedTextByText() {
        var notification = Notification(
            app: AppID("a"), appName: "1234", summary: "12345", body: "",
            category: "123456", people: ["12", "34", "5"],
            actions: [Action(key: "1", label: "234"), Action(key: "5", label: "")])
        #expect(notification.textBytes(upTo: .max) == 4 + 5 + 6 + 5 + 5)
        #expect(notification.textBytes(upTo: 4) == 4 + 4 + 4 + 4 + 4)
        #expect(notification.shorten(toBytes: 4) == [.summary, .category, .people, .actions])
        #expect(notification.textBytes(upTo: .max) == 4 + 4 + 4 + 4 + 4)
        #expect(notification.people == ["12", "34"])
        #expect(notification.shorten(toBytes: 4) == [])
    }
}
