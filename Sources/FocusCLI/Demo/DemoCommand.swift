// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusWire
import GLibLoop
import Glibc

/// The command `demo`, which shows a Focus filter on a private bus.
enum DemoCommand {
    static let all = [demo]

    static let demo = Command(
        "demo", summary: "Show a Focus at work in this terminal, apart from your session",
        details: """
            Starts a bus, focusd and focus-console, turns on a Work Focus and sends three \
            notifications of a chat app. Your own files and notifications are not touched, and \
            nothing is left behind. With --json each step is one object.
            """,
        examples: ["focus-switch demo"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        invocation.keepsRunning = true
        DemoRun(invocation).start()
    }
}

/// One run of the demo, from the first process to the last.
@LoopActor private final class DemoRun {
    private let invocation: Invocation
    private let teller: DemoTeller
    private let waits = DemoWaits()
    private var interruptions: [UnixSignalSource] = []

    init(_ invocation: Invocation) {
        self.invocation = invocation
        teller = DemoTeller(invocation)
    }

    /// Starts the run. The task keeps this object until the run ends the program.
    func start() {
        // A closed output must not leave processes and files behind. SIGPIPE, which ends other
        // commands, stays blocked until this command ends.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        interruptions = [SIGINT, SIGTERM, SIGHUP].map { number in
            UnixSignalSource(signal: number) { [waits] in
                waits.fail(.interrupted)
            }
        }
        Task { @LoopActor in
            let failure = await run()
            if let failure {
                invocation.output.error("demo: \(failure.message)")
                for line in failure.details { invocation.output.errorText("  \(line)\n") }
            }
            invocation.finish(failure == nil ? .done : .refused)
        }
    }

    /// Plays the story. Ends every started process in any case.
    private func run() async -> DemoFailure? {
        let stage: DemoStage
        do throws(DemoFailure) {
            stage = try DemoStage(invocation.environment, waits)
        } catch {
            return error
        }
        var failure: DemoFailure?
        do throws(DemoFailure) {
            try await DemoStory(stage: stage, teller: teller).play()
        } catch {
            failure = error
        }
        do throws(DemoFailure) {
            try await stage.end()
        } catch {
            failure = failure ?? error
        }
        if failure == .interrupted { return failure }
        if var failure {
            failure.details += stage.log.suffix(20).map { "| \($0.printable)" }
            return failure
        }
        teller.step(
            "end", "focusd, its server and both buses are gone; no process and no file is left.")
        tellOfDesktop()
        return nil
    }

    /// Prints the command that starts focusd in the desktop session, if there is one.
    private func tellOfDesktop() {
        let environment = invocation.environment
        let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains { name in
            environment[name]?.isEmpty == false
        }
        // Connecting starts no service, while a call to focusd's name would.
        guard hasDisplay, (try? ControlClient()) != nil else { return }
        // A session that uses focusd needs no setup.
        guard invocation.session?().focusd == nil else { return }
        let setup = "focus-switch setup"
        teller.remark(
            "desktop", "To let focusd stand in front of this session's notification server:",
            [setup], ["setup": .string(setup)])
    }
}

/// Reason for an early end of the demo.
struct DemoFailure: Error, Hashable {
    /// Sentence without a full stop. Printable.
    let message: String
    /// Last output of focusd and its server. Printable.
    var details: [String] = []

    init(_ message: String) {
        self.message = message
    }

    static let interrupted = DemoFailure("interrupted")
}
