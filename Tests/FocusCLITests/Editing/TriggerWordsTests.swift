// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("Words beside triggers, and their states") @LoopActor struct TriggerWordsTests {
    /// A trial with a newcomer: the Focus was taken for a trigger, and no step was printed.
    @Test(
        "a Focus beside a trigger leads to --focus",
        arguments: [
            ("work wifi Home", "network:Home"), ("work ssid My Net", "'network:My Net'"),
            ("work calendar Team", "calendar:Team"), ("work vpn docked", "vpn docked"),
            ("work app org.example.Film", "app:org.example.Film"), ("vpn for Work", "vpn"),
        ])
    func focusBeside(_ words: String, _ triggers: String) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let typed = words.split(separator: " ").map(String.init)
        let result = focus(all: ["trigger", "add"] + typed)
        #expect(result.code == .usage)
        let command = "trigger add \(triggers) --focus work"
        #expect(result.errors.hasSuffix(": focus-switch \(command)\n"), "\(result.errors)")
        try focus.expectDone(command)
    }

    @Test("of several triggers of a kind, the list says which one holds")
    func oneOfSeveral() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n[Triggers]\nNetworks=Home;Office;\n")
        let kind = TriggerKindState(
            .network, isAvailable: true, holds: true, holding: ["network:Office"])
        let control = FakeControl([
            "Doctor": [FieldsBuilder.list([])], "ListApps": [.array(of: "a{sv}", [])],
            "TriggerKinds": [FieldsBuilder.list([kind.value])],
        ])
        let lines = focus("trigger", "list", control: control).output.split(separator: "\n")
        #expect(lines.map { $0.hasSuffix("  not now") } == [true, false], "\(lines)")
        #expect(lines.last?.hasSuffix("  now") == true, "\(lines)")
    }
}
