// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc
import TestSupport

/// The behaviour of the real server.
enum Mood: String {
    case usual
    /// Half a second for each answer.
    case slow
    /// An error for every other notification.
    case errors
    /// An invalid id for every other notification.
    case nonsense
}

/// The real server of a run: a process of its own, which writes its events to a file.
///
/// A notification's body contains the user's reaction: `act`, `dismiss` or `expire`.
@LoopActor final class SoakServer {
    private let fake: FakeServer
    private let journal: Int32
    private let mood: Mood
    private var count = 0
    private var popups: [UInt32: String] = [:]
    private var timers: [Timer] = []
    private var signals: [UnixSignalSource] = []

    /// The time of an answer of a slow server.
    static let slowness = Duration.milliseconds(500)

    /// - Parameters:
    ///   - directory: The directory of its journal, which has the process id as its name.
    ///   - replaces: True to take the name from another server.
    init(address: String, directory: String, mood: Mood, replaces: Bool) throws {
        journal = unsafe open(
            "\(directory)/\(getpid()).journal", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard journal >= 0 else { throw SoakError("no journal in \(directory)") }
        self.mood = mood
        fake = try FakeServer(address: address, replacing: replaces)
        fake.beforeAnswer = { [weak self] in self?.take($0) }
        fake.onClose = { [weak self] in self?.closed($0) }
        fake.connection?.onDisconnect = { LoopActor.quit() }
        signals = [
            UnixSignalSource(signal: SIGTERM) { LoopActor.quit() },
            // Leaves the bus and returns, as a server does after a change of its configuration.
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

    /// Ends a popup, by the user or by expiry.
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
        // Removes timers that fired long ago.
        if timers.count > 2_000 { timers.removeFirst(1_000) }
    }

    /// One write a line, so that a kill leaves complete lines.
    private func note(_ line: String) {
        var text = line + "\n"
        text.withUTF8 { bytes in
            _ = unsafe write(journal, bytes.baseAddress, bytes.count)
        }
    }

    /// Runs until the bus closes or SIGTERM arrives.
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

/// The content of the journals of all real servers of a scene.
struct Journals {
    /// The popups on the screen of the running server, by their ids.
    private(set) var screen: [String: String] = [:]
    /// Number of times that a new popup appeared for a notification.
    private(set) var creations: [String: Int] = [:]

    /// - Parameters:
    ///   - texts: Each server's journal, by its process.
    ///   - current: The running server.
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
                    // A repetition in place does not count, and neither does one after the user had
                    // ended the popup while no client received the event.
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
