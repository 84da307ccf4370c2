// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusWire
import GLibLoop

/// The dialogue of `missed --wait` on a terminal, which tells of new notifications while it waits
/// for a line. A part of a line that the user has typed by then stays typed.
@LoopActor final class MissedWindow {
    private let invocation: Invocation
    private var dialogue: MissedDialogue
    private var subscription: AnyObject?
    private var input: AnyObject?
    /// The length of the missed list, as focusd told last.
    private var missed: UInt32
    /// True if the user was told of new notifications, and has typed no line since.
    private var hasTold = false
    private var isGone = false

    init(_ invocation: Invocation) {
        self.invocation = invocation
        dialogue = MissedDialogue(invocation: invocation)
        missed = (try? invocation.ask(.status))?.missed ?? 0
    }

    /// Begins to read lines. The handlers keep this object, and this object the handlers, until the
    /// program ends.
    ///
    /// - Parameter whenTyped: calls its argument for each line that can be read.
    func start(_ whenTyped: @LoopActor (@escaping @LoopActor () -> Void) -> AnyObject) {
        invocation.keepsRunning = true
        dialogue.begin(note: "A line says when there are new ones; l lists again.")
        invocation.output.prompt(MissedDialogue.mark)
        subscription = try? invocation.connection().follow { event in self.handle(event) }
        input = whenTyped { self.answer() }
    }

    private func answer() {
        hasTold = false
        guard dialogue.answer() else { return invocation.finish(.done) }
        invocation.output.prompt(MissedDialogue.mark)
    }

    private func handle(_ event: ControlEvent) {
        switch event {
        case .missedChanged(let count):
            // A command of the user makes the list shorter.
            if count > missed, !hasTold { tell("There are new ones; l lists again.") }
            missed = count
        case .vanished:
            isGone = true
            tell("focusd has ended; Enter closes the list.")
        case .appeared where isGone:
            isGone = false
            tell("focusd runs again; l lists again.")
        case .disconnected:
            invocation.output.line()
            invocation.output.error("the session bus is gone")
            invocation.finish(.notReachable)
        default: break
        }
    }

    private func tell(_ sentence: String) {
        hasTold = true
        invocation.output.line()
        invocation.output.sentence(sentence)
        invocation.output.prompt(MissedDialogue.mark)
    }
}
