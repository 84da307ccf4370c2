// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc
import Synchronization

/// A reserve of file descriptors for the program's own work.
///
/// GLib ends the program if it gets no descriptor for a main context, which libraries create for
/// each blocking call. libdbus drops its connection if a message brings more descriptors than fit.
/// The reserve holds descriptors that are released when the process has no others, and taken again
/// later.
public enum DescriptorReserve {
    /// Number of descriptors in the reserve: the maximum of one message over a socket (253, Linux),
    /// and some for the program's own work.
    static let size = 288
    /// The reserve takes at most one part in this number of the allowed descriptors.
    private static let largestShare = 4

    private struct State {
        var held: [Int32] = []
        /// A free number, below which enough numbers are free while the process may use it.
        var reach: Int32 = 0
        /// The limit of the process when the room was last checked.
        var limit: rlim_t = 0
    }

    private static let state = Mutex(State())
    /// The limit at the start of the process. Child processes get it back.
    static let startLimit = Mutex<rlim_t?>(nil)

    /// Raises the number of descriptors of the process to the system's maximum, and takes the
    /// reserve.
    public static func prepare() {
        var limit = limit
        startLimit.withLock { $0 = limit.rlim_cur }
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        state.withLock { take(&$0) }
    }

    /// True if another program has changed the limit of this process (prlimit(2)) since the room
    /// was last checked. Costs a system call.
    public static var hasOtherLimit: Bool {
        state.withLock { $0.reach > 0 && $0.limit != limit.rlim_cur }
    }

    /// Ensures that a reserve's number of descriptors can be opened: raises the process's own limit
    /// again if another program has lowered it, releases the reserve if necessary, and takes it
    /// again when there is room. Callable from any thread. Costs three system calls.
    ///
    /// - Returns: False if not even a few descriptors can be opened, because another program has
    ///   lowered the system's maximum for the process. Then call no function of GLib that creates a
    ///   main context.
    @discardableResult
    public static func ensure() -> Bool {
        state.withLock { state in
            guard state.reach > 0 else { return true }
            raiseLimit(above: state.reach)
            state.limit = limit.rlim_cur
            if hasRoom(upTo: state.reach, beside: state.held.first) {
                if state.held.isEmpty { take(&state) }
                return true
            }
            release(&state)
            return canOpen(fewest)
        }
    }

    /// Descriptors for one call of GLib: it needs one or two, and other threads open files, too.
    private static let fewest = 8

    /// Raises the soft limit to the hard one, if descriptors up to `reach` do not fit. The soft
    /// limit is a default that each program may change (setrlimit(2)); the hard one is kept.
    private static func raiseLimit(above reach: Int32) {
        var limit = limit
        guard limit.rlim_cur <= rlim_t(reach), limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private static func canOpen(_ count: Int) -> Bool {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < count {
            guard let next = openNull() else { return false }
            opened.append(next)
        }
        return true
    }

    /// - Parameter open: an open descriptor, if there is one.
    private static func hasRoom(upTo reach: Int32, beside open: Int32?) -> Bool {
        guard let null = open ?? openNull() else { return false }
        defer { if open == nil { close(null) } }
        let place = fcntl(null, F_DUPFD_CLOEXEC, reach)
        guard place >= 0 else { return false }
        close(place)
        return true
    }

    /// Opens a descriptor of its own: the standard ones may be closed.
    private static func openNull() -> Int32? {
        let null = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        return null >= 0 ? null : nil
    }

    private static func release(_ state: inout State) {
        for descriptor in state.held { close(descriptor) }
        state.held = []
    }

    private static func take(_ state: inout State) {
        state.limit = limit.rlim_cur
        let wanted = min(size, Int(clamping: state.limit) / largestShare)
        guard let null = openNull() else { return }
        state.held.append(null)
        while state.held.count < wanted {
            let next = fcntl(null, F_DUPFD_CLOEXEC, 0)
            guard next >= 0 else { break }
            state.held.append(next)
        }
        state.reach = (state.held.max() ?? null) + Int32(size)
        // Otherwise the reserve is needed now.
        if !hasRoom(upTo: state.reach, beside: null) { release(&state) }
    }

    private static var limit: rlimit {
        var limit = rlimit()
        // Fails only for wrong arguments.
        _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return limit
    }
}
