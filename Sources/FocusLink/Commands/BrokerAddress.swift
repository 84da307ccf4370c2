// SPDX-License-Identifier: Apache-2.0

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
                    + Self.options(scheme: text[..<scheme.lowerBound], text[scheme.upperBound...]))
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

    /// Returns the options for an address: the machine and the port, without a name, a password and
    /// a path.
    private static func options(scheme: Substring, _ rest: Substring) -> String {
        let place = rest.prefix { $0 != "/" }.split(separator: "@").last ?? "HOST"
        let connection =
            switch scheme.lowercased() {
            case "mqtt", "tcp": " --plain"
            // An earlier setup may have been without TLS.
            case "mqtts", "ssl", "tls": " --tls"
            default: ""
            }
        return "--broker \(place)\(connection)"
    }
}
