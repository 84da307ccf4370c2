// SPDX-License-Identifier: Apache-2.0

// The bus on which the real notification server lives: a dbus-daemon with a configuration of its
// own and no service directories, because the stock session configuration would activate
// whichever notification server is installed.
//
// A bus that an earlier focusd left behind (it was killed) is taken over, and with it the server
// and its popups, which keep their ids and actions.

import DBus
import FocusWire
import GLibLoop
import Glibc

/// The private bus, started or taken over, and started again when it ends.
@LoopActor final class PrivateBus {
    let address: String
    private let directory: String
    private let log: Log
    private var process: ChildProcess?
    private var announcement: FileDescriptorSource?
    private var restart = Backoff()
    private var restartTimer: Timer?
    /// Set when its end is wanted, so that it is not started again.
    var isStopping = false
    /// The bus can be connected to; called again after each restart.
    var onReady: (() -> Void)?

    init(directory: String, log: Log) {
        self.directory = directory
        self.log = log
        address = Self.address(in: directory)
    }

    /// Where the bus of that runtime directory listens.
    nonisolated static func address(in directory: String) -> String {
        // Bytes outside this set are escaped ("Server Addresses" of the D-Bus specification).
        var path = ""
        for byte in (directory + "/bus").utf8 {
            let character = Character(Unicode.Scalar(byte))
            if character.isASCII,
                character.isLetter || character.isNumber || "-_/.*\\".contains(character)
            {
                path.append(character)
            } else {
                let hex = String(byte, radix: 16)
                path += "%" + (hex.count == 1 ? "0" : "") + hex
            }
        }
        return "unix:path=\(path)"
    }

    /// How long a bus may take to say hello before another one takes its place.
    static let patience = Duration.seconds(5)

    /// Takes an earlier bus over, or starts one; the loop goes on meanwhile.
    func start() {
        guard unsafe access(directory + "/bus", F_OK) == 0 else { return spawn() }
        Task { [weak self, address] in
            let isAlive =
                (try? await Connection.open(address: address, within: Self.patience)) != nil
            guard let self, !isStopping else { return }
            if isAlive {
                log.notice("taking over the private bus of an earlier focusd")
                onReady?()
            } else {
                spawn()
            }
        }
    }

    /// The bus does not answer: another one takes its place, and its socket.
    func hangs() {
        log.error("the private bus does not answer; starting another one")
        if let process {
            // Its end starts the next.
            process.signal(SIGKILL)
        } else if !isStopping {
            spawnLater()
        }
    }

    /// The connection to the bus was lost; one that is not our child is started anew.
    func connectionLost() {
        if process == nil, !isStopping { spawnLater() }
    }

    /// Ends the bus; one that was taken over by its process id, as the bus itself gives it.
    func stop(processID: UInt32?) {
        isStopping = true
        restartTimer = nil
        if let process {
            process.terminate(grace: .seconds(1))
        } else if let processID, let handle = ProcessHandle(processID) {
            handle.signal(SIGTERM)
        }
        try? OwnDirectory(directory).remove("bus")
    }

    private func spawn() {
        do {
            // Again, where it could not be made before.
            try Directories.make(directory, mayBeLink: false)
            try OwnDirectory(directory).remove("bus")
            try writeConfiguration()
            try launch()
        } catch {
            log.error("the private bus cannot be started: \(error)")
            spawnLater()
        }
    }

    private func spawnLater() {
        restartTimer = Timer(after: restart.next()) { [weak self] in self?.spawn() }
    }

    private func launch() throws {
        var descriptors: [Int32] = [-1, -1]
        guard unsafe pipe(&descriptors) == 0 else {
            throw SystemError(call: "pipe", number: errno)
        }
        let ends = (read: descriptors[0], write: descriptors[1])
        defer { Glibc.close(ends.write) }
        do {
            process = try ChildProcess(
                [
                    "dbus-daemon", "--config-file=\(directory)/bus.conf", "--nofork",
                    "--nopidfile", "--print-address=3",
                ], keepFileDescriptors: [ends.write: 3], endsWithParent: false
            ) { [weak self] status in
                self?.ended(status)
            }
        } catch {
            Glibc.close(ends.read)
            throw error
        }
        let reader = ends.read
        announcement = FileDescriptorSource(fd: reader, events: .readable) { [weak self] _ in
            self?.announcement = nil
            var byte: UInt8 = 0
            let count = unsafe read(reader, &byte, 1)
            Glibc.close(reader)
            // End of file: the daemon ended before it could listen, which `ended` hears of.
            if count == 1 { self?.ready() }
        }
    }

    private func ready() {
        restart.succeeded()
        // dbus-daemon opens its socket to everybody, and leaves it to the directory to keep them out.
        try? OwnDirectory(directory).makePrivate(file: "bus")
        onReady?()
    }

    private func ended(_ status: ChildProcess.ExitStatus) {
        process = nil
        guard !isStopping else { return }
        log.error("the private bus ended (\(status)); starting it again")
        spawnLater()
    }

    private func writeConfiguration() throws(SystemError) {
        let text = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <!-- Written by focusd at each start: the bus of the real notification server. -->
            <busconfig>
              <type>session</type>
              <listen>\(address)</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
              <limit name="max_incoming_bytes">1000000000</limit>
              <limit name="max_outgoing_bytes">1000000000</limit>
              <limit name="max_message_size">1000000000</limit>
            </busconfig>

            """
        try Directories.write(text, to: "bus.conf", in: directory)
    }
}

/// How long to wait before the next try: 100 ms, doubled each time, 30 s at most.
struct Backoff {
    static let first = Duration.milliseconds(100)
    static let longest = Duration.seconds(30)

    private var delay = Self.first

    /// The time to wait now; the next one is longer.
    mutating func next() -> Duration {
        defer { delay = min(delay * 2, Self.longest) }
        return delay
    }

    /// The next try starts with the shortest time again.
    mutating func succeeded() {
        delay = Self.first
    }
}
