// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Glibc

/// The commands of `focus-switch link`.
enum LinkCommand: String, CaseIterable {
    case setup
    case join
    case status
    case words
    case rotate
    case off
    case phone
    case restore
    case delete

    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// Returns the command that a mistyped word, or a word of another program, means; nil for other
    /// words.
    static func meant(by word: String) -> LinkCommand? {
        let found = synonyms.first { $0.words.contains(word) }?.command
        let nearest = NearestWord.find(word, in: allCases.map(\.rawValue))
        return found ?? nearest.flatMap { LinkCommand(rawValue: $0) }
    }

    private static let synonyms: [(words: Set<String>, command: LinkCommand)] = [
        (["on", "start", "init", "new", "create"], .setup), (["add", "connect", "pair"], .join),
        (["show", "list", "info", "machines", "devices"], .status),
        (["key", "secret", "code", "qr"], .words),
        (["undo", "stop", "disable", "leave", "remove", "forget"], .off),
    ]

    private var parser: OptionParser {
        let summary =
            switch self {
            case .setup: "Sets the link up on a first machine, and shows the words for others."
            case .join: "Sets the link up on a further machine, with the words of the first."
            case .status: "Shows the broker, the other machines, and what is wrong."
            case .words: "Shows the words, and a QR code of them, for a further machine."
            case .rotate: "Makes a new key, and shows its words. Type them on each other machine."
            case .off: "Ends the link on this machine. Its files stay, without --forget."
            case .phone: "Offers your Focuses to your phone, as commands of KDE Connect."
            case .restore: "Takes the Focus files back that are gone from this machine."
            case .delete: "Deletes the Focus files that are gone here on the other machines, too."
            }
        let parameters = self == .join ? "WORD…" : ""
        return OptionParser(
            command: "focus-switch link \(rawValue)", parameters: parameters, summary: summary,
            options: options + [.init("help", short: "h", help: "Show this help")])
    }

    /// Returns the command `setup` with `--broker` before the word that names the broker.
    static func setupLine(_ words: [String], broker: String) -> String {
        var (rest, broker) = (words, broker)
        if let place = rest.firstIndex(of: broker) {
            rest.remove(at: place)
            // “localhost 1883”
            if place < rest.count, UInt16(rest[place]) != nil {
                broker += ":\(rest.remove(at: place))"
            }
        }
        let all = ["focus-switch", "link", "setup"] + BrokerAddress.options(for: broker, rest)
        return all.map(shellQuoted).joined(separator: " ")
    }

    /// Returns the message about an invalid command line, as other messages begin: GOptionContext
    /// begins its sentences with a capital letter.
    static func message(_ error: OptionError) -> String {
        // An unknown option may have a password behind its “=”.
        let text = error.message.prefix { $0 != "=" }
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// Returns the next step after the message about an invalid command line.
    func advice(_ message: String) -> String {
        guard [.setup, .join].contains(self) else {
            return "see focus-switch link \(rawValue) --help"
        }
        if message.contains("--port") {
            return "the port belongs to the broker: --broker HOST:PORT"
        }
        if message.contains("--pass") {
            return "a password comes from a file, or with - from standard input:"
                + " --password-file FILE"
        }
        if message.contains("--username") { return "your name at the broker: --user NAME" }
        return "see focus-switch link \(rawValue) --help"
    }

    /// Returns the message for a first word that is no command.
    static func unknown(_ words: [String]) -> String {
        let name = words.first ?? ""
        let isBroker = BrokerAddress.isLikely(name)
        let command: String? =
            isBroker
            ? setupLine(words, broker: name)
            : meant(by: name).map { "focus-switch link \($0.rawValue)" }
        return "there is no command \(BrokerAddress.withoutLogin(name)); "
            + (command.map { "did you mean: \($0)" } ?? "there are: \(names)")
    }

    private var options: [OptionParser.Option] {
        switch self {
        case .setup, .join: SetupOptions.options
        case .status: [.init("json", help: "Print JSON")]
        case .phone: [.init("remove", help: "Take the commands away")]
        case .off:
            [.init("forget", help: "Remove settings, secret and memory; leave the other machines")]
        case .words, .rotate, .restore, .delete: []
        }
    }

    /// Runs the command.
    /// - Returns: The exit code.
    @LoopActor func run(_ arguments: [String], bus: String?) async -> Int32 {
        let values: OptionValues
        do throws(OptionError) {
            values = try parser.parse(arguments)
        } catch {
            let message = Self.message(error)
            Program.log("\(message); \(advice(message))")
            return 2
        }
        if values.flag("help") {
            print(parser.help, terminator: "")
            return 0
        }
        if self != .join, let extra = values.arguments.first {
            let isBroker = self == .setup && values.string("broker") == nil
            Program.log(
                "unexpected argument “\(BrokerAddress.withoutLogin(extra))”; "
                    + (isBroker
                        ? "did you mean: \(Self.setupLine(arguments, broker: extra))"
                        : "see focus-switch link \(rawValue) --help"))
            return 2
        }
        do throws(LinkProblem) {
            switch self {
            case .setup: try await SetupCommand(values, bus).run(words: nil)
            case .join:
                let words = values.arguments.joined(separator: " ")
                try await SetupCommand(values, bus).run(words: words)
            case .words: try SecretCommands.show()
            case .rotate: try SecretCommands.rotate()
            case .off:
                try await OffCommand(forgets: values.flag("forget"), bus).run()
            case .phone: try PhoneCommand.run(remove: values.flag("remove"), bus)
            case .status: return StatusCommand.run(bus, isJSON: values.flag("json"))
            case .restore, .delete: return AbsenceCommand.run(bus, deletes: self == .delete)
            }
            return 0
        } catch {
            Program.log(error.description)
            return 1
        }
    }
}

/// The command `status`.
enum StatusCommand {
    /// - Returns: 0 if all is well, 1 if there is a problem, 3 if the link does not run.
    @LoopActor static func run(_ bus: String?, isJSON: Bool) -> Int32 {
        guard let status = RunningLink.ask(bus, { try $0.status() }) else { return 3 }
        print(
            isJSON
                ? status.json.compact : status.text(width: TerminalText.columns(of: STDOUT_FILENO)))
        return status.problems.isEmpty ? 0 : 1
    }
}

/// The commands `restore` and `delete`: the user's answer to many missing files.
enum AbsenceCommand {
    /// - Returns: 0 on success, 3 if the link does not run.
    @LoopActor static func run(_ bus: String?, deletes: Bool) -> Int32 {
        let count = RunningLink.ask(bus) { link in
            try deletes ? link.shareDeletions() : link.restoreFiles()
        }
        guard let count else { return 3 }
        let files = count == 1 ? "1 Focus file" : "\(count) Focus files"
        switch (count, deletes) {
        case (0, _): Program.say("No Focus file is missing here.")
        case (_, true): Program.say("Deleted \(files) on the other machines.")
        case (_, false): Program.say("Taking back \(files).")
        }
        return 0
    }
}

/// The link that runs in this session.
enum RunningLink {
    /// Returns the answer of the link; nil, after a line on standard error, if there is none.
    @LoopActor static func ask<Answer>(
        _ bus: String?, _ question: (LinkClient) throws -> Answer
    ) -> Answer? {
        do {
            let connection = try bus.map { try Connection(address: $0) } ?? Connection.session()
            let client = LinkClient(connection)
            guard client.isRunning else {
                Program.log(advice)
                return nil
            }
            return try question(client)
        } catch {
            Program.log("\(error)")
            return nil
        }
    }
}

extension RunningLink {
    /// Time for the link to end after it was told to.
    private static let patience = Duration.seconds(5)

    /// The sentence for a link that does not run, with the next step.
    private static var advice: String {
        guard unsafe access(LinkFiles().configuration, F_OK) == 0 else {
            return """
                there is no link on this machine
                To set it up: focus-switch link setup --broker HOST
                With the words of another machine: focus-switch link join WORD… --broker HOST
                """
        }
        if (try? LinkFiles().readConfiguration())?.isEnabled == false {
            return LinkProblem.off.description
        }
        return "focus-link is not running; to start it: \(ServiceUnit.startCommand)"
    }

    /// True while focus-link runs in the session.
    @LoopActor static func isRunning(_ bus: String?) -> Bool {
        (try? LinkClient(address: bus))?.isRunning == true
    }

    /// Ends focus-link, started by systemd or by hand.
    /// - Returns: False if it did not run.
    @LoopActor static func end(_ bus: String?) throws(LinkProblem) -> Bool {
        guard
            let connection = try? bus.map({ try Connection(address: $0) }) ?? Connection.session(),
            let number = connection.bus.processIDBlocking(
                of: WireName.link, within: patience),
            let process = ProcessHandle(number)
        else { return false }
        process.signal(SIGTERM)
        guard process.waitForEnd(within: patience) else {
            throw LinkProblem("focus-link does not end; to end it: kill -9 \(number)")
        }
        return true
    }
}

extension LinkStatus {
    var json: JSONValue {
        [
            "connected": .boolean(isConnected), "broker": .string(broker), "name": .string(name),
            "role": .string(role), "sealed": .boolean(isSealed), "tls": .boolean(usesTLS),
            "machines": .array(
                machines.map {
                    [
                        "name": .string($0.name), "online": .boolean($0.isOnline),
                        "role": .string($0.role),
                    ]
                }),
            "focus": .optional(focus), "origin": .string(origin),
            "problems": .strings(problems), "refused": .integer(Int64(refused)),
        ]
    }

    /// Returns the state in lines for a terminal of that width; nil for a file or a pipe.
    func text(width: Int?) -> String {
        let protection = [usesTLS ? "TLS" : "in plain text", isSealed ? "sealed" : "not sealed"]
        var rows: [(label: String, text: String)] = [
            ("This machine", "\(name) (\(role))"),
            (
                "Broker",
                "\(broker), \(isConnected ? "connected" : "not connected")"
                    + " (\(protection.joined(separator: ", ")))"
            ),
        ]
        if let focus {
            let active = focus.isEmpty ? "off" : focus
            rows.append(("Focus", "\(active), from \(origin.isEmpty ? name : origin)"))
        }
        for machine in machines {
            let state = machine.isOnline ? "online" : "away"
            rows.append(("Machine", "\(machine.name), \(state) (\(machine.role))"))
        }
        if machines.isEmpty { rows.append(("Machine", "no other one yet")) }
        if refused > 0 { rows.append(("Refused", "\(refused) messages of strangers")) }
        for problem in problems { rows.append(("Problem", problem)) }
        return TerminalText.table(rows, width: width).joined(separator: "\n")
    }
}
