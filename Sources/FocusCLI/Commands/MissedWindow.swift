// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The dialogue of `missed --wait` on a terminal, which tells of new notifications while it waits
/// for a line. A part of a line that the user has typed by then stays typed.
@LoopActor final class MissedWindow {
    private let invocation: Invocation
    /// Calls its argument for each line that can be read.
    private let whenTyped: @LoopActor (@escaping @LoopActor () -> Void) -> AnyObject
    private var dialogue: MissedDialogue
    private var subscription: AnyObject?
    private var input: AnyObject?
    /// True if focusd has promised its events.
    private var isSubscribed = false
    /// True if the user was told of new notifications, and has typed no line since.
    private var hasTold = false
    private var isGone = false

    /// Subscribes to focusd's events. A list that is read later lacks nothing that is not told. The
    /// handlers keep this object, and this object the handlers, until the program ends.
    init(
        _ invocation: Invocation,
        _ whenTyped: @escaping @LoopActor (@escaping @LoopActor () -> Void) -> AnyObject
    ) {
        self.invocation = invocation
        self.whenTyped = whenTyped
        dialogue = MissedDialogue(invocation: invocation)
        subscription = try? invocation.connection().follow { event in self.handle(event) }
        isSubscribed = (try? invocation.ask(.subscribe)) != nil
    }

    /// Begins to read lines, below the list.
    func start() {
        invocation.keepsRunning = true
        dialogue.begin(
            note: isSubscribed
                ? "A line says when there are new ones; l lists again." : MissedDialogue.note)
        invocation.output.prompt(MissedDialogue.mark)
        input = whenTyped { self.answer() }
    }

    private func answer() {
        hasTold = false
        guard dialogue.answer() else { return invocation.finish(.done) }
        invocation.output.prompt(MissedDialogue.mark)
    }

    private func handle(_ event: ControlEvent) {
        switch event {
        case .decided(let entry) where entry.record.state == .silenced && !hasTold:
            hasTold = true
            tell("There are new ones; l lists again.")
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
        invocation.output.line()
        invocation.output.sentence(sentence)
        invocation.output.prompt(MissedDialogue.mark)
    }
}
