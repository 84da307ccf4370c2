// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc

/// The running program, which connects the bus with the screen and the keyboard.
@LoopActor final class Console {
    private let connection: Connection
    private let service: NotificationService
    private let end: (Int32) -> Void
    private let keyboard: Keyboard?
    private var screen: Screen
    private var reader = KeyReader()
    private var interpreter = KeyInterpreter()
    private var sources: [AnyObject] = []
    private var isEnding = false

    /// Starts to serve.
    ///
    /// - Parameter end: Called with the exit code when the program must end.
    init(_ options: Options, end: @escaping (Int32) -> Void) throws {
        self.end = end
        connection = try Self.connect(options.bus)
        let sink = try Self.sink(options.output)
        // The name before the keyboard: a second server must not change the terminal.
        try Self.takeName(on: connection, replaces: options.replaces)
        keyboard = Keyboard(STDIN_FILENO)
        screen = Screen(
            sink, options: options, hasKeys: keyboard != nil, environment: Environment.variable)
        service = try NotificationService(connection, hasKeys: keyboard != nil)
        service.onShow = { [weak self] in self?.screen.show($0, isUpdate: $1) }
        service.onClose = { [weak self] in self?.closed($0, $1) }
        watch()
        showStatus()
    }

    private static func connect(_ address: String?) throws -> Connection {
        do throws(ConnectionError) {
            if let address { return try Connection(address: address) }
            return try Connection.session()
        } catch {
            throw ConsoleError(description: "no bus: \(error.message)")
        }
    }

    private static func takeName(on connection: Connection, replaces: Bool) throws {
        var flags: NameFlags = [.doNotQueue, .allowReplacement]
        if replaces { flags.insert(.replaceExisting) }
        let reply = try connection.requestName(NotificationService.name, flags)
        guard reply == .primaryOwner || reply == .alreadyOwner else {
            throw ConsoleError(
                description: "another notification server owns \(NotificationService.name); "
                    + "--replace takes the name from it, if it lets go")
        }
    }

    private static func sink(_ path: String?) throws -> Sink {
        guard let path else { return Sink(descriptor: STDOUT_FILENO) }
        let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ConsoleError(
                description: unsafe "\(path.harmlessLine): \(String(cString: strerror(errno)))")
        }
        return Sink(descriptor: descriptor)
    }

    // MARK: Events

    private func watch() {
        for number in [SIGTERM, SIGINT, SIGHUP] {
            sources.append(UnixSignalSource(signal: number) { [weak self] in self?.finish(0) })
        }
        sources.append(
            UnixSignalSource(signal: SIGWINCH) { [weak self] in
                self?.screen.resize()
                self?.showStatus()
            })
        connection.onDisconnect = { [weak self] in self?.finish(1, "the bus is gone") }
        let loss = MatchRule(
            sender: .bus, interface: "org.freedesktop.DBus", member: "NameLost",
            arguments: [0: NotificationService.name.rawValue])
        sources.append(
            connection.subscribe(loss) { [weak self] _ in
                self?.finish(0, "another notification server has taken the name")
            })
        connection.onBatchEnd = { [weak self] in self?.showStatus() }
        guard let keyboard else { return }
        let keys = FileDescriptorSource(fd: STDIN_FILENO, events: .readable) { [weak self] _ in
            self?.typed(keyboard.read())
        }
        sources.append(keys)
    }

    /// An empty read means that the terminal is closed.
    private func typed(_ bytes: [UInt8]) {
        if bytes.isEmpty { return finish(0) }
        for key in reader.read(bytes) {
            switch interpreter.press(key, service.table) {
            case .quit: return finish(0)
            case .suspend: suspend()
            case let command?: service.perform(command)
            case nil: break
            }
        }
        showStatus()
    }

    private func closed(_ notification: Notification, _ reason: CloseReason) {
        let what = notification.summary.bounded(to: HarmlessLimits.summary)
        switch reason {
        case .expired: screen.note("expired: \(what)")
        case .dismissed: screen.note("done: \(what)")
        case .closed: screen.note("taken back by its app: \(what)")
        case .undefined: screen.note("made room: \(what)")
        }
        showStatus()
    }

    private func showStatus() {
        screen.showStatus(service.table, interpreter.draft)
        if screen.hasFailed { finish(1, "the output cannot be written") }
    }

    /// Stops until the shell continues the program. Meanwhile the shell has the terminal.
    private func suspend() {
        screen.hideStatus()
        keyboard?.release()
        raise(SIGSTOP)
        keyboard?.grab()
        screen.resize()
    }

    /// Ends without closing the notifications on the bus: only this server ends.
    private func finish(_ code: Int32, _ reason: String? = nil) {
        guard !isEnding else { return }
        isEnding = true
        sources = []
        connection.onDisconnect = nil
        connection.onBatchEnd = nil
        connection.flush()
        screen.hideStatus()
        keyboard?.release()
        if let reason { Program.complain(reason) }
        end(code)
    }
}
