// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc
import Synchronization

/// A program that runs as a child of this process.
///
/// Its standard input is empty; its output and errors go to those of this process. Dropping the
/// object leaves the process running: GLib still reaps it, but does not call `onExit`.
@LoopActor public final class ChildProcess {
    /// The way in which a process ended.
    public enum ExitStatus: Hashable, Sendable {
        /// The process exited with a code from 0 to 255.
        case exited(Int32)
        /// A signal ended the process.
        case signalled(Int32)
    }

    /// The process id. The system may give it to another process once ``exitStatus`` is known.
    public nonisolated let pid: Int32

    /// The way in which the process ended; nil while it runs.
    public var exitStatus: ExitStatus? { watch.exitStatus }

    private let watch: ChildWatch
    private var killTimer: Timer?
    /// True if the process leads a process group of its own.
    private let leadsGroup: Bool

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: The program, looked up in `PATH` unless it contains a slash, then its
    ///     arguments.
    ///   - environment: All variables of the child; nil to inherit those of this process.
    ///   - keepFileDescriptors: Descriptors of this process that the child keeps, each with its
    ///     number in the child. All others above 2 are closed in the child. The descriptors of this
    ///     process stay open.
    ///   - leadsGroup: True to put the process into a process group of its own. Signals then go to
    ///     all processes of the group, also after the end of this process.
    ///   - endsWithParent: True to send the child SIGTERM when this process ends in any way. The
    ///     kernel takes the end of the loop's thread for the end of the process.
    ///   - onExit: Called once, after the process was reaped.
    public init(
        _ arguments: [String],
        environment: [String: String]? = nil,
        keepFileDescriptors: [Int32: Int32] = [:],
        leadsGroup: Bool = false,
        endsWithParent: Bool,
        onExit: @escaping @LoopActor (ExitStatus) -> Void
    ) throws(SpawnError) {
        let program = arguments.first ?? ""
        let texts = arguments + (environment ?? [:]).flatMap { [$0.key, $0.value] }
        guard !program.isEmpty, !texts.contains(where: { $0.utf8.contains(0) }) else {
            throw SpawnError(program: program, reason: "no program, or a NUL character")
        }
        let spawned = spawn(
            arguments, environment: environment, keepFileDescriptors: keepFileDescriptors,
            leadsGroup: leadsGroup, endsWithParent: endsWithParent)
        self.leadsGroup = leadsGroup
        switch spawned {
        case .success(let pid): self.pid = pid
        case .failure(let error): throw SpawnError(program: program, reason: error.message)
        }
        watch = ChildWatch(onExit: onExit)
        watch.attach(to: pid)
    }

    /// Sends a signal, unless the process has ended.
    public func signal(_ number: Int32) {
        if leadsGroup {
            kill(-pid, number)
        } else if exitStatus == nil {
            kill(pid, number)
        }
    }

    /// True while a process of the group that this process leads runs.
    ///
    /// The system does not give the number of a group with members away. For a group without
    /// members, ask at once after the end of this process.
    public var hasGroup: Bool { leadsGroup && kill(-pid, 0) == 0 }

    /// Sends SIGTERM, then SIGKILL if the process, or its group, still runs after `grace`.
    public func terminate(grace: Duration) {
        guard exitStatus == nil || hasGroup else { return }
        signal(SIGTERM)
        // The timer holds the object, so the signal is sent even when the object is dropped.
        killTimer = Timer(after: grace) { [self] in
            signal(SIGKILL)
            killTimer = nil
        }
        watch.whenEnded = { [self] in
            if hasGroup { return }
            killTimer?.cancel()
            killTimer = nil
        }
    }

    isolated deinit {
        watch.onExit = nil
    }
}

/// The reason why a program could not be started.
public struct SpawnError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The program to start.
    public let program: String
    /// The system's description of the error.
    public let reason: String

    /// `cannot start PROGRAM: reason`.
    public var description: String { "cannot start \(program): \(reason)" }
}

/// Waits for the end of one process. GLib holds the object until then.
@LoopActor private final class ChildWatch {
    var onExit: (@LoopActor (ChildProcess.ExitStatus) -> Void)?
    var whenEnded: (@LoopActor () -> Void)?
    private(set) var exitStatus: ChildProcess.ExitStatus?

    init(onExit: @escaping @LoopActor (ChildProcess.ExitStatus) -> Void) {
        self.onExit = onExit
    }

    func attach(to pid: Int32) {
        let callback: GChildWatchFunc = { _, status, data in
            // GLib holds the watch until the destroy notify below.
            let watch = unsafe Unmanaged<ChildWatch>.fromOpaque(data.unsafelyUnwrapped)
                .takeUnretainedValue()
            LoopActor.assumeIsolated { watch.ended(status) }
        }
        // g_child_watch_source_new aborts when memory runs out and never returns NULL.
        let source = unsafe g_child_watch_source_new(pid).unsafelyUnwrapped
        // A child watch calls its callback as a GChildWatchFunc, whatever the setter's type says.
        unsafe g_source_set_callback(
            source, unsafeBitCast(callback, to: GSourceFunc.self),
            Unmanaged.passRetained(self).toOpaque(),
            { data in unsafe Unmanaged<ChildWatch>.fromOpaque(data.unsafelyUnwrapped).release() })
        unsafe LoopActor.executor.attach(source)
        unsafe g_source_unref(source)
    }

    private func ended(_ status: Int32) {
        // wait(2): the low seven bits are the signal; if they are 0, the next byte is the exit
        // code.
        let signal = status & 0x7f
        let exitStatus: ChildProcess.ExitStatus =
            signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
        self.exitStatus = exitStatus
        whenEnded?()
        whenEnded = nil
        // The handler may be the last that holds the process, whose end sets this property too.
        let onExit = onExit
        self.onExit = nil
        onExit?(exitStatus)
    }
}

/// Forks and runs a program whose arguments hold no NUL.
private func spawn(
    _ arguments: [String], environment: [String: String]?, keepFileDescriptors: [Int32: Int32],
    leadsGroup: Bool, endsWithParent: Bool
) -> Result<Int32, GLibError> {
    // GLib keeps the order of the pairs. The order matters when the numbers overlap.
    let pairs = keepFileDescriptors.sorted { $0.key < $1.key }
    let sources = pairs.map(\.key)
    let targets = pairs.map(\.value)
    let variables = environment.map { $0.map { "\($0.key)=\($0.value)" } }
    var child = cglib_child(
        parent: endsWithParent ? getpid() : 0,
        descriptors: DescriptorReserve.startLimit.withLock { $0 } ?? 0,
        group: leadsGroup ? 1 : 0)
    DescriptorReserve.ensure()
    var flags = G_SPAWN_DO_NOT_REAP_CHILD.rawValue | G_SPAWN_SEARCH_PATH.rawValue
    if environment?["PATH"] != nil { flags |= G_SPAWN_SEARCH_PATH_FROM_ENVP.rawValue }
    var pid: GPid = 0
    let done = unsafe withCStrings(arguments) { argv in
        unsafe withCStrings(variables ?? []) { envp in
            unsafe catchError { error in
                unsafe g_spawn_async_with_pipes_and_fds(
                    nil, argv, variables == nil ? nil : envp, GSpawnFlags(rawValue: flags),
                    cglib_child_setup, &child, -1, -1, -1, sources, targets, gsize(pairs.count),
                    &pid, nil, nil, nil, error)
            }
        }
    }
    return done.map { pid }
}
