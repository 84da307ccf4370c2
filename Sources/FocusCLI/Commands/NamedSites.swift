// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// Web sites that users name where a command takes an app: `mute example.org`.
@LoopActor struct NamedSites {
    let invocation: Invocation

    /// Number of notifications to look at for a site.
    private static let searched = 200

    /// Returns the web site that a word names, if it names no known app: an address such as
    /// `https://example.org/`, or the site of a past notification, also as lists show it:
    /// `example.org (Chromium)`.
    func host(of word: String) throws(CommandFailure) -> String? {
        let shown = Self.withoutBrowser(word)
        guard let site = WebSite(shown), try invocation.apps.isUnknown(word) else { return nil }
        return Self.isAddress(shown) || isSeen(site) ? site.host : nil
    }

    /// Returns the site of a word such as `example.org (Chromium)`, and any other word as it is.
    nonisolated private static func withoutBrowser(_ word: String) -> String {
        guard word.hasSuffix(")"), let start = word.firstRange(of: " (") else { return word }
        return String(word[..<start.lowerBound])
    }

    /// Returns the web site of a word that resembles one and names no known app.
    func likelyHost(of word: String) throws(CommandFailure) -> String? {
        guard Self.resemblesSite(word), let site = WebSite(word),
            try invocation.apps.isUnknown(word)
        else { return nil }
        return site.host
    }

    /// Throws for a web site among the apps of `allow` or `silence`: the list of apps would have an
    /// entry without an effect.
    ///
    /// - Parameters:
    ///   - command: the command with its options, such as `focus-switch allow --only`.
    ///   - focus: the option that names the Focus.
    func refuse(_ words: [String], _ command: String, _ focus: String) throws(CommandFailure) {
        for word in words {
            var found = try host(of: word)
            var reason = "but a web site of that name"
            if found == nil, Self.isTakenForSite(word) {
                found = try likelyHost(of: word)
                reason = Self.formReason
            }
            guard let host = found else { continue }
            throw .refused(
                "there is no app “\(word.printable)”, \(reason)",
                "For the site: \(command) --site \(shellQuoted(host)) \(focus)",
                "For an app of that name: \(command) --app \(shellQuoted(word)) \(focus)")
        }
    }

    /// Throws for a web site that is to be muted: only apps are muted.
    ///
    /// - Parameter isForced: true to take a word in the form of a site for an app, unless the site
    ///   is known.
    func refuseMute(_ word: String, isForced: Bool) throws(CommandFailure) {
        var found = try host(of: word)
        var reason = "but a web site of that name"
        var steps: [String] = []
        if found == nil, !isForced, Self.isTakenForSite(word) {
            found = try likelyHost(of: word)
            reason = Self.formReason
            steps = ["To mute an app of that name: \(invocation.agreeing)"]
        }
        guard let host = found else { return }
        throw .refused(
            "there is no app “\(word.printable)”, \(reason)",
            details: [
                "A Focus silences sites: \(Self.command(host))",
                NearMiss.alwaysStep(),
            ] + steps)
    }

    private static let formReason = "and that is the form of a web site"

    /// Returns notes about the port and the path of a typed site, which no notification names, and
    /// about its “www”: only subdomains belong to a site.
    nonisolated static func notes(_ text: String, _ site: WebSite) -> [String] {
        let host = site.host.printable
        let address = text.lowercased()
        let behind = address.firstRange(of: site.host).map { address[$0.upperBound...] } ?? ""
        var notes: [String] = []
        if behind.hasPrefix(":") {
            notes.append("a site has no port here: this is about every port of \(host)")
        }
        if behind.drop(while: { $0 != "/" }).count > 1 {
            notes.append("a site has no path here: this is about every page of \(host)")
        }
        if host.hasPrefix("www."), host.dropFirst(4).contains(".") {
            notes.append(
                "this is about \(host) and its subdomains; to name all of \(host.dropFirst(4)):"
                    + " --site \(host.dropFirst(4))")
        }
        return notes
    }

    /// Prints the command that silences a site, for a word that resembles one.
    func hintAtMute(of word: String) throws(CommandFailure) {
        guard let host = try likelyHost(of: word) else { return }
        invocation.output.errorSentence("If that is a web site: \(Self.command(host))")
    }

    private static func command(_ host: String) -> String {
        "focus-switch silence --site \(shellQuoted(host)) --focus FOCUS".printable
    }

    nonisolated private static func isAddress(_ word: String) -> Bool {
        ["http://", "https://", "www."].contains(where: word.lowercased().hasPrefix)
    }

    /// Returns true for a word in the form of a host: `example.org`, and not `org.example.Chat`.
    nonisolated private static func mayBeSite(_ word: String) -> Bool {
        if isAddress(word) { return true }
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }), let last = parts.last else {
            return false
        }
        return word == word.lowercased() && last.allSatisfy(\.isLetter)
            && (last.count <= 3 || longEndings.contains(String(last)))
    }

    /// Returns true for a word that is likelier a site than an app's id, which begins with the
    /// ending of a site.
    nonisolated private static func resemblesSite(_ word: String) -> Bool {
        guard mayBeSite(word), let first = word.split(separator: ".").first else { return false }
        return isAddress(word) || !endings.contains(String(first))
    }

    /// Returns true for a word that is taken for a web site if it names no known app: `allow` and
    /// `silence` take it for an app only behind `--app`, and `mute` only with `--yes`.
    nonisolated static func isTakenForSite(_ word: String) -> Bool {
        guard resemblesSite(word) else { return false }
        return isAddress(word) || endings.contains(String(word.split(separator: ".").last ?? ""))
    }

    nonisolated private static let longEndings: Set = [
        "info", "cloud", "online", "social", "shop", "tech",
    ]
    /// Endings with which apps' ids begin.
    nonisolated private static let endings: Set = [
        "com", "org", "net", "io", "de", "dev", "app", "edu", "gov", "info", "me", "co", "uk",
        "fr", "it", "nl", "es", "ch", "at", "eu", "ru", "ca", "se", "pl", "cz", "us", "xyz",
    ]

    /// Returns true if a past notification is from the site or from a subdomain.
    private func isSeen(_ site: WebSite) -> Bool {
        if let isSeen = invocation.seenSites[site.host] { return isSeen }
        var query = HistoryQuery(limit: Self.searched)
        query.text = SearchedText(site.host)
        let entries = (try? invocation.askIfRunning(.entries(query))) ?? nil
        let isSeen = entries?.contains { WebSite.lists([site.host], $0.record.site) } == true
        invocation.seenSites[site.host] = isSeen
        return isSeen
    }
}
