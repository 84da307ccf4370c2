// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport

/// A program of the examples that obeys lines on its standard input.
@LoopActor final class ExampleProgram {
    private let tool: Tool
    private let input: FileHandle

    init(_ arguments: [String], environment: [String: String]) throws {
        let pipe = Pipe()
        let reading = pipe.fileHandleForReading
        tool = try Tool(
            arguments, environment: environment, keeping: [reading.fileDescriptor: STDIN_FILENO])
        try reading.close()
        input = pipe.fileHandleForWriting
    }

    /// Writes a line to its standard input.
    func type(_ line: String) throws {
        try input.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Waits until it prints a line that contains `text`, and returns that line.
    @discardableResult
    func says(_ text: String) async throws -> String {
        try await tool.lines.next { $0.contains(text) }
    }

    /// Types a line and waits for the answer.
    @discardableResult
    func says(_ text: String, to line: String) async throws -> String {
        try type(line)
        return try await says(text)
    }

    /// Has it quit, and waits for its good end.
    func quit() async throws {
        try type("quit")
        try await tool.finish()
    }
}

extension Desktop {
    /// The folder with the sources of the examples.
    nonisolated static var examples: String { project + "/Sources/ExampleChat/" }

    /// The shell commands that a page of the documentation tells the user to type.
    nonisolated static func commands(ofPage page: String) throws -> [String] {
        let path = examples + "../AppIntents/AppIntents.docc/\(page).md"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let blocks = text.components(separatedBy: "\n```").dropFirst()
            .filter { $0.hasPrefix("sh\n") }.map { String($0.dropFirst(3)) }
        // One of them is a line of the script that installs the example.
        let script = try String(contentsOfFile: examples + "Desktop/stage", encoding: .utf8)
        return blocks.filter { !script.contains($0) }
    }

    /// Runs focus-switch to its good end and returns what it has printed.
    @discardableResult
    func focusSwitch(_ arguments: String...) async throws -> String {
        try await Tool([Programs.path("focus-switch")] + arguments, environment: environment)
            .finish()
    }

    /// Gives what the bus starts from now on this desktop's environment, as a session does.
    func shareEnvironment(_ more: [String: String] = [:]) async throws {
        let entries = environment.merging(more) { $1 }.map { name, value in
            DictionaryEntry(key: .string(name), value: .string(value))
        }
        let call = Message.methodCall(
            destination: WireName.bus, path: WireName.busPath, interface: WireName.busInterface,
            member: "UpdateActivationEnvironment")
        try call.append(.dictionary(key: "s", value: "s", entries))
        let connection = try session.connect()
        defer { connection.close() }
        _ = try await connection.call(call, timeout: .testDeadline)
    }

    /// Installs the chat as a package of it would be, and returns where its program lies.
    func installExampleChat() async throws -> String {
        let prefix = home + "/usr"
        let programs = (Programs.path("ExampleChat") as NSString).deletingLastPathComponent
        try await run(Self.examples + "Desktop/stage", programs, prefix)
        let app = ExampleChatName.app
        let files = FileManager.default
        try files.copyItem(
            atPath: "\(prefix)/share/dbus-1/services/\(app).FocusFilter.service",
            toPath: "\(home)/services/\(app).FocusFilter.service")
        try installDeclaration("\(prefix)/share/focus-filters/\(app).focus-filter", of: app)
        return "\(prefix)/lib/\(app)/ExampleChat"
    }

    /// Installs the Python mail program's files; its programs are run where they lie.
    func installExampleMail() throws {
        let app = ExampleMailName.app
        let folder = Self.examples + "python"
        let service = try String(
            contentsOfFile: "\(folder)/\(app).FocusFilter.service", encoding: .utf8)
        try writeFile(
            "\(home)/services/\(app).FocusFilter.service",
            service.replacing("@bindir@", with: folder))
        try installDeclaration("\(folder)/\(app).focus-filter", of: app)
    }

    private nonisolated func installDeclaration(_ file: String, of app: String) throws {
        try writeFile(
            "\(home)/data/focus-filters/\(app).focus-filter",
            String(contentsOfFile: file, encoding: .utf8))
    }
}

/// The chat's names.
enum ExampleChatName {
    static let app = "org.focusd.ExampleChat"
    static let filter = "ExampleChatFocusFilter"
}

/// The mail program's names.
enum ExampleMailName {
    static let app = "org.focusd.ExampleMail"
    static let filter = "ExampleMailFocusFilter"
}

extension Client {
    /// Waits until the badge that is shown for an app has that count.
    func waitForBadge(_ count: UInt32, of app: String) async throws {
        let changes = Recorder<Void>()
        let subscription = connection.subscribe(
            MatchRule(interface: WireName.control, member: "BadgeChanged")
        ) { _ in changes.record(()) }
        defer { subscription.cancel() }
        try await focusd("Subscribe")
        while try await badge(of: app) != count { try await changes.next() }
    }
}
