// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// The broker as `--broker` names it: `HOST` or `HOST:PORT`.
struct BrokerAddress: Hashable {
    let host: String
    /// Nil for the usual port.
    let port: String?

    /// - Throws: for an address with a scheme, with the option that says the same.
    init(_ text: String) throws(LinkProblem) {
        if let scheme = text.firstRange(of: "://") {
            throw LinkProblem(
                "--broker is HOST or HOST:PORT, not an address with"
                    + " “\(text[..<scheme.upperBound])”; use: "
                    + Self.options(for: text).map(shellQuoted).joined(separator: " "))
        }
        if let colon = text.lastIndex(of: ":"),
            text[..<colon].last == "]" || !text[..<colon].contains(":")
        {
            host = String(text[..<colon])
            port = String(text[text.index(after: colon)...])
        } else {
            host = text
            port = nil
        }
    }

    /// Returns the options for what names the broker. For an address with a scheme: the machine and
    /// the port, without a name, a password and a path.
    static func options(for text: String) -> [String] {
        guard let scheme = text.firstRange(of: "://") else { return ["--broker", text] }
        let place = text[scheme.upperBound...].prefix { $0 != "/" }.split(separator: "@").last
        let connection: [String] =
            switch text[..<scheme.lowerBound].lowercased() {
            case "mqtt", "tcp": ["--plain"]
            // An earlier setup may have been without TLS.
            case "mqtts", "ssl", "tls": ["--tls"]
            default: []
            }
        return ["--broker", String(place ?? "HOST")] + connection
    }
}
