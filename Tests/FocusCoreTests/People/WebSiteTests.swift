// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Predicates
import Testing

/// Issue 17: the notifications of all web sites counted as their browser's.
@Suite struct WebSiteTests {
    @Test(
        arguments: [
            ("example.org", "example.org"),
            ("https://Mail.Example.org:8080/a?b", "mail.example.org"),
            ("http://localhost:3000", "localhost"), ("HTTPS://GitHub.com", "github.com"),
            ("Http://a.org/HTTPS://b", "a.org"), ("ftp://a.org", nil),
            ("bücher.example", "bücher.example"),
            ("Pixel 6", nil), ("me@example.org", nil), ("phone", nil), ("", nil), (".org", nil),
            ("a..", nil), ("<b>.org", nil), (String(repeating: "a", count: 250) + ".org", nil),
        ] as [(String, String?)])
    func host(_ text: String, _ host: String?) {
        #expect(WebSite(text)?.host == host)
    }

    @Test(
        arguments: [
            (
                "<a href=\"https://calendar.example.org/\">calendar.example.org</a>\n\nLunch",
                "calendar.example.org"
            ),
            ("calendar.example.org\n\nLunch", "calendar.example.org"),
            ("calendar.example.org", "calendar.example.org"), ("Lunch at 12.30\nand more", nil),
            ("<a href=\"mailto:a@b.c\">x</a>", nil), ("Lunch", nil), ("", nil),
        ] as [(String, String?)])
    func bodyOfABrowser(_ body: String, _ host: String?) {
        var page = Notification(app: AppID("chromium"), body: body)
        page.findSite(origin: nil)
        #expect(page.site == host)
        var other = Notification(app: AppID("org.example.Chat"), body: body)
        other.findSite(origin: nil)
        #expect(other.site == nil)
        // In Firefox, the page alone writes the body.
        var claim = Notification(app: AppID("firefox-esr"), body: body)
        claim.findSite(origin: nil)
        #expect(claim.site == nil)
    }

    @Test func hintGoesBeforeTheBodyAndIsAnAttributeOfPredicates() throws {
        var page = Notification(app: AppID("chromium"), body: "evil.example\n\nx")
        page.findSite(origin: "Good.example")
        #expect(page.site == "good.example")
        let subject = NotificationSubject(page, level: .active)
        #expect(try Predicate(format: "site == \"good.example\"").evaluate(with: subject))
        page.findSite(origin: "Pixel 6")
        #expect(page.site == nil)
    }

    @Test func listsOfSitesAreExceptionsFromTheBrowsers() {
        var focus = Focus(id: FocusID("work"), name: "Work")
        focus.allowedSites = ["example.org"]
        focus.silencedSites = ["news.example.org"]
        let browser = AppID("chromium")
        func decide(_ site: String?) -> Decision {
            Policy(focus: focus).decide(Notification(app: browser, site: site))
        }
        focus.apps = ListPolicy(mode: .allow, members: [])
        #expect(decide("calendar.example.org").verdict == .deliver)
        #expect(decide("example.org").verdict == .deliver)
        #expect(decide("notexample.org").reason == .app)
        #expect(decide(nil).reason == .app)
        #expect(decide("news.example.org").reason == .site)
        focus.apps = ListPolicy(mode: .allow, members: [browser])
        #expect(decide("other.test").verdict == .deliver)
        #expect(decide("a.news.example.org").reason == .site)
    }
}
