// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@Suite("localizedUserNotificationString") struct LocalizedStringTests {
    @Test(
        "arguments replace placeholders by position, whatever their type",
        arguments: [
            ("%@ and %@", ["a", "b"], "a and b"),
            ("%2$@ and %1$@", ["a", "b"], "b and a"),
            ("%d of %ld", [3, 5], "3 of 5"),
            ("%.1f %%", [2.55], "2.5 %"),
            ("%05d|%-5d|%x", [42, 42, 255], "00042|42   |ff"),
            ("%@ %@", ["a"], "a %@"),
            ("%d", ["no number"], "no number"),
            ("%s %n %p %*d", ["a"], "a %n %p %*d"),
            ("100%", ["a"], "100%"),
            ("%0$@ %99999999999999999999$@", ["a"], "%0$@ %99999999999999999999$@"),
            ("%9999d", [1], "%9999d"),
            ("plain", [1], "plain"),
        ] as [(String, [any Sendable], String)])
    func arguments(format: String, arguments: [any Sendable], text: String) {
        #expect(
            String.localizedUserNotificationString(forKey: format, arguments: arguments) == text)
        #expect(
            NSString.localizedUserNotificationString(forKey: format, arguments: arguments)
                == text)
    }

    @Test("without arguments the text stays as it is")
    func none() {
        #expect(NSString.localizedUserNotificationString(forKey: "%@", arguments: nil) == "%@")
    }
}
