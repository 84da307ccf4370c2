// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import GLibLoop
import LinkCore

/// The options of `setup` and `join`.
enum SetupOptions {
    static let options: [OptionParser.Option] = [
        .init("broker", .string, placeholder: "HOST[:PORT]", help: "The MQTT broker"),
        .init("user", .string, placeholder: "NAME", help: "Your name at the broker"),
        .init(
            "password-file", .string, placeholder: "FILE",
            help: "File with your password at the broker (- for standard input)"),
        .init("ca", .string, placeholder: "FILE", help: "Authority of the broker's certificate"),
        .init("certificate", .string, placeholder: "FILE", help: "Your certificate"),
        .init("key", .string, placeholder: "FILE", help: "The key of your certificate"),
        .init("plain", help: "Connect without TLS; only on a network of your own"),
        .init("tls", help: "Connect with TLS again, after --plain; another broker begins so"),
        .init("open", help: "Do not seal messages; only with a broker of your own"),
        .init("name", .string, placeholder: "NAME", help: "Name of this machine"),
        .init("role", .string, placeholder: "ROLE", help: "both, send, follow or neither"),
        .init("topic", .string, placeholder: "TOPIC", help: "First part of all topics"),
        .init(
            "share-files",
            help: "Share your Focus files, too, with the apps and people in them"),
        .init("home-assistant", help: "Show this machine to Home Assistant"),
        .init("keyring", help: "Keep the secrets in the desktop's keyring, not in a file"),
        .init("no-start", help: "Write the files, try no broker, and start nothing"),
    ]
}

/// The commands `setup` and `join`: write the files and start the service.
@LoopActor struct SetupCommand {
    private let values: OptionValues
    private let bus: String?
    private let files = LinkFiles()

    init(_ values: OptionValues, _ bus: String?) {
        self.values = values
        self.bus = bus
    }

    /// - Parameter words: The words of the first machine; nil on the first machine.
    func run(words: String?) async throws(LinkProblem) {
        guard words?.isEmpty != true else {
            throw LinkProblem(
                "the words are missing. On the first machine, focus-switch link words shows them."
                    + " Then, here: focus-switch link join WORD… --broker HOST")
        }
        // Words replace a secret that cannot be read. Without words, that would be another group.
        let earlier: LinkSecrets? =
            if words == nil { try earlierSecrets } else { try? earlierSecrets }
        var secrets: LinkSecrets
        if let words {
            do throws(SecretWordsError) {
                secrets = LinkSecrets(secret: try SecretWords.secret(words))
            } catch {
                throw LinkProblem("the words are wrong: \(error.message)")
            }
        } else {
            secrets = LinkSecrets(secret: earlier?.secret ?? LinkGroup.newSecret())
        }
        secrets.password = try password ?? earlier?.password
        let (text, configuration) = try configurationText()
        let place = SecretsPlace(files, configuration)
        // The running link reads both when its configuration changes.
        try place.write(secrets)
        try LinkFiles.write(text, to: files.configuration)
        Program.say("Wrote \(files.configuration). The secrets are in \(place.name).")
        if !configuration.usesTLS, !values.flag("plain") {
            Program.say(
                "The connection to \(configuration.host) is without TLS, as before: others on the"
                    + " way can read your name and password at the broker. To use TLS: focus-switch"
                    + " link setup --tls")
        }
        if configuration.sharesFiles { Program.say(Self.warning(configuration.isSealed)) }
        if words == nil { SecretCommands.show(secrets.secret) }
        guard !values.flag("no-start") else { return }
        let result = await BrokerTrial(configuration, secrets).report()
        let isRunning = RunningLink.isRunning(bus)
        guard result != .fails || isRunning else {
            throw LinkProblem(
                "the broker cannot be used with these settings, so focus-link is not started; to"
                    + " try others, with the options to change: focus-switch link setup")
        }
        try ServiceUnit.start(isRunning: isRunning)
        guard result == .works else {
            throw LinkProblem(
                "the broker could not be used; to see later if it can: focus-switch link status")
        }
    }

    /// The sentences about the contents of shared files.
    private static func warning(_ isSealed: Bool) -> String {
        "Your Focus files go to all your machines: with the apps, people and web sites on their"
            + " lists, their rules, schedules and triggers, and the settings of apps' filters."
            + (isSealed
                ? " The messages are sealed; only your machines can read them."
                : " The messages are not sealed: everybody who can read at the broker reads the"
                    + " files.")
            + " To end this: ShareFiles=false in \(LinkFiles.configurationName)."
    }

    /// The secrets of an earlier setup, from their file or from the keyring; nil if there are none.
    private var earlierSecrets: LinkSecrets? {
        get throws(LinkProblem) {
            let usesKeyring = (try? files.readConfiguration())?.usesKeyring == true
            if !usesKeyring, let found = try files.readSecretsIfPresent() { return found }
            guard try LinkFiles.read(files.configuration) != nil else { return nil }
            do throws(LinkProblem) {
                return try SecretsPlace.keyring(files).readIfPresent()
            } catch {
                // A machine that was never linked needs no keyring.
                if !usesKeyring, try LinkFiles.read(files.memory) == nil { return nil }
                throw error
            }
        }
    }

    /// The configuration with the given options in place of the earlier ones.
    private func configurationText() throws(LinkProblem) -> (String, LinkConfiguration) {
        var file = KeyFile()
        if let bytes = try? LinkFiles.contents(files.configuration),
            let old = try? KeyFile(bytes: bytes)
        {
            file = old
        }
        let before = file
        guard !values.flag("plain") || !values.flag("tls") else {
            throw LinkProblem("--plain is without TLS and --tls with it; use one of them")
        }
        var broker: BrokerAddress?
        if let text = values.string("broker") { broker = try BrokerAddress(text, connection) }
        do throws(KeyFileError) {
            try set(broker, &file)
        } catch {
            throw LinkProblem(error.reason)
        }
        guard hasBroker(file) else {
            throw LinkProblem(
                "the broker is missing; name it: focus-switch link \(command) --broker HOST[:PORT]")
        }
        // The service must be able to read the new file.
        try LinkLayers(files.administrator).refuseLocked(before, file)
        return (file.contents, try files.configuration(of: file))
    }

    /// The typed options for the connection to a broker.
    private var connection: [String] {
        var options = ["plain", "tls"].filter { values.flag($0) }.map { "--\($0)" }
        for option in ["user", "password-file"] {
            if let value = values.string(option) { options += ["--\(option)", value] }
        }
        return options
    }

    private var command: String { values.arguments.isEmpty ? "setup" : "join WORD…" }

    /// True if the file, or an administrator's, names a broker.
    private func hasBroker(_ file: KeyFile) -> Bool {
        let merged = LinkLayers(files.administrator).merged(file)
        return (try? merged.string("Broker", "Host"))?.isEmpty == false
    }

    private func set(
        _ broker: BrokerAddress?, _ file: inout KeyFile
    ) throws(KeyFileError) {
        func write(
            _ value: String?, _ group: String, _ key: String, _ file: inout KeyFile
        ) throws(KeyFileError) {
            guard let value else { return }
            if !file.contains(group: group) { try file.addGroup(group) }
            try file.set(value, group, key)
        }
        let isPlain = try file.boolean("Broker", "TLS") == false
        // An earlier port is that of another broker, or of the connection without TLS.
        if broker != nil || (isPlain && values.flag("tls")) { file.removeKey("Broker", "Port") }
        // The user agreed to the connection without TLS for the earlier broker alone.
        if let broker, try broker.host != earlierHost(file) {
            file.removeKey("Broker", "TLS")
        }
        try write(broker?.port, "Broker", "Port", &file)
        try write(broker?.host, "Broker", "Host", &file)
        file.removeKey("Link", "Enabled")
        try write(values.string("user"), "Broker", "User", &file)
        try write(values.string("ca").map(absolute), "Broker", "CAFile", &file)
        try write(values.string("certificate").map(absolute), "Broker", "CertificateFile", &file)
        try write(values.string("key").map(absolute), "Broker", "KeyFile", &file)
        try write(values.string("topic"), "Broker", "Topic", &file)
        try write(values.flag("plain") ? "false" : nil, "Broker", "TLS", &file)
        try write(values.flag("tls") ? "true" : nil, "Broker", "TLS", &file)
        try write(values.flag("open") ? "false" : nil, "Link", "Seal", &file)
        try write(values.flag("keyring") ? "true" : nil, "Link", "Keyring", &file)
        try write(values.flag("share-files") ? "true" : nil, "Link", "ShareFiles", &file)
        try write(values.string("name"), "Link", "Name", &file)
        try write(values.string("role"), "Link", "Role", &file)
        try write(
            values.flag("home-assistant") ? "true" : nil, "HomeAssistant", "Enabled", &file)
    }

    /// The host of the earlier broker, as ``LinkConfiguration/host``.
    private func earlierHost(_ file: KeyFile) throws(KeyFileError) -> String? {
        guard let host = try file.string("Broker", "Host") else { return nil }
        return BrokerAddress.withoutBrackets(host)
    }

    private func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileSystem.resolved(path)
    }

    /// The password from its file, without the line's end.
    private var password: String? {
        get throws(LinkProblem) {
            guard let path = values.string("password-file") else { return nil }
            if path == "-" { return readLine() }
            let bytes = try LinkFiles.contents(path)
            return String(decoding: bytes.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
        }
    }
}
