// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// The text of an app's error in logs and lists (issue 18).
@Suite struct FilterErrorTextTests {
    @Test(arguments: [
        ("The account is locked.", "The account is locked."), ("", ""), ("\u{1B}[2J", "[2J"),
        ("one\n\n two\t three\r\n", "one two three"), ("a\u{202E}b\u{2066}c", "a b c"),
        ("\u{0}\u{7F}\u{9B}31mred", "31mred"), ("Gerät gesperrt 🔒", "Gerät gesperrt 🔒"),
    ])
    func errorTextIsOneHarmlessLine(_ text: String, _ shown: String) {
        #expect(text.filterErrorText == shown)
    }

    @Test func errorTextHasALimit() {
        let limit = Limits.filterErrorBytes
        let whole = String(repeating: "x", count: limit)
        #expect(whole.filterErrorText == whole)
        #expect((whole + "y").filterErrorText == whole + "…")
        // Never cuts inside the bytes of a character.
        let wide = String(repeating: "é", count: limit).filterErrorText
        #expect(wide == String(repeating: "é", count: limit / 2) + "…")
    }
}
