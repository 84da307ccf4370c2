// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import LinkCore

/// The settings of `focus-link.conf`.
struct LinkConfiguration: Hashable {
    /// Files that belong to the TLS connection.
    struct Files: Hashable {
        var authorities: String?
        var certificate: String?
        var key: String?
    }

    /// `[Broker] Host=`, without the brackets of an IPv6 address.
    var host = ""
    /// `[Broker] Port=`; 8883, or 1883 without TLS.
    var port = 8_883
    /// `[Broker] TLS=`.
    var usesTLS = true
    /// `[Broker] CAFile=`, `CertificateFile=` and `KeyFile=`.
    var files = Files()
    /// `[Broker] User=`.
    var user: String?
    /// `[Broker] Topic=`: the first part of all topics.
    var prefix = "focusd"
    /// `[Link] Enabled=`: false after `focus-switch link off`.
    var isEnabled = true
    /// `[Link] Name=`: the machine's name for people; its host name.
    var name = ""
    /// `[Link] Role=`.
    var role = LinkRole.both
    /// `[Link] Seal=`.
    var isSealed = true
    /// `[Link] Keyring=`: true if the secrets are in the desktop's keyring.
    var usesKeyring = false
    /// `[Link] ShareFiles=`: true if Focus files are shared, with the apps and people in them.
    var sharesFiles = false
    /// `[HomeAssistant] Enabled=`.
    var servesHouse = false
    /// `[HomeAssistant] Prefix=`: the first part of the discovery topics.
    var housePrefix = "homeassistant"
    /// `[HomeAssistant] Focuses=`: the Focuses that the house may turn on; nil for all.
    var houseFocuses: [String]?
    /// `[HomeAssistant] Commands=`: false if the house shows the Focus but cannot change it.
    var takesCommands = true

    static let keys = [
        "Broker": [
            "Host", "Port", "TLS", "CAFile", "CertificateFile", "KeyFile", "User", "Topic",
        ],
        "Link": ["Enabled", "Name", "Role", "Seal", "Keyring", "ShareFiles"],
        "HomeAssistant": ["Enabled", "Prefix", "Focuses", "Commands"],
    ]

    init() {}

    /// The broker as `--broker` names it.
    var place: String { BrokerAddress.text(host, port: "\(port)") }

    /// Sentences about the administrator's files and their locks.
    var notes: [String] = []

    /// Returns true for a name `GROUP.KEY` or `GROUP`.
    static func hasKey(named name: String) -> Bool {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        guard let known = parts.first.flatMap({ keys[$0] }) else { return false }
        return parts.count == 1 || known.contains(parts[1])
    }

    /// Parses a file's text.
    ///
    /// - Parameter isPart: true for a file that other files complete.
    /// - Throws: The first problem, as `line: reason`.
    init(_ file: KeyFile, isPart: Bool = false) throws(LinkProblem) {
        for group in file.groups {
            guard let known = Self.keys[group] else {
                throw LinkProblem(file.line(ofGroup: group), "there is no group [\(group)]")
            }
            for key in file.keys(in: group) where !known.contains(key) {
                throw LinkProblem(
                    file.line(ofGroup: group, key: key), "[\(group)] has no key \(key)=")
            }
        }
        do throws(KeyFileError) {
            try read(file)
        } catch {
            throw LinkProblem(error.line, error.reason)
        }
        try check(file, isPart)
    }

    private mutating func read(_ file: KeyFile) throws(KeyFileError) {
        host = try BrokerAddress.withoutBrackets(file.string("Broker", "Host") ?? "")
        usesTLS = try file.boolean("Broker", "TLS") ?? true
        port = try file.integer("Broker", "Port") ?? (usesTLS ? 8_883 : 1_883)
        files.authorities = try file.string("Broker", "CAFile")
        files.certificate = try file.string("Broker", "CertificateFile")
        files.key = try file.string("Broker", "KeyFile")
        user = try file.string("Broker", "User")
        prefix = try file.string("Broker", "Topic") ?? prefix
        isEnabled = try file.boolean("Link", "Enabled") ?? true
        name = try file.string("Link", "Name") ?? ""
        isSealed = try file.boolean("Link", "Seal") ?? true
        usesKeyring = try file.boolean("Link", "Keyring") ?? false
        sharesFiles = try file.boolean("Link", "ShareFiles") ?? false
        servesHouse = try file.boolean("HomeAssistant", "Enabled") ?? false
        housePrefix = try file.string("HomeAssistant", "Prefix") ?? housePrefix
        houseFocuses = try file.strings("HomeAssistant", "Focuses")
        takesCommands = try file.boolean("HomeAssistant", "Commands") ?? true
    }

    private mutating func check(_ file: KeyFile, _ isPart: Bool) throws(LinkProblem) {
        func problem(_ group: String, _ key: String, _ reason: String) -> LinkProblem {
            LinkProblem(file.line(ofGroup: group, key: key), "\(key): \(reason)")
        }
        let role = (try? file.string("Link", "Role")) ?? nil
        if let role {
            guard let known = Self.roles[role] else {
                throw problem("Link", "Role", "it is one of both, send, follow and neither")
            }
            self.role = known
        }
        guard isPart || !host.isEmpty, host.allSatisfy({ $0.isASCII && !$0.isWhitespace }) else {
            throw problem(
                "Broker", "Host",
                "the name of the broker's machine is missing; focus-switch link setup --broker=HOST"
                    + " sets it")
        }
        guard (1...65_535).contains(port) else {
            throw problem("Broker", "Port", "it is a number from 1 to 65535")
        }
        for (key, topic) in [("Topic", prefix), ("Prefix", housePrefix)] {
            guard Self.isTopic(topic) else {
                throw problem(
                    key == "Topic" ? "Broker" : "HomeAssistant", key,
                    "a topic has no blanks, no + and #, and at most 128 characters")
            }
        }
        guard name.utf8.count <= 64 else {
            throw problem("Link", "Name", "it has at most 64 bytes")
        }
        guard isPart || (files.certificate == nil) == (files.key == nil) else {
            throw problem("Broker", "KeyFile", "CertificateFile= and KeyFile= go together")
        }
    }

    static let roles: [String: LinkRole] = [
        "both": .both, "send": .sends, "follow": .follows, "neither": [],
    ]

    private static func isTopic(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 128 && !text.hasPrefix("/") && !text.hasSuffix("/")
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && $0.value > 0x20 && $0 != "+" && $0 != "#" && $0.value != 0x7F
            }
    }
}

extension LinkRole {
    /// The word of `Role=`.
    var word: String {
        LinkConfiguration.roles.first { $0.value == self }?.key ?? "neither"
    }
}

/// The reason why `focus-link` cannot use its files.
struct LinkProblem: Error, Hashable, CustomStringConvertible {
    let description: String
    /// True if a later try may succeed without a change of the files.
    let mayPass: Bool

    init(_ text: String, mayPass: Bool = false) {
        description = text
        self.mayPass = mayPass
    }

    /// The user turned the link off.
    static let off = LinkProblem("the link is off; to turn it on: focus-switch link setup")

    init(_ line: Int?, _ reason: String) {
        mayPass = false
        description = "\(LinkFiles.configurationName):\(line.map { "\($0):" } ?? "") \(reason)"
    }
}
