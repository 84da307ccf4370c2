// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// Texts that name the same person.
@Suite struct PersonKeyTests {
    @Test(
        arguments: [
            ("alex@example.org", "ALEX@example.ORG", true),
            ("alex@example.org", "mailto:alex@example.org", true),
            ("alex@example.org", "Alex <alex@example.org>", true),
            ("Alex", "Alex <alex@example.org>", true),
            ("alex", "\"Alex\" <alex@example.org>", true),
            ("Alex <alex@example.org>", "alex@example.org", true),
            ("Alex <alex@example.org>", "Alex", false),
            ("Alex <alex@example.org>", "Alex <other@example.org>", false),
            ("  Alex ", "alex", true),
            ("+49 (151) 234-567", "tel:+49151234567", true),
            ("0151/234567", "0151 234567", true),
            ("0151234567", "+49151234567", false),
            ("12 34", "1234", false),
            ("J\u{F6}rg", "jo\u{308}rg", true),
            ("<alex@example.org>", "alex@example.org", true),
            ("Alex", "Alexander", false),
            ("", "Alex", false),
            ("Alex <>", "Alex <>", true),
            ("alex", "\u{A0}Alex\u{3000} <alex@example.org>\n", true),
            ("\"", "\" <alex@example.org>", true),
            ("\u{C9}mile", "E\u{301}mile <emile@example.org>", true),
            ("alex@example.org", "Alex <alex@example.org>\u{301}", false),
            ("alex@example.org", "Alex < ALEX@example.org >", true),
            ("\u{301}alex", "tel:\u{301}Alex", true),
            ("+49151234567", "\u{202A}+49 151 234567\u{202C}", true),
            ("+49151234567", "+49\u{A0}151\u{200E}234567", true),
            ("Kim", "\u{2068}Kim\u{2069}", true), ("\u{200F}Kim\u{200B}", "kim", true),
            ("Kim", "\u{2068}Kim\u{2069} <kim@example.org>", true),
            ("\u{645}\u{6CC}\u{200C}\u{631}", "\u{645}\u{6CC}\u{631}", false),
        ] as [(String, String, Bool)])
    func samePerson(_ listed: String, _ named: String, _ isSame: Bool) {
        #expect(PersonKey.lists([PersonKey(listed)], named) == isSame)
    }
}
