// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// The broker as `--broker` names it: `HOST` or `HOST:PORT`.
struct BrokerAddress: Hashable {
    /// Without the brackets of an IPv6 address.
    let host: String
    /// Nil for the usual port.
    let port: String?

    /// - Parameter typed: the other options of the command line that concern the connection.
    /// - Throws: for another form, with the form or the options to use. No error has a password.
    init(_ text: String, _ typed: [String] = []) throws(LinkProblem) {
        let options = Self.options(for: text, typed).map(shellQuoted).joined(separator: " ")
        if let scheme = text.firstRange(of: "://") {
            throw LinkProblem(
                "--broker is HOST or HOST:PORT, not an address with"
                    + " “\(text[..<scheme.upperBound])”; use: \(options)")
        }
        guard !text.contains("@") else {
            throw LinkProblem(
                "--broker is HOST or HOST:PORT, without a name and a password; use: \(options)")
        }
        guard text.allSatisfy({ $0.isASCII && !$0.isWhitespace }) else {
            throw LinkProblem(
                "--broker is HOST or HOST:PORT, in ASCII and without blanks, not “\(text)”")
        }
        if let colon = text.lastIndex(of: ":"),
            text[..<colon].last == "]" || !text[..<colon].contains(":")
        {
            let number = String(text[text.index(after: colon)...])
            guard let value = UInt16(number), value > 0 else {
                throw LinkProblem(
                    "--broker is HOST or HOST:PORT, with a port from 1 to 65535, not “\(number)”")
            }
            host = Self.withoutBrackets(String(text[..<colon]))
            port = "\(value)"
        } else {
            host = Self.withoutBrackets(text)
            port = nil
        }
    }

    /// Returns the options for what names the broker, with the name before an “@” and without the
    /// password, and then the typed ones. For an address with a scheme: the machine and the port,
    /// without a path.
    static func options(for text: String, _ typed: [String]) -> [String] {
        let scheme = text.firstRange(of: "://")
        var place = text[(scheme?.upperBound ?? text.startIndex)...]
        var login: [String] = []
        // A password may have a slash.
        if let at = place.lastIndex(of: "@") {
            let name = place[..<at].prefix { $0 != ":" }
            func isTyped(_ option: String) -> Bool {
                typed.contains { $0 == option || $0.hasPrefix(option + "=") }
            }
            if !isTyped("--user") {
                login = ["--user", name.isEmpty ? "NAME" : String(name)]
            }
            if !isTyped("--password-file") { login += ["--password-file", "FILE"] }
            place = place[place.index(after: at)...]
        }
        if scheme != nil { place = place.prefix { $0 != "/" } }
        var connection: [String] =
            switch scheme.map({ text[..<$0.lowerBound].lowercased() }) ?? "" {
            case "mqtt", "tcp", "http": ["--plain"]
            // An earlier setup may have been without TLS.
            case "mqtts", "ssl", "tls", "https": ["--tls"]
            default: []
            }
        if typed.contains(where: { ["--plain", "--tls"].contains($0) }) { connection = [] }
        return ["--broker", place.isEmpty ? "HOST" : String(place)] + connection + login + typed
    }

    /// Returns true for a word that is an address, or the name of a machine with a dot.
    static func isLikely(_ word: String) -> Bool {
        word == "localhost" || word.contains { ".:".contains($0) }
    }

    /// Returns the word without a name and a password before an “@”.
    static func withoutLogin(_ word: String) -> String {
        word.lastIndex(of: "@").map { "…\(word[$0...])" } ?? word
    }

    /// Returns the host without the brackets of an IPv6 address, which no name server knows.
    static func withoutBrackets(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// Returns `HOST:PORT`, with an IPv6 address in brackets.
    static func text(_ host: String, port: String) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
