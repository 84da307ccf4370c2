// SPDX-License-Identifier: Apache-2.0
import DBus
import GLibLoop
import Glibc
import TestSupport

/// The real program on a private bus, with a client.
@LoopActor final class ConsoleProcess {
    let bus: PrivateBus
    let client: Connection
    /// The lines on standard output or on its terminal.
    let lines = Recorder<String>()
    /// The text after the last line break, at each read.
    let prompts = Recorder<String>()
    /// The signals that the client receives, as `Member(argument, …)`.
    let signals = Recorder<String>()
    let exits = Recorder<ChildProcess.ExitStatus>()
    private(set) var process: ChildProcess?
    private var output: OutputReader?
    private var subscription: Subscription?
    private var terminal: (master: Int32, slave: Int32)?

    /// Starts the program and waits until it owns its name.
    ///
    /// - Parameter isOnTerminal: True to give it a terminal of 60 columns as input and output.
    init(
        _ arguments: [String] = [], isOnTerminal: Bool = false,
        environment: [String: String] = ["TERM": "xterm"]
    ) async throws {
        bus = try PrivateBus()
        client = try bus.connect()
        let rule = MatchRule(interface: "org.freedesktop.Notifications")
        subscription = client.subscribe(rule) { [signals] message in
            let values = ((try? message.arguments()) ?? []).map { value in
                value.asString ?? value.asInteger.map(String.init) ?? "?"
            }
            signals.record("\(message.member ?? "")(\(values.joined(separator: ", ")))")
        }
        let owned = Recorder<String>()
        let changes = client.subscribe(
            MatchRule(
                sender: .bus, interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
                arguments: [0: "org.freedesktop.Notifications"])
        ) { _ in owned.record("") }
        var environment = environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        try start(arguments, isOnTerminal: isOnTerminal, environment)
        _ = try await owned.next()
        withExtendedLifetime(changes) {}
    }

    private func start(
        _ arguments: [String], isOnTerminal: Bool, _ environment: [String: String]
    ) throws {
        var descriptors: [Int32: Int32]
        let ours: Int32
        let theirs: [Int32]
        if isOnTerminal {
            let ends = try Self.openTerminal()
            terminal = ends
            let second = dup(ends.slave)
            descriptors = [ends.slave: 0, second: 1]
            ours = ends.master
            // The test's own descriptor of the terminal gives access to its settings.
            theirs = [second]
        } else {
            var ends: [Int32] = [-1, -1]
            guard unsafe pipe(&ends) == 0 else { throw TestSupportError("pipe") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            descriptors = [ends[1]: 1]
            ours = ends[0]
            theirs = [ends[1]]
        }
        output = OutputReader(ours, onPrompt: { [prompts] in prompts.record($0) }) { [lines] in
            lines.record($0)
        }
        defer { for descriptor in theirs { close(descriptor) } }
        process = try ChildProcess(
            [Self.executable] + arguments,
            environment: environment.merging(Programs.sanitizerOptions) { own, _ in own },
            keepFileDescriptors: descriptors, endsWithParent: true
        ) { [exits] in exits.record($0) }
    }

    /// The path of the program, beside the test bundle.
    nonisolated static let executable = programs + "/focus-console"

    /// The folder of the programs and the test bundle.
    nonisolated static let programs: String = {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
        let path = String(
            decoding: bytes.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path[..<(path.lastIndex(of: "/") ?? path.startIndex)].description
    }()

    isolated deinit {
        process?.signal(SIGKILL)
        output?.cancel()
        if let terminal { close(terminal.slave) }
    }

    // MARK: The client

    func call(_ member: MemberName, _ arguments: Value...) async throws -> [Value] {
        let message = Message.methodCall(
            destination: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
            interface: "org.freedesktop.Notifications", member: member)
        try message.append(contentsOf: arguments)
        return try await client.call(message, timeout: .testDeadline).arguments()
    }

    func notify(
        app: String = "Test", replaces: UInt32 = 0, _ summary: String, _ body: String = "",
        actions: [String] = [], hints: [String: Value] = [:], timeout: Int32 = 0
    ) async throws -> UInt32 {
        let reply = try await call(
            "Notify", .string(app), .uint32(replaces), .string(""), .string(summary), .string(body),
            .strings(actions), .vardict(hints), .int32(timeout))
        guard let id = reply.first?.asUInt32 else { throw TestSupportError("no id") }
        return id
    }

    /// Returns the lines up to the empty one after a notification.
    func block() async throws -> [String] {
        var block: [String] = []
        while true {
            let line = try await lines.next()
            if line.isEmpty { return block }
            block.append(line)
        }
    }

    // MARK: The terminal

    func type(_ text: String) {
        guard let terminal else { return }
        let bytes = Array(text.utf8)
        _ = unsafe write(terminal.master, bytes, bytes.count)
    }

    func resize(columns: UInt16) {
        guard let terminal else { return }
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(terminal.master, UInt(TIOCSWINSZ), &size)
        process?.signal(SIGWINCH)
    }

    /// True if the terminal sends whole lines and echoes them, as shells expect.
    var isTerminalNormal: Bool {
        var settings = termios()
        guard let terminal, unsafe tcgetattr(terminal.slave, &settings) == 0 else { return false }
        return settings.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }

    private static func openTerminal() throws -> (master: Int32, slave: Int32) {
        // The three steps of posix_openpt(3), which Glibc's module does not contain.
        let master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var locked: Int32 = 0
        var number: Int32 = 0
        guard master >= 0, unsafe ioctl(master, 0x4004_5431 /* TIOCSPTLCK */, &locked) == 0,
            unsafe ioctl(master, 0x8004_5430 /* TIOCGPTN */, &number) == 0
        else { throw TestSupportError("no terminal") }
        let slave = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0 else { throw TestSupportError("no terminal") }
        var size = winsize(ws_row: 24, ws_col: 60, ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(master, UInt(TIOCSWINSZ), &size)
        return (master, slave)
    }
}

/// Reads a descriptor line by line and closes it at the end.
@LoopActor final class OutputReader {
    private let descriptor: Int32
    private let onPrompt: (String) -> Void
    private let handler: (String) -> Void
    private var source: FileDescriptorSource?
    private var partial: [UInt8] = []

    init(
        _ descriptor: Int32, onPrompt: @escaping (String) -> Void = { _ in },
        _ handler: @escaping (String) -> Void
    ) {
        self.descriptor = descriptor
        self.onPrompt = onPrompt
        self.handler = handler
        source = FileDescriptorSource(fd: descriptor, events: .readable) { [weak self] _ in
            self?.read()
        }
    }

    func cancel() {
        guard source != nil else { return }
        source?.cancel()
        source = nil
        close(descriptor)
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return cancel() }
        partial += bytes.prefix(count)
        while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
            handler(Self.visible(partial[..<end]))
            partial.removeFirst(end + 1)
        }
        onPrompt(Self.visible(partial[...]))
    }

    /// Returns the line without the terminal's own carriage return and without erased text.
    private static func visible(_ bytes: ArraySlice<UInt8>) -> String {
        let line = String(decoding: bytes, as: UTF8.self)
        let parts = line.split(separator: "\u{1B}[K", omittingEmptySubsequences: false)
        return String((parts.last ?? "").prefix { $0 != "\r" })
    }
}
