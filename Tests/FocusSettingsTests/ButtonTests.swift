// SPDX-License-Identifier: Apache-2.0

import Adwaita
import Testing

/// The looks of buttons.
@Suite struct ButtonTests {
    @Test("issue 21: a button of a row with a colour of its own has a background")
    func onlyPlainButtonsAreFlat() {
        #expect(Button("Show", 0).isShownFlat(true))
        #expect(!Button("Delete", style: .destructive, 0).isShownFlat(true))
        #expect(!Button("Add", style: .suggested, 0).isShownFlat(true))
        #expect(!Button("Show", 0).isShownFlat(false))
    }
}
