// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Glibc
import Notify

/// The program `focusd`.
package enum Program {
    /// Words of the command line without the program's name.
    ///
    /// Swift's runtime looks for the words beside the environment. It finds none if a preloaded
    /// library (`LD_PRELOAD`) has moved the environment.
    package static var arguments: [String] {
        let words = CommandLine.arguments
        guard words.isEmpty, let text = SmallFile.read("/proc/self/cmdline") else {
            return Array(words.dropFirst())
        }
        return text.split(separator: "\0", omittingEmptySubsequences: false).dropFirst().dropLast()
            .map(String.init)
    }

    /// Runs the daemon until SIGTERM, SIGINT, or the loss of the name or of the session bus.
    ///
    /// - Parameter arguments: the words without the program's name.
    /// - Returns: the exit code: 0 after a clean end, 1 if focusd cannot run, 2 for an invalid
    ///   command line.
    package static func run(_ arguments: [String]) -> Int32 {
        let log = Log()
        return Options.parser.run(
            arguments, complain: { log.error($0) }, reading: Options.init
        ) { options in
            serve(options, log)
        }
    }

    /// Logs turns of the loop that take too long: over 20 ms in debug builds, or over
    /// `FOCUSD_WATCHDOG` milliseconds if that variable is set.
    @LoopActor private static func watch(_ log: Log) {
        #if DEBUG
            let usual: Int? = 20
        #else
            let usual: Int? = nil
        #endif
        let milliseconds =
            Environment.variable("FOCUSD_WATCHDOG").flatMap { Int($0) } ?? usual
        guard let milliseconds, milliseconds > 0 else { return }
        LoopWatchdog.shared = LoopWatchdog(limit: .milliseconds(milliseconds)) { iteration in
            let time = Int(iteration.time / .milliseconds(1))
            let ran = Int(iteration.processorTime / .milliseconds(1))
            log.error(
                "the loop was busy for \(time) ms, \(ran) ms of them on a processor; longest: "
                    + iteration.longest)
        }
    }

    private static func serve(_ options: Options, _ log: Log) -> Int32 {
        ProcessMemory.share()
        DescriptorReserve.prepare()
        // Each loop takes a descriptor, without which GLib ends the program. There may be none when
        // the thread is first needed.
        _ = (FileWriter.executor, LongCallActor.executor, NotifyActor.executor)
        let sessionBus =
            options.sessionBus ?? Environment.variable("DBUS_SESSION_BUS_ADDRESS")
            ?? "unix:path=/run/user/\(getuid())/bus"
        let directories = Directories(sessionBus: sessionBus)
        // For the children of the server, which know only the private bus otherwise.
        unsafe setenv("FOCUSD_SESSION_BUS", sessionBus, 1)
        // libnotify finds its bus by the environment, which must be set while there is only one
        // thread.
        NotificationForwarder.prepareEnvironment(
            busAddress: options.serverBus ?? PrivateBus.address(in: directories.runtime))
        return LoopActor.run {
            watch(log)
            // Messages of GLib and libnotify may quote texts of notifications.
            GLibMessages.route { text in log.warning(text) }
            // From its first name on, others rely on the clean end of focusd.
            terminations = [SIGTERM, SIGINT].map { number in
                UnixSignalSource(signal: number) {
                    // Before there is a daemon, focusd has no name and nothing to end.
                    if let running { running.end(0) } else { LoopActor.quit() }
                }
            }
            Task {
                await start(options, sessionBus: sessionBus, directories: directories, log: log)
            }
        }
    }

    @LoopActor private static func start(
        _ options: Options, sessionBus: String, directories: Directories, log: Log
    ) async {
        do {
            let daemon = try await Daemon(
                options, sessionBus: sessionBus, directories: directories, log: log)
            daemon.onEnd = { LoopActor.quit($0) }
            try daemon.start()
            LoopWatchdog.shared?.phase = .serving
            running = daemon
        } catch {
            log.error("\(error)")
            LoopActor.quit(1)
        }
    }

    @LoopActor private static var terminations: [UnixSignalSource] = []

    /// Keeps the daemon alive while the loop runs.
    @LoopActor private static var running: Daemon?
}
