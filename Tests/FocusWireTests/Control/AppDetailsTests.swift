// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import FocusWire

/// An app in the answer of `Control.Apps`.
@Suite struct AppDetailsTests {
    @Test func anAppsFiguresAreRead() throws {
        let value: Value = .vardict([
            "app": .string("org.example.Chat"), "came": .uint32(12), "silenced": .uint32(5),
            "badge": .uint32(3), "next": .string("org.example.Chat"),
        ])
        let app = try #require(Fields(value).flatMap(AppDetails.init))
        #expect(app.came == 12 && app.silenced == 5 && app.badge == 3)
        #expect(app.next == "org.example.Chat")
        #expect(Fields(.vardict(["came": .uint32(1)])).flatMap(AppDetails.init) == nil)
    }
}
