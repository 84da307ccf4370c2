// SPDX-License-Identifier: Apache-2.0

// Finds the web site that a browser's notification is from:
//
// - the hint `x-kde-origin-name`, which Chromium and its relatives send to servers with that
//   capability, and KDE's browser integration always sends
// - or else, only for Chromium and its relatives, the first line of the body: they make it a link
//   to the site, or the site alone if the server does not support links
//
// Firefox never names the site: the page alone writes the body, and could claim any site. A hint
// that is not a host name (of a telephone, of a mail account) is not a site. Hosts are compared in
// lower case, and `example.org` on a list includes its subdomains.

/// A host name, as lists and notifications name web sites.
package struct WebSite: Hashable, Sendable {
    /// The host in lower case, without port.
    package let host: String

    /// Reads `example.org`, `https://example.org:8080/path` and the like; nil for other texts.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumTextBytes else { return nil }
        var rest = text.utf8[...]
        for scheme in ["https://", "http://"]
        where String(rest.prefix(scheme.utf8.count))?.lowercased() == scheme {
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

    /// Maximum bytes of a host name (RFC 1035), and of a text around it.
    private static let maximumBytes = 253
    private static let maximumTextBytes = 2_048

    /// Letters of other scripts are in host names as users read them.
    private static func isHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    /// Returns the site in the first line of a browser's body; nil if there is none.
    package static func site(inBody body: String) -> WebSite? {
        let start = body.scalars(inBytes: maximumTextBytes)
        guard let end = start.utf8.firstIndex(of: UInt8(ascii: "\n")) else {
            return site(inLine: start.utf8[...], isAlone: true)
        }
        let behind = start.utf8[start.utf8.index(after: end)...]
        // A text line that only resembles a host has no blank line after it.
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

    /// Returns true if a list has the host or a parent domain of the host.
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
    /// Sets the web site from the origin that the app names, or else from a browser's body.
    package mutating func findSite(origin: String?) {
        if let origin {
            site = WebSite(origin)?.host
        } else if KnownBrowsers.namingSite.contains(app) {
            site = WebSite.site(inBody: body)?.host
        }
    }
}
