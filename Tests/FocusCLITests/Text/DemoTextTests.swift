// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Testing

@testable import FocusCLI

/// A trial with a newcomer: below 59 columns, the demo took its own notification for another.
@Suite("The popups of the demo") @LoopActor struct DemoTextTests {
    private let body = "Your train leaves from platform 4 in five minutes."

    @Test("a text is found on terminals of every width, with frames and colours")
    func widths() {
        for width in 20...200 {
            let lines = body.wrapped(to: width - 4)
            let block =
                ["╭─ Example Chat ─╮"] + lines.map { "\u{1B}[2m│\u{1B}[0m \($0)" } + ["╰──╯"]
            #expect(DemoStage.shows(body, in: block), "\(width)")
            #expect(!DemoStage.shows("Dinner tonight?", in: block))
        }
        #expect(DemoStage.popupColumns(14) == 20 && DemoStage.popupColumns(74) == 74)
    }
}
