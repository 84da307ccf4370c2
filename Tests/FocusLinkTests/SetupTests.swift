// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop
import LinkCore
import Mosquitto
import QRCode
import SeededRandom
import Testing

@testable import FocusLink

@Suite struct SecretWordsTests {
    @Test func theListHas256WordsThatDifferEarly() {
        #expect(SecretWords.words.count == 256)
        #expect(Set(SecretWords.words.map { $0.prefix(4) }).count == 256)
    }

    @Test func theWordsAreTheSecret() throws {
        let secret = LinkGroup.newSecret()
        let words = SecretWords.text(secret)
        #expect(try SecretWords.secret(words) == secret)
        #expect(try SecretWords.secret(words.uppercased()) == secret)
        let short = words.split(separator: " ").map { $0.prefix(4) }.joined(separator: "-")
        #expect(try SecretWords.secret(short) == secret)
    }

    @Test func mistakesAreFound() {
        let words = SecretWords.text([UInt8](repeating: 3, count: 16)).split(separator: " ")
        #expect(throws: SecretWordsError.count(16)) {
            try SecretWords.secret(words.dropLast().joined(separator: " "))
        }
        #expect(throws: SecretWordsError.unknown("qqqq")) {
            try SecretWords.secret("qqqq " + words.joined(separator: " "))
        }
        var wrong = words.map(String.init)
        wrong[0] = SecretWords.words[9]
        #expect(throws: SecretWordsError.mistake) {
            try SecretWords.secret(wrong.joined(separator: " "))
        }
    }

    @Test func theWordsAreBrokenBetweenWordsForATerminal() throws {
        let secret = LinkGroup.newSecret()
        let words = SecretWords.text(secret)
        #expect(SecretCommands.lines(words, width: nil) == ["  \(words)"])
        let lines = SecretCommands.lines(words, width: 40)
        #expect(lines.count > 1 && lines.allSatisfy { $0.count <= 40 })
        #expect(try SecretWords.secret(lines.joined(separator: " ")) == secret)
    }

    @Test(
        arguments: [
            ("undo", LinkCommand.off), ("stop", .off), ("qr", .words), ("machines", .status),
            ("sttus", .status), ("frobnicate", nil),
        ] as [(String, LinkCommand?)])
    func aWordOfAnotherProgramLeadsToTheCommand(_ word: String, _ command: LinkCommand?) {
        #expect(LinkCommand.meant(by: word) == command)
    }

    @Test func theCodeForATerminalIsSquare() throws {
        let code = try #require(QRCode(SecretWords.text(LinkGroup.newSecret())))
        #expect(code.width >= 21)
        #expect(code.lines.count == (code.width + 5) / 2)
    }
}

@Suite struct LinkConfigurationTests {
    private func read(_ text: String) throws -> LinkConfiguration {
        try LinkConfiguration(KeyFile(contents: text))
    }

    @Test func theDefaultsAreTLSAndSealed() throws {
        let configuration = try read("[Broker]\nHost=broker.example.org\n")
        #expect(configuration.usesTLS && configuration.isSealed && configuration.port == 8_883)
        #expect(configuration.role == .both && !configuration.servesHouse)
        #expect(try read("[Broker]\nHost=b\nTLS=false\n").port == 1_883)
    }

    @Test(arguments: [
        ("[Broker]\nPort=1\n", "Host"), ("[Broker]\nHost=a b\n", "Host"),
        ("[Broker]\nHost=b\nPort=70000\n", "Port"), ("[Broker]\nHost=b\nTopic=a/#\n", "Topic"),
        ("[Broker]\nHost=b\n[Link]\nRole=all\n", "Role"), ("[Other]\nA=1\n", "Other"),
        ("[Broker]\nHosts=b\n", "Hosts"), ("[Broker]\nHost=b\nKeyFile=/k\n", "KeyFile"),
        ("[Broker]\nHost=b\nTLS=perhaps\n", "TLS"),
    ])
    func badFilesAreRefusedByName(text: String, word: String) {
        let problem = #expect(throws: LinkProblem.self) { try read(text) }
        #expect(problem?.description.contains(word) == true)
    }
}

@Suite struct BrokerAddressTests {
    @Test func theLastColonBeginsThePort() throws {
        let addresses: [(String, String, String?)] = [
            ("b.example", "b.example", nil), ("b.example:1", "b.example", "1"),
            ("::1", "::1", nil), ("[::1]:2", "::1", "2"),
            ("[::1]", "::1", nil), ("fe80::1", "fe80::1", nil),
        ]
        for (text, host, port) in addresses {
            let address = try BrokerAddress(text)
            #expect(address.host == host && address.port == port, "\(text)")
        }
    }

    @Test(arguments: [
        ("mqtt://b", "--broker b --plain"),
        ("MQTTS://u:p@b:1/x", "--broker b:1 --tls --user u --password-file FILE"),
        ("tcp://b:1", "--broker b:1 --plain"), ("ssl://", "--broker HOST --tls"),
        ("b://c", "--broker c"), ("http://b:80/", "--broker b:80 --plain"),
        ("https://b", "--broker b --tls"),
        ("mqtt://u:p/w@b/x", "--broker b --plain --user u --password-file FILE"),
        ("mqtt://:p@b", "--broker b --plain --user NAME --password-file FILE"),
    ])
    func anAddressWithASchemeIsRefusedWithTheOptions(_ text: String, _ options: String) {
        let problem = #expect(throws: LinkProblem.self) { try BrokerAddress(text) }
        #expect(problem?.description.hasSuffix("; use: \(options)") == true, "\(text)")
    }

    /// A trial with a newcomer: a name and a password became the host.
    @Test func aNameAndAPasswordAreRefusedAndNotRepeated() {
        let problem = #expect(throws: LinkProblem.self) { try BrokerAddress("u:geheim@b:1") }
        let text = problem?.description ?? ""
        #expect(text.hasSuffix("; use: --broker b:1 --user u --password-file FILE"), "\(text)")
        #expect(!text.contains("geheim"))
        let words = LinkCommand.unknown(["mqtt://u:geheim@b"])
        #expect(
            words.hasSuffix(
                "focus-switch link setup --broker b --plain --user u --password-file FILE"))
        #expect(!words.contains("geheim"))
    }

    /// A trial with a newcomer: the options to use were without the typed --plain.
    @Test(arguments: [
        (["--plain"], "--user u --password-file FILE --plain"),
        (["--tls", "--user", "kim"], "--password-file FILE --tls --user kim"),
        (["--user=kim", "--password-file=f"], "--user=kim --password-file=f"),
        (["--user", "kim", "--password-file", "a b"], "--user kim --password-file 'a b'"),
    ])
    func theTypedOptionsAreKept(_ typed: [String], _ options: String) {
        let problem = #expect(throws: LinkProblem.self) { try BrokerAddress("u:p@b:1", typed) }
        let text = problem?.description ?? ""
        #expect(text.hasSuffix("; use: --broker b:1 \(options)"), "\(text)")
    }

    /// A trial with a newcomer: neither led to the options.
    @Test func aPasswordAndARefusalLeadToTheOptions() {
        let error = OptionError("Unknown option --password=secret")
        #expect(LinkCommand.message(error) == "unknown option --password")
        let option = LinkCommand.setup.advice("unknown option --password")
        #expect(option.hasSuffix("--password-file FILE"))
        #expect(LinkCommand.join.advice("Unknown option --username").hasSuffix("--user NAME"))
        let refused = BrokerFailure(kind: .refused, message: "not authorized")
        #expect(refused.advice.hasSuffix("link setup --user NAME --password-file FILE"))
    }

    /// A trial with a newcomer: the error was one of line 2 of focus-link.conf.
    @Test(arguments: [
        ("127.0.0.1 18830", "without blanks"), ("b:99999", "“99999”"), ("b:0", "“0”"), ("b:", "“”"),
    ])
    func aBadAddressIsAnErrorOfTheOption(_ address: String, _ word: String) {
        let problem = #expect(throws: LinkProblem.self) { try BrokerAddress(address) }
        let text = problem?.description ?? ""
        #expect(text.hasPrefix("--broker is HOST or HOST:PORT,") && text.contains(word), "\(text)")
    }

    /// A trial with a newcomer: the brackets went to libmosquitto, which found no such name.
    @Test func anIPv6AddressHasBracketsBeforeAPortAlone() throws {
        let file = try KeyFile(contents: "[Broker]\nHost=[::1]\nPort=7\n")
        let configuration = try LinkConfiguration(file)
        #expect(configuration.host == "::1" && configuration.place == "[::1]:7")
    }

    @Test func anOptionForThePortLeadsToTheBroker() {
        #expect(LinkCommand.setup.advice("Unknown option --port").hasSuffix("--broker HOST:PORT"))
        #expect(LinkCommand.off.advice("Unknown option --port").hasPrefix("see focus-switch"))
    }

    /// A trial with a newcomer: the broker behind `link` led to the list of commands.
    @Test(arguments: [
        (["b.example"], "setup --broker b.example"), (["localhost"], "setup --broker localhost"),
        (["b:1", "--plain"], "setup --broker b:1 --plain"), (["sttus"], "status"),
    ])
    func aBrokerInPlaceOfACommandLeadsToSetup(_ words: [String], _ line: String) {
        let text = LinkCommand.unknown(words)
        #expect(text.hasSuffix("; did you mean: focus-switch link \(line)"), "\(text)")
        #expect(text.hasPrefix("there is no command \(words[0]); "))
    }

    /// A trial with a newcomer: a mistyped name read as a closed port does.
    @Test @LoopActor func aNameThatIsNotFoundIsSaid() async {
        // No name server is asked for so long a label.
        var options = BrokerOptions(
            host: String(repeating: "a", count: 64), port: 1, clientID: "test")
        options.tls = nil
        let failure = await BrokerVisit.run(options)
        #expect(failure?.kind == .unknownName)
        #expect(failure?.message == "the name of the broker cannot be looked up")
    }

    /// A trial with a newcomer: nothing told of the port, nor of a broker without TLS.
    @Test func aPortWithTLSThatIsClosedIsNamed() {
        let advice = BrokerTrial.portAdvice("b", 8_883)
        #expect(advice.hasPrefix("Port 8883 was tried with TLS, and 1883 without."))
        #expect(advice.contains(" focus-switch link setup --broker b:PORT"))
        #expect(BrokerTrial.portAdvice("::1", 1).contains(" --broker [::1]:PORT"))
    }

    /// A trial with a newcomer: the command for a broker without its option left out --plain.
    @Test func aBrokerWithoutItsOptionKeepsTheOthers() {
        #expect(
            LinkCommand.setupLine(["localhost", "--plain", "--name", "a b"], broker: "localhost")
                == "focus-switch link setup --broker localhost --plain --name 'a b'")
    }

    /// A trial with a newcomer: the command for an address had the address, which is refused.
    @Test(arguments: [
        (["mqtt://127.0.0.1"], "--broker 127.0.0.1 --plain"),
        (
            ["mqtts://u@b:8884/x", "--name", "n"],
            "--broker b:8884 --tls --user u --password-file FILE --name n"
        ),
        (["tcp://b:1883", "--plain"], "--broker b:1883 --plain"),
        (["b", "1883", "--plain"], "--broker b:1883 --plain"),
    ])
    func anAddressWithoutItsOptionGetsTheOptions(_ words: [String], _ options: String) {
        #expect(
            LinkCommand.setupLine(words, broker: words[0]) == "focus-switch link setup \(options)")
    }
}

@Suite struct BackoffTests {
    @Test func theWaitsGrowAndAreRandom() {
        var random = SeededGenerator(seed: 1)
        var backoff = BrokerWaits()
        var waits: [Double] = []
        for _ in 0..<20 { waits.append(backoff.wait(using: &random)) }
        #expect(waits[0] <= BrokerWaits.first)
        #expect(waits.allSatisfy { $0 <= BrokerWaits.longest })
        #expect(waits.suffix(8).allSatisfy { $0 >= BrokerWaits.longest / 4 })
        #expect(Set(waits).count == waits.count)
        // A connection that the broker accepts and closes.
        backoff.connectionEnded(after: BrokerWaits.lasting - .milliseconds(1))
        #expect(backoff.wait(using: &random) >= BrokerWaits.longest / 4)
        backoff.connectionEnded(after: BrokerWaits.lasting)
        #expect(backoff.wait(using: &random) <= BrokerWaits.first)
    }
}

@Suite struct RunCommandsTests {
    private let work = FocusSummary(
        Focus(id: FocusID("work"), name: "Größe \"1\""), isActive: false)

    @Test func ownCommandsAreReplacedAndOthersStay() throws {
        let old = """
            [General]
            commands="@ByteArray({\\"a\\":{\\"command\\":\\"true\\",\\"name\\":\\"x\\"}})"
            other=1

            """
        let new = try RunCommands.text(replacing: old, with: [work])
        #expect(new.contains(#"\"a\":{"#) && new.contains("other=1"))
        #expect(new.contains(#"focus-switch on 'work'"#))
        #expect(new.utf8.count == new.unicodeScalars.count)
        #expect(try RunCommands.text(replacing: new, with: [work]) == new)
        #expect(try RunCommands.text(replacing: new, with: nil) == old)
    }

    @Test func aMissingFileIsMade() throws {
        let new = try RunCommands.text(replacing: "", with: [work])
        #expect(new.hasPrefix("[General]\ncommands=\"@ByteArray({"))
    }

    @Test func anUnknownFormIsLeftAlone() {
        #expect(throws: LinkProblem.self) {
            try RunCommands.text(replacing: "[General]\ncommands=5\n", with: [])
        }
    }
}

@Suite struct HouseTopicsTests {
    @Test func theSelectIsWhatHomeAssistantDocuments() throws {
        var configuration = LinkConfiguration()
        configuration.housePrefix = "homeassistant"
        let topics = HouseTopics(configuration, machine: MachineID(bits: 1), name: "laptop")
        let found = topics.discoveries(options: ["Off", "Work"], takesCommands: true)
        let select = try #require(found.first)
        #expect(
            select.topic == "homeassistant/select/focusd_0000000000000001/focus/config")
        #expect(select.payload["options"] == ["Off", "Work"])
        #expect(select.payload["command_topic"] == "focusd/house/0000000000000001/set")
        #expect(select.payload["availability_topic"] == .string(topics.available))
        #expect(select.payload["origin"]?["name"] == "focusd")
        let looking = topics.discoveries(options: [], takesCommands: false)
        #expect(looking.allSatisfy { $0.payload["command_topic"] == nil })
    }

    /// Home Assistant 2024.3 takes the state “none”, in any letter case, for an unknown state.
    @Test func noOptionIsAWordOfHomeAssistant() {
        let names = ["none": "None", "off-2": "Off", "twin": "Twin", "twin-2": "Twin"]
        let focuses = names.map {
            FocusSummary(Focus(id: FocusID($0.key), name: $0.value), isActive: false)
        }
        let options = focuses.map { HouseTopics.option($0.id, in: focuses) }
        #expect(options.sorted() == ["off-2", "twin", "twin-2", "“None”"])
    }
}
