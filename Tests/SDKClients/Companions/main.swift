// SPDX-License-Identifier: Apache-2.0

// An app that uses the companions of AppIntents as sources for Apple's systems do, for the tests of
// the SDK. The app performs its input line by line, and ends with its input.

import AppIntents
import ExtensionFoundation
import Intents
import Synchronization
import WidgetKit

func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

let center = DistributedNotificationCenter.default()
var observer: NSObjectProtocol?
let darwin = CFNotificationCenterGetDarwinNotifyCenter()

while let line = readLine() {
    switch line {
    case "observe":
        observer = center.addObserver(
            forName: Notification.Name("changed"), object: nil, queue: nil
        ) { notification in
            let what = notification.userInfo?["what"] as? String ?? "nothing"
            say("\(notification.object as? String ?? "nobody") changed \(what)")
        }
        CFNotificationCenterAddObserver(
            darwin, nil, { _, _, name, _, _ in say("darwin \(name!.rawValue)") },
            "org.example.darwin" as NSString, nil, .deliverImmediately)
        // The observer is registered when its own notification arrives.
        _ = center.addObserver(forName: Notification.Name("ready"), object: nil, queue: nil) { _ in
            say("observing")
        }
        center.post(name: Notification.Name("ready"), object: nil)
    case "ignore":
        if let observer { center.removeObserver(observer) }
        CFNotificationCenterRemoveEveryObserver(darwin, nil)
        say("ignoring")
    case "post":
        center.postNotificationName(
            Notification.Name("changed"), object: "app", userInfo: ["what": "all"],
            deliverImmediately: true)
        CFNotificationCenterPostNotification(
            darwin, CFNotificationName("org.example.darwin" as NSString), nil, nil, true)
        say("posted")
    case "leave":
        center.post(name: Notification.Name("changed"), object: "leaver")
        exit(0)
    case "ready": center.post(name: Notification.Name("ready"), object: nil)
    case "patient":
        // For a focusd in the test runner, which may be slow. Apps have no such choice.
        INFocusStatusCenter.patience.withLock { $0 = .seconds(180) }
        say("patient")
    case "focused":
        say("\(INFocusStatusCenter.default.focusStatus.isFocused.map(String.init) ?? "unknown")")
    case "widgets":
        WidgetCenter.shared.reloadAllTimelines()
        WidgetCenter.shared.reloadTimelines(ofKind: "clock")
        ControlCenter.shared.reloadAllControls()
        say(String(AttributedString(localized: "Reloaded \(2) times").characters))
    default: say("unknown: \(line)")
    }
}
