// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import FocusDaemon

/// The search of the choices for a parameter of a Focus filter.
@Suite struct ChoiceSearchTests {
    @Test func emptyTextFindsAll() {
        #expect(ChoiceSearch("").finds(ParameterChoice("", title: "")))
    }

    @Test func valueTitleAndSubtitleAreSearched() {
        let choice = ParameterChoice("one", title: "Two", subtitle: "Three")
        for text in ["ONE", "two", "hree"] { #expect(ChoiceSearch(text).finds(choice)) }
        #expect(!ChoiceSearch("four").finds(choice))
    }

    /// Lists that were made on macOS have their accents as characters of their own.
    @Test(arguments: ["caf\u{E9}", "cafe\u{301}"])
    func accentsDoNotCount(_ title: String) {
        let choice = ParameterChoice("1", title: title)
        for text in ["\u{E9}", "e\u{301}", "CAF\u{C9}", "cafe"] {
            #expect(ChoiceSearch(text).finds(choice), "\(text) in \(title)")
        }
        #expect(!ChoiceSearch("cave").finds(choice))
    }

    @Test func firstBytesOfALongTextCount() {
        let most = String(repeating: "a", count: Limits.searchTextBytes)
        #expect(ChoiceSearch(most + "b").finds(ParameterChoice("1", title: most)))
        #expect(!ChoiceSearch(most + "b").finds(ParameterChoice("1", title: "a")))
    }
}
