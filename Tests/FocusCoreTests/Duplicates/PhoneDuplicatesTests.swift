// SPDX-License-Identifier: Apache-2.0

import Predicates
import Testing

@testable import FocusCore

/// Phones' copies of what an app of the desktop showed.
@Suite struct PhoneDuplicatesTests {
    private static let chat = AppID("org.telegram.desktop")

    private static func time(_ seconds: Int64) -> Timestamp {
        Timestamp(rawValue: 1_000_000 + seconds * 1_000)
    }

    private static func phone(_ summary: String, _ body: String) -> Notification {
        Notification(
            app: AppID("org.kde.kdeconnect.daemon"), appName: "KDE Connect", summary: summary,
            body: body)
    }

    /// One message as an app of the desktop shows it, and as KDE Connect or GSConnect copies it.
    @Test(arguments: [
        ("Alex", "See you at <b>6</b>", "Alex", "See you at 6"),
        ("Alex", "See you at 6", "Telegram", "Alex: See you at 6"),
        ("Tom & Jerry", "1 < 2", "Telegram", "Tom &amp; Jerry: 1 &lt; 2"),
        ("Alex", "See  you\nat 6", "ALEX", "see you at 6"),
        ("Dr: Who", "hello", "Signal", "Dr: Who: hello"),
    ])
    func sameSenderAndTextAreACopy(
        _ summary: String, _ body: String, _ copied: String, _ copiedBody: String
    ) {
        var texts = PhoneDuplicates()
        texts.note(
            Notification(app: Self.chat, summary: summary, body: body), at: Self.time(0))
        let copy = Self.phone(copied, copiedBody)
        #expect(texts.isCopy(copy, at: Self.time(120)))
        #expect(!texts.isCopy(copy, at: Self.time(121)))
        #expect(!texts.isCopy(copy, at: Self.time(-1)))
    }

    @Test(arguments: [
        ("Alex", "See you at 7"), ("Kim", "See you at 6"), ("Telegram", "Kim: See you at 6"),
        ("Alex", "See you at 6 or 7"), ("Alex", ""), ("Telegram", "Alex"),
    ])
    func otherTextsAreNone(_ summary: String, _ body: String) {
        var texts = PhoneDuplicates()
        texts.note(
            Notification(app: Self.chat, summary: "Alex", body: "See you at 6"), at: Self.time(0))
        #expect(!texts.isCopy(Self.phone(summary, body), at: Self.time(1)))
    }

    @Test func personOfTheOriginalCountsAsItsTitle() {
        var texts = PhoneDuplicates()
        let group = Notification(
            app: Self.chat, summary: "Alex in Friends", body: "hello", people: ["Alex"])
        texts.note(group, at: Self.time(0))
        #expect(texts.isCopy(Self.phone("Telegram", "Alex: hello"), at: Self.time(1)))
    }

    @Test func phonesAreKnownByIdNameAndHint() {
        struct Hints: HintLookup {
            func hint(_ name: String) -> PredicateValue? {
                name == "x-kde-appname" ? .string("kdeconnect") : nil
            }
        }
        let phones = [
            Notification(app: AppID("org.kde.kdeconnect.daemon")),
            Notification(app: AppID("org.gnome.Shell.Extensions.GSConnect")),
            Notification(app: AppID("x"), appName: "KDE Connect"),
            Notification(app: AppID("x"), hints: Hints()),
        ]
        #expect(phones.allSatisfy(PhoneDuplicates.comesFromPhone))
        #expect(!PhoneDuplicates.comesFromPhone(Notification(app: Self.chat, appName: "Telegram")))
    }

    /// The copy is silenced; the original and a copy that comes first are not.
    @Test(arguments: [DuplicateScope.all, .apps([EngineTimeline.chat]), .none])
    func copyAloneIsSilenced(_ scope: DuplicateScope) throws {
        var timeline = EngineTimeline()
        timeline.configure([]) { $0.duplicates = scope }
        let phone = AppID("org.kde.kdeconnect.daemon")
        #expect(try timeline.notify("Alex", body: "hi", app: phone).state == .queued)
        #expect(try timeline.notify("Alex", body: "hi").state == .queued)
        let copy = try timeline.notify("Alex", body: "hi", app: phone)
        #expect(copy.state == (scope == .none ? .queued : .silenced))
        #expect(timeline.lastReason == (scope == .none ? .noFocus : .duplicate))
        #expect(Reason(code: Reason.duplicate.code, detail: nil) == .duplicate)
    }

    @Test func listedAppsAreKnownByTheirOtherIDs() {
        let scope = DuplicateScope([AppID("mail")], aliases: { _ in [AppID("mail-default")] })
        #expect(scope.contains(Notification(app: AppID("mail-default"))))
        #expect(!scope.contains(Notification(app: Self.chat)))
        #expect(DuplicateScope([AppID("all")], aliases: { _ in [] }) == .all)
    }

    @Test func silencedOriginalMakesNoDuplicate() throws {
        var timeline = EngineTimeline()
        timeline.configure([]) { $0.duplicates = .all }
        timeline.mute(EngineTimeline.chat)
        try timeline.notify("Alex", body: "hi")
        let copy = try timeline.notify(
            "Alex", body: "hi", app: AppID("org.kde.kdeconnect.daemon"))
        #expect(copy.state == .queued)
    }

    @Test func memoryIsLimited() {
        var texts = PhoneDuplicates()
        for number in 0...Limits.comparedTexts {
            let shown = Notification(app: Self.chat, summary: "Alex", body: "\(number)")
            texts.note(shown, at: Timestamp(rawValue: 1_000_000 + Int64(number)))
        }
        #expect(!texts.isCopy(Self.phone("Alex", "0"), at: Self.time(26)))
        #expect(texts.isCopy(Self.phone("Alex", "1"), at: Self.time(26)))
        let long = String(repeating: "x", count: Limits.comparedTextBytes + 1)
        texts.note(
            Notification(app: Self.chat, summary: "Alex", body: long), at: Self.time(26))
        #expect(!texts.isCopy(Self.phone("Alex", long), at: Self.time(26)))
    }
}
