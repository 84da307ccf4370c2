// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc
import TestSupport

/// How the real server treats what it is given.
enum Mood: String {
    case usual
    /// Half a second for each answer.
    case slow
    /// Every other notification is answered with an error.
    case errors
    /// Every other notification is answered with what is no id.
    case nonsense
}

/// The real server of a run: a process of its own, which writes down in a file what happens.
///
/// A notification's body tells what its user does with it: `act`, `dismiss` or `expire`.
@LoopActor final class SoakServer {
    private let fake: FakeServer
    private let journal: Int32
    private let mood: Mood
    private var count = 0
    private var popups: [UInt32: String] = [:]
    private var timers: [Timer] = []
    private var signals: [UnixSignalSource] = []

    /// How long an answer of a slow server takes.
    static let slowness = Duration.milliseconds(500)

    /// - Parameters:
    ///   - directory: where its journal goes, under the number of this process.
    ///   - replaces: whether it takes the name from another server.
    init(address: String, directory: String, mood: Mood, replaces: Bool) throws {
        journal = unsafe open(
            "\(directory)/\(getpid()).journal", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard journal >= 0 else { throw Trouble("no journal in \(directory)") }
        self.mood = mood
        fake = try FakeServer(address: address, replacing: replaces)
        fake.beforeAnswer = { [weak self] in self?.take($0) }
        fake.onClose = { [weak self] in self?.closed($0) }
        fake.connection?.onDisconnect = { LoopActor.quit() }
        signals = [
            UnixSignalSource(signal: SIGTERM) { LoopActor.quit() },
            // It leaves the bus and comes back, as a server does that is configured anew.
            UnixSignalSource(signal: SIGUSR1) { [weak self] in self?.fake.leave() },
        ]
    }

    private func take(_ notification: ReceivedNotification) {
        count += 1
        fake.forgetNotifications()
        let tag = notification.summary
        if mood != .usual, mood != .slow, count.isMultiple(of: 2) {
            note("X 0 0 \(tag)")
            fake.usualAnswer =
                mood == .errors
                ? .refuse("org.example.Error.Refused", "no") : .values([.string("no id")])
            return
        }
        fake.usualAnswer = mood == .slow ? .hold : .usual
        let replaces = notification.replacesID
        let id = replaces == 0 ? fake.nextID : replaces
        note("N \(id) \(replaces) \(tag)")
        popups[id] = tag
        if mood == .slow { after(Self.slowness) { $0.fake.release() } }
        let delay = Duration.milliseconds(Int(id % 20)) + (mood == .slow ? Self.slowness : .zero)
        switch notification.body {
        case "act": after(delay) { $0.end(id, tag, "A", reason: 2) }
        case "dismiss": after(delay) { $0.end(id, tag, "D", reason: 2) }
        case "expire": after(delay) { $0.end(id, tag, "E", reason: 1) }
        default: break
        }
    }

    /// The user, or time, ends a popup.
    private func end(_ id: UInt32, _ tag: String, _ how: String, reason: UInt32) {
        guard popups[id] == tag else { return }
        popups[id] = nil
        note("\(how) \(id) 0 \(tag)")
        if how == "A" { try? fake.emitAction(id, "ok") }
        try? fake.emitClosed(id, reason: reason)
    }

    private func closed(_ id: UInt32) {
        popups[id] = nil
        note("C \(id) 0 -")
    }

    private func after(_ delay: Duration, _ body: @escaping (SoakServer) -> Void) {
        timers.append(Timer(after: delay) { [weak self] in self.map(body) })
        // Those that fired long ago.
        if timers.count > 2_000 { timers.removeFirst(1_000) }
    }

    /// One write a line, so that a kill leaves whole lines.
    private func note(_ line: String) {
        var text = line + "\n"
        text.withUTF8 { bytes in
            _ = unsafe write(journal, bytes.baseAddress, bytes.count)
        }
    }

    /// Runs until the bus goes or SIGTERM comes.
    nonisolated static func serve(_ arguments: [String]) -> Int32 {
        guard arguments.count >= 2, let mood = Mood(rawValue: arguments[1]),
            let address = unsafe getenv("DBUS_SESSION_BUS_ADDRESS")
        else { return 2 }
        let place = unsafe String(cString: address)
        LoopActor.run {
            do {
                running = try SoakServer(
                    address: place, directory: arguments[0], mood: mood,
                    replaces: arguments.count > 2)
            } catch {
                LoopActor.quit()
            }
        }
        return 0
    }

    @LoopActor private static var running: SoakServer?
}

/// What the journals of all real servers of a scene say.
struct Journals {
    /// On the screen of the server that runs: popups by their ids there.
    private(set) var screen: [String: String] = [:]
    /// How often a popup came up anew for a notification.
    private(set) var creations: [String: Int] = [:]

    /// - Parameters:
    ///   - texts: each server's journal, by its process.
    ///   - current: the server that runs.
    init(_ texts: [Int32: String], current: Int32?) {
        for (process, text) in texts {
            var popups: [String: String] = [:]
            var ended: Set<String> = []
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ").map(String.init)
                guard words.count == 4 else { continue }
                let (id, tag) = (words[1], words[3])
                switch words[0] {
                case "N":
                    // Shown once more in its place is not shown twice, nor is what the user had
                    // ended at a moment when nobody could be told.
                    if popups[id] != tag, !ended.contains(tag) { creations[tag, default: 0] += 1 }
                    popups[id] = tag
                case "X": creations[tag, default: 0] += 1
                case "C": popups[id] = nil
                default:
                    popups[id] = nil
                    ended.insert(tag)
                }
            }
            if process == current { screen = popups }
        }
    }
}
