// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc
import Synchronization

/// File descriptors that a program keeps back for its own work.
///
/// GLib ends the program where it finds no descriptor for a main context, which libraries make for each
/// call that blocks; libdbus drops its connection where a message brings descriptors and there is no
/// room for them. The reserve holds places that are let go when the process has no others, and taken
/// again when it has.
public enum DescriptorReserve {
    /// Descriptors of the reserve: as many as one message may bring over a socket (253, Linux), and
    /// some for the program's own work.
    static let size = 253 + 35
    /// The reserve takes one part in so many of what the process may have open.
    private static let largestShare = 4

    private struct State {
        var held: [Int32] = []
        /// A number that is free, and below which enough are, as long as the process may use it.
        var reach: Int32 = 0
    }

    private static let state = Mutex(State())
    /// The limit that the process was started with; child processes get it back.
    static let startLimit = Mutex<rlim_t?>(nil)

    /// Raises the number of descriptors that the process may have open to what the system allows, and
    /// takes the reserve.
    public static func prepare() {
        var limit = limit
        startLimit.withLock { $0 = limit.rlim_cur }
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = limit.rlim_max
            _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        state.withLock { take(&$0) }
    }

    /// Sees to it that a reserve's worth of descriptors can be opened: lets go of the reserve where
    /// there would be no room otherwise, and takes it again once there is. May be called on any thread;
    /// costs two system calls.
    public static func ensure() {
        state.withLock { state in
            guard state.reach > 0 else { return }
            if hasRoom(upTo: state.reach) {
                if state.held.isEmpty { take(&state) }
            } else {
                release(&state)
            }
        }
    }

    private static func hasRoom(upTo reach: Int32) -> Bool {
        let place = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, reach)
        guard place >= 0 else { return errno != EMFILE && errno != EINVAL }
        close(place)
        return true
    }

    private static func release(_ state: inout State) {
        for descriptor in state.held { close(descriptor) }
        state.held = []
    }

    private static func take(_ state: inout State) {
        let wanted = min(size, Int(clamping: limit.rlim_cur) / largestShare)
        let null = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard null >= 0 else { return }
        state.held.append(null)
        while state.held.count < wanted {
            let next = fcntl(null, F_DUPFD_CLOEXEC, 0)
            guard next >= 0 else { break }
            state.held.append(next)
        }
        state.reach = (state.held.max() ?? null) + Int32(size)
        // Otherwise the reserve is needed now.
        if !hasRoom(upTo: state.reach) { release(&state) }
    }

    private static var limit: rlimit {
        var limit = rlimit()
        // It fails for wrong arguments alone.
        _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return limit
    }
}
