// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Testing

@Suite struct FileURITests {
    @Test(
        arguments: [
            ("file:///tmp/a.png", "/tmp/a.png"), ("file://localhost/tmp/a.png", "/tmp/a.png"),
            ("FILE:///tmp/a%20b%C3%A9", "/tmp/a b\u{E9}"), ("file:///", "/"),
            ("file://elsewhere/tmp/a.png", nil), ("file:///a%00b", nil), ("file:///a%2Fb", nil),
            ("file:///%FF", nil), ("http://example.org/a.png", nil), ("/tmp/a.png", nil),
            ("", nil), ("file:", nil), ("file:///a\u{0}b", nil),
        ] as [(String, String?)])
    func pathOfAURI(_ uri: String, _ path: String?) {
        #expect(filePath(ofURI: uri) == path)
    }
}
