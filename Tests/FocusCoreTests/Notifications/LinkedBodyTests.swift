// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusCore

/// The links in the bodies of notifications.
@Suite struct LinkedBodyTests {
    typealias Part = LinkedBody.Part

    @Test(
        "issue 21: links and bare addresses are found, with the punctuation around them left out",
        arguments: [
            ("Lunch", [Part("Lunch")]),
            ("", []),
            (
                "See <a href=\"https://example.org/menu?a=1&amp;b=2\">the <b>menu</b></a>, Sam",
                [
                    Part("See "),
                    Part("the menu", address: "https://example.org/menu?a=1&b=2"), Part(", Sam"),
                ]
            ),
            (
                "<A HREF='mailto:sam@example.org'>write</A>",
                [Part("write", address: "mailto:sam@example.org")]
            ),
            (
                "at https://example.org/a_(b). Or (http://example.org)!",
                [
                    Part("at "),
                    Part("https://example.org/a_(b)", address: "https://example.org/a_(b)"),
                    Part(". Or ("), Part("http://example.org", address: "http://example.org"),
                    Part(")!"),
                ]
            ),
            ("1 &lt; 2 &amp; x < y", [Part("1 < 2 & x < y")]),
            // An unclosed link goes on to the end.
            (
                "<a href=\"https://example.org\">all of it",
                [Part("all of it", address: "https://example.org")]
            ),
        ])
    func linksAreFound(_ body: String, _ parts: [Part]) {
        #expect(LinkedBody(body: body).parts == parts)
    }

    @Test(
        "issue 21: no other scheme is a link",
        arguments: [
            "<a href=\"file:///etc/passwd\">x</a>", "<a href=\"javascript:alert(1)\">x</a>",
            "<a href=\"https:example.org\">x</a>", "<a href=\"https://\">x</a>",
            "<a href=\"mailto:\">x</a>", "<a href=\"https://a b\">x</a>",
            "<a href=\"https://a&#10;b\">x</a>", "<a href=\"//example.org\">x</a>",
            "<a href=https://example.org>x</a>", "<a>x</a>", "xhttps://example.org", "https://",
            "smb://server/x",
        ])
    func otherSchemesAreNoLinks(_ body: String) {
        #expect(LinkedBody(body: body).addresses == [])
    }

    @Test("issue 21: the text is the one without markup")
    func theTextStaysTheSame() {
        for body in [
            "<b>Lunch</b> &amp; tea", "a<br>b <p>c</p> <img src=\"x\" alt=\"a cat\">",
            "see https://example.org, <i>now</i>\nor <a href='https://x.org'>later</a>",
        ] {
            #expect(LinkedBody(body: body).parts.map(\.text).joined() == body.withoutMarkup)
        }
    }

    @Test("issue 21: each address is listed once; one over 2,048 bytes is no link")
    func addressesAreListedOnce() {
        let body = "https://a.org https://b.org <a href=\"https://a.org\">a</a>"
        #expect(LinkedBody(body: body).addresses == ["https://a.org", "https://b.org"])
        let long = "https://example.org/" + String(repeating: "x", count: 2_048)
        #expect(LinkedBody(body: long).addresses == [])
    }
}
