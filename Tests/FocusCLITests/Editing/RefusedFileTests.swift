// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

@testable import FocusCLI

/// Issue 17: a Focus whose file has mistakes.
@Suite("Refused files") @LoopActor struct RefusedFileTests {
    private static let broken = "[Focus]\nName=Deep Work\nApps=perhaps\n"

    @Test("show names the mistake and shows the version in force")
    func show() throws {
        let focus = try Configuration()
        try focus.write("work", Self.broken)
        let control = FakeControl(
            Fixture.control([
                "FocusFile": [.string("[Focus]\nName=Deep Work\nApps=allow\nAppList=a.b;\n")]
            ]))
        for word in ["work", "WORK", "deep work"] {
            let result = focus("show", word, control: control)
            #expect(result.code == .done)
            #expect(result.errors.contains("work.focus:3: "), "\(result.errors)")
            #expect(result.errors.contains("this version is in force"))
            #expect(result.errors.contains("To correct it: focus-switch edit work"))
            #expect(result.output.contains("allowed: a.b"), "\(result.output)")
        }
        #expect(control.calls.contains(.init("FocusFile", .string("work"))))
    }

    @Test("without focusd, show names the mistake and the next step")
    func alone() throws {
        let focus = try Configuration()
        try focus.write("work", Self.broken)
        let result = focus("show", "work")
        #expect(result.code == .refused)
        #expect(result.errors.contains("work.focus:3: "))
        #expect(result.errors.contains("focus-switch edit work"))
    }

    @Test("edit finds the file by the name in it")
    func edit() async throws {
        let focus = try Configuration()
        try focus.write("work", Self.broken)
        let program = RunningProgram(
            nil,
            environment: [
                "XDG_CONFIG_HOME": focus.path, "HOME": "/nonexistent", "PATH": "/usr/bin:/bin",
                "EDITOR": #"sh -c 'sed -i s/perhaps/allow/ "$1"' sh"#, "TMPDIR": focus.path,
            ])
        program.start(["edit", "Deep Work"])
        _ = try await program.ends.next()
        #expect(program.result.code == .done, "\(program.result.errors)")
        #expect(focus.text("work")?.contains("Apps=allow") == true)
    }
}
