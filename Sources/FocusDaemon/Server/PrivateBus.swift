// SPDX-License-Identifier: Apache-2.0

// The private bus hosts the real notification server. Its dbus-daemon has its own configuration
// without service directories, because the standard session configuration would activate any
// installed notification server.
//
// After a kill of focusd, the next focusd takes over the private bus, the server and its popups,
// which keep their ids and actions. The directory belongs to one session bus
// (`BaseDirectories.privateBus`), so focusd takes nothing over from another session, whose server
// draws on another screen.

import DBus
import FocusWire
import GLibLoop
import Glibc

/// Starts or takes over the private bus, and restarts it when it ends.
@LoopActor final class PrivateBus {
    let address: String
    private let directory: String
    private let log: Log
    private var process: ChildProcess?
    private var announcement: FileDescriptorSource?
    private var restart = RestartDelay()
    private var restartTimer: Timer?
    /// True once the bus is to be stopped and not restarted.
    var isStopping = false
    /// True for a bus that this process started; false for one that it took over or may take over.
    var isChild: Bool { process != nil }
    /// Called when the bus accepts connections, also after each restart.
    var onReady: (() -> Void)?

    init(directory: String, log: Log) {
        self.directory = directory
        self.log = log
        address = Self.address(in: directory)
    }

    /// Returns the address of the bus in that runtime directory.
    nonisolated static func address(in directory: String) -> String {
        Connection.address(ofSocket: directory + "/bus")
    }

    /// Maximum time for a bus to accept a connection before a new bus replaces it.
    static let patience = Duration.seconds(5)

    /// Takes over an earlier bus or starts a new one, without blocking the loop.
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

    /// Replaces a bus that does not answer, and its socket.
    func hangs() {
        log.error("the private bus does not answer; starting another one")
        if let process {
            // The end of the process starts the next bus.
            process.signal(SIGKILL)
        } else if !isStopping {
            spawnLater()
        }
    }

    /// Handles the lost connection to a bus that is not a child process, and starts a new bus.
    func connectionLost() {
        if process == nil, !isStopping { spawnLater() }
    }

    /// Stops the bus. A bus that was taken over is stopped by the process id that the bus itself
    /// reported.
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
            // The directory may have been missing at the start.
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
            // End of file means that the daemon ended before it could listen. `ended` handles this
            // case.
            if count == 1 { self?.ready() }
        }
    }

    private func ready() {
        restart.succeeded()
        // dbus-daemon gives all users access to its socket and relies on the directory's
        // permissions.
        try? OwnDirectory(directory).makePrivate(file: "bus")
        onReady?()
    }

    private func ended(_ status: ChildProcess.ExitStatus) {
        process = nil
        guard !isStopping else { return }
        log.error("the private bus \(status.words); starting it again")
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
