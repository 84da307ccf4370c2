// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Predicates
import Testing

/// Notifications of KDE's library, which are answered in the popup (knotifications,
/// src/notifybypopup.cpp: action `inline-reply`, hint `x-kde-appname`).
@Suite struct AnswerablePeopleTests {
    private struct Hints: HintLookup {
        let names: Set<String>

        func hint(_ name: String) -> PredicateValue? {
            names.contains(name) ? .string("kdeconnect") : nil
        }
    }

    private func notification(
        _ app: String, _ title: String, _ body: String, actions: [String] = ["inline-reply"],
        hints: Set<String> = ["x-kde-appname"]
    ) -> Notification {
        var notification = Notification(
            app: AppID(app), summary: title, body: body,
            actions: actions.map { Action(key: $0, label: "") }, hints: Hints(names: hints))
        notification.findPeople()
        return notification
    }

    @Test func titleOfAnAnswerableMessageIsItsSender() {
        let message = notification("org.kde.kdeconnect.daemon", "Anna (Choir)", "hi")
        // Without the phone's app in a hint, the title is that app.
        #expect(message.people.isEmpty)
        let names = ["x-kde-appname", "x-kde-display-appname"] as Set
        let shown = notification(
            "org.kde.kdeconnect.daemon", "Anna (Choir)", "hi", hints: names)
        #expect(shown.people == ["Anna", "Choir"] && shown.peopleSource == .title)
    }

    /// kdeconnect-kde, plugins/notifications/notification.cpp, `createKNotification`.
    @Test func textOfAPhonesMessageBeginsWithItsSender() {
        let message = notification("org.kde.kdeconnect.daemon", "Signal", "A &amp; B: hi: you")
        #expect(message.people == ["A & B"] && message.peopleSource == .text)
    }

    @Test func othersAreNoMessages() {
        let id = "org.kde.kdeconnect.daemon"
        #expect(notification(id, "Signal", "Anna: hi", actions: ["1"]).people.isEmpty)
        #expect(notification("org.example.Tasks", "Anna", "hi", hints: []).people.isEmpty)
        #expect(notification("chromium", "Anna", "hi").people.isEmpty)
    }

    /// ruqola, src/widgets/notifierjob.cpp: title of the room, `USER: TEXT`.
    @Test func ruqolaNamesTheSenderInTheText() {
        #expect(notification("org.kde.ruqola", "#tea", "Anna: hi").people == ["Anna", "tea"])
        #expect(notification("org.kde.ruqola", "Anna", "Anna: hi").people == ["Anna"])
        #expect(notification("org.kde.ruqola", "Anna", "hi").people.isEmpty)
    }
}
