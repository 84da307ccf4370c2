// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Testing

/// Payloads of Apple's push service.
@Suite struct RemotePayloadTests {
    /// Returns the hints and texts of the `Notify` call for a payload.
    private func notify(
        _ text: String, isMarkup: Bool = true
    ) throws -> (summary: String, body: String, hints: [String: Value]) {
        let message = try RemotePayload(parsing: text).notify(
            of: AppID("org.example.Chat"), named: "Chat", isMarkup: isMarkup)
        let values = try message.arguments()
        #expect(values.count == 8)
        #expect(values[0] == .string("Chat"))
        var hints: [String: Value] = [:]
        for entry in values[6].entries ?? [] {
            hints[entry.key.asString ?? ""] = entry.value.unwrapped
        }
        return (values[3].asString ?? "", values[4].asString ?? "", hints)
    }

    @Test func everyKeyBecomesTheHintThatAnAppWouldSend() throws {
        let sent = try notify(
            #"""
            {"aps": {"alert": {"title": "Lunch?", "subtitle": "Team", "body": "1 < 2 & 3"},
              "badge": 3, "category": "INVITE", "filter-criteria": "work",
              "interruption-level": "time-sensitive", "thread-id": "t1", "sound": "ping.caf",
              "target-content-id": "room/1", "relevance-score": 0.5}, "own": [1]}
            """#)
        #expect(sent.summary == "Lunch?")
        #expect(sent.body == "<b>Team</b>\n1 &lt; 2 &amp; 3")
        #expect(
            sent.hints == [
                "desktop-entry": .string("org.example.Chat"), "urgency": .byte(2),
                "interruption-level": .string("time-sensitive"), "category": .string("INVITE"),
                "filterCriteria": .string("work"), "x-focusd-thread": .string("t1"),
                "x-focusd-target-content": .string("room/1"), "x-focusd-relevance": .double(0.5),
                "sound-name": .string("ping"),
            ])
    }

    @Test func alertThatIsTextIsTheBodyUnderTheAppsName() throws {
        let sent = try notify(
            #"{"aps":{"alert":"Hello <you>","sound":"default"}}"#, isMarkup: false)
        #expect(sent.summary == "Chat")
        #expect(sent.body == "Hello <you>")
        #expect(sent.hints["sound-name"] == .string("message-new-instant"))
        #expect(sent.hints["interruption-level"] == .string("active"))
    }

    @Test func criticalSoundMakesItCritical() throws {
        let sent = try notify(#"{"aps":{"alert":"x","sound":{"critical":1,"volume":0.5}}}"#)
        #expect(sent.hints["interruption-level"] == .string("critical"))
        #expect(sent.hints["sound-name"] == .string("dialog-warning"))
        #expect(try notify(#"{"aps":{"alert":"x"}}"#).hints["suppress-sound"] == .boolean(true))
    }

    @Test(arguments: [#"{"aps":{"content-available":1}}"#, #"{"aps":{"badge":0,"alert":null}}"#])
    func nothingToShowIsNoAlert(_ text: String) throws {
        #expect(try !RemotePayload(parsing: text).hasAlert)
    }

    @Test(
        arguments: [
            ("", "not JSON: offset 0"), (#"{"aps":{"alert":}}"#, "not JSON: offset 16"),
            ("[]", "the payload: expected an object"), ("{}", "aps: expected an object"),
            (#"{"aps":1}"#, "aps: expected an object"),
            (#"{"aps":{"alert":7}}"#, "aps.alert: expected text or an object"),
            (#"{"aps":{"alert":{"title":1}}}"#, "aps.alert.title: expected text"),
            (#"{"aps":{"badge":-1}}"#, "aps.badge: expected a whole number"),
            (#"{"aps":{"badge":1.5}}"#, "aps.badge: expected a whole number"),
            (#"{"aps":{"badge":4294967296}}"#, "aps.badge: expected a whole number"),
            (#"{"aps":{"category":[]}}"#, "aps.category: expected text"),
            (#"{"aps":{"interruption-level":"loud"}}"#, "aps.interruption-level: expected passive"),
            (#"{"aps":{"sound":{"critical":"yes"}}}"#, "aps.sound.critical: expected 1 or 0"),
            (#"{"aps":{"relevance-score":"x"}}"#, "aps.relevance-score: expected a number"),
            (#"{"aps":{"thread-id":"a\u0000"}}"#, "aps.thread-id holds U+0000"),
            (#"{"aps":{"alert":"a\u0000"}}"#, "aps.alert holds U+0000"),
        ])
    func errorNamesThePlaceInThePayload(_ text: String, _ reason: String) {
        let error = #expect(throws: RemotePayloadError.self) { try RemotePayload(parsing: text) }
        #expect(error?.description.hasPrefix(reason) == true, "\(error?.description ?? "")")
    }

    @Test func lengthHasALimit() throws {
        let frame = #"{"aps":{"alert":""}}"#
        let room = Limits.remotePayloadBytes - frame.utf8.count
        func text(_ count: Int) -> String {
            frame.replacing("\"\"", with: "\"\(String(repeating: "x", count: count))\"")
        }
        #expect(try RemotePayload(parsing: text(room)).body.count == room)
        #expect(throws: RemotePayloadError.self) { try RemotePayload(parsing: text(room + 1)) }
    }
}
