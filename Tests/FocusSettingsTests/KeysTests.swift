// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Adwaita
@testable import FocusSettings

/// The keys of the window, and the window that lists them.
@Suite struct KeysTests {
    @Test("issue 21: Back is the arrow against the direction of texts")
    func backFollowsTheDirection() {
        let keys = Keys.groups
        #expect(keys.flatMap(\.keys).contains { $0.keys == BackKeys.usual })
        let usual = PanelView.description(keys, isMirrored: false)
        #expect(usual.contains("&lt;Alt&gt;Left") && !usual.contains("&lt;Alt&gt;Right"))
        let mirrored = PanelView.description(keys, isMirrored: true)
        #expect(mirrored.contains("&lt;Alt&gt;Right") && !mirrored.contains("&lt;Alt&gt;Left"))
    }
}
