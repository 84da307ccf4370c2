// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import FocusClient

/// The address of a process's session bus.
@Suite struct BusAddressTests {
    private let both = [
        "DBUS_STARTER_ADDRESS": "unix:path=/s", "DBUS_SESSION_BUS_ADDRESS": "unix:/b",
    ]

    @Test func anExtensionIsOnTheBusThatStartedIt() throws {
        #expect(try BusAddress.find(.filterExtension) { both[$0] } == "unix:path=/s")
    }

    @Test func anAppConnectsToTheSessionBusForAnyStarter() throws {
        #expect(try BusAddress.find(.app) { both[$0] } == "unix:/b")
    }

    @Test func anExtensionThatNoBusStartedIsOnTheSessionBus() throws {
        let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:/b"]
        #expect(try BusAddress.find(.filterExtension) { environment[$0] } == "unix:/b")
    }

    @Test func withoutAnAddressTheUsersBusIsInTheRuntimeDirectory() throws {
        let directory = try makeTemporaryDirectory("run time")
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let environment = ["XDG_RUNTIME_DIR": directory]
        #expect(throws: ControlError.self) { try BusAddress.find(.app) { environment[$0] } }
        try Data().write(to: URL(filePath: directory + "/bus"))
        let address = try BusAddress.find(.app) { environment[$0] }
        #expect(address.hasPrefix("unix:path=/") && address.hasSuffix("/bus"))
        #expect(address.contains("run%20time"))
    }

    @Test func withoutAnythingThereIsNoBus() {
        #expect(throws: ControlError.self) { try BusAddress.find(.app) { _ in nil } }
    }
}
