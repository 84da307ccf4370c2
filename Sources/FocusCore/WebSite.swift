// SPDX-License-Identifier: Apache-2.0

// The web site that a browser's notification is from:
//
//  - the hint `x-kde-origin-name`, which Chromium and its kin send to servers with that capability,
//    and KDE's browser integration always
//  - else the first line of the body, which Chromium makes a link to the site, or the site alone
//    where the server knows no links; only of known browsers
//
// Firefox names no site in any way. A hint that is no host name (of a telephone, of a mail account)
// is no site. Hosts are compared in small letters, and a list's `example.org` means the hosts below
// it too.

/// A host name, as lists and notifications name web sites.
package struct WebSite: Hashable, Sendable {
    /// In small letters, without port.
    package let host: String

    /// Reads `example.org`, `https://example.org:8080/path` and the like; nil for other texts.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumTextBytes else { return nil }
        var rest = text.utf8[...]
        for scheme in ["https://", "http://"] where rest.starts(with: scheme.utf8) {
            rest = rest.dropFirst(scheme.utf8.count)
            break
        }
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }
        rest = rest[..<(end ?? rest.endIndex)]
        guard (1...Self.maximumBytes).contains(rest.count), rest.allSatisfy(Self.isHost),
            rest.first != UInt8(ascii: "."), rest.last != UInt8(ascii: "."),
            rest.contains(UInt8(ascii: ".")) || rest.elementsEqual("localhost".utf8),
            let host = String(rest)
        else { return nil }
        self.host = host.lowercased()
    }

    /// Bytes of a host name (RFC 1035), and of a text around it.
    private static let maximumBytes = 253
    private static let maximumTextBytes = 2_048

    /// Letters of other scripts are in names as users read them.
    private static func isHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    /// The site in the first line of a browser's body; nil without one.
    package static func site(inBody body: String) -> WebSite? {
        let start = body.scalars(inBytes: maximumTextBytes)
        guard let end = start.utf8.firstIndex(of: UInt8(ascii: "\n")) else {
            return site(inLine: start.utf8[...], isAlone: true)
        }
        let behind = start.utf8[start.utf8.index(after: end)...]
        // A line of text that only looks like a host has no blank line behind it.
        let isAlone = behind.isEmpty || behind.first == UInt8(ascii: "\n")
        return site(inLine: start.utf8[..<end], isAlone: isAlone)
    }

    private static func site(inLine line: Substring.UTF8View, isAlone: Bool) -> WebSite? {
        let link = "<a href=\"".utf8
        guard line.starts(with: link) else {
            return isAlone ? String(line).flatMap { WebSite($0) } : nil
        }
        let target = line.dropFirst(link.count)
        guard target.starts(with: "http".utf8),
            let end = target.firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        return String(target[..<end]).flatMap { WebSite($0) }
    }

    /// True if a list holds the host or a domain that it lies in.
    package static func lists(_ sites: Set<String>, _ host: String?) -> Bool {
        guard !sites.isEmpty, let host else { return false }
        var rest = host[...]
        while true {
            if sites.contains(String(rest)) { return true }
            guard let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
            rest = rest[rest.utf8.index(after: dot)...]
        }
    }
}

extension Notification {
    /// Takes the web site from the origin that its app names, else from a browser's body.
    package mutating func findSite(origin: String?) {
        if let origin {
            site = WebSite(origin)?.host
        } else if KnownBrowsers.apps.contains(app) {
            site = WebSite.site(inBody: body)?.host
        }
    }
}
