// SPDX-License-Identifier: Apache-2.0

/// A call that waits for the shell's answer.
struct WaitingCall: Sendable {
    let caller: Bridge.Caller
    let bytes: Int
    /// The notification to show; nil for other calls.
    var request: ShellRequest?
    /// The caller's popup to replace.
    var replaced: PopupID?
    var senderPID: UInt32 = 0
    var program = ""
    /// Attempts that the shell has refused.
    var tries = 0
}

/// The calls that wait for the shell's answer, within ``BridgeLimits``.
struct WaitingCalls: Sendable {
    private var calls: [Bridge.CallID: WaitingCall] = [:]
    private var bytes = 0
    /// Calls and bytes of focusd and of each app on the session bus.
    private var holdings: [Bridge.Caller: (calls: Int, bytes: Int)] = [:]

    subscript(id: Bridge.CallID) -> WaitingCall? { calls[id] }

    /// The calls in the order in which they came.
    var all: [(Bridge.CallID, WaitingCall)] {
        calls.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }
    }

    /// Adds a call. Returns false at a limit.
    mutating func add(_ call: WaitingCall, _ id: Bridge.CallID) -> Bool {
        var held = holdings[call.caller] ?? (0, 0)
        held.calls += 1
        held.bytes += call.bytes
        guard calls.count < BridgeLimits.calls, bytes + call.bytes <= BridgeLimits.callBytes
        else { return false }
        if call.caller != .server {
            guard held.calls <= BridgeLimits.callsOfClient,
                held.bytes <= BridgeLimits.bytesOfClient, hasRoomForApps(call.bytes)
            else { return false }
        }
        calls[id] = call
        bytes += call.bytes
        holdings[call.caller] = held
        return true
    }

    /// Returns true if one more call of an app leaves the room that is kept for focusd.
    private func hasRoomForApps(_ more: Int) -> Bool {
        let server = holdings[.server] ?? (0, 0)
        return calls.count - server.calls < BridgeLimits.calls - BridgeLimits.callsForServer
            && bytes - server.bytes + more <= BridgeLimits.callBytes - BridgeLimits.bytesForServer
    }

    /// Counts one more attempt.
    mutating func tryAgain(_ id: Bridge.CallID) {
        calls[id]?.tries += 1
    }

    /// Makes the next attempt an ordinary one.
    mutating func dropOriginal(_ id: Bridge.CallID) {
        calls[id]?.request?.original = nil
    }

    mutating func remove(_ id: Bridge.CallID) {
        guard let call = calls.removeValue(forKey: id) else { return }
        bytes -= call.bytes
        guard var held = holdings[call.caller] else { return }
        held.calls -= 1
        held.bytes -= call.bytes
        holdings[call.caller] = held.calls == 0 ? nil : held
    }

    /// Removes all calls and returns them in the order in which they came.
    mutating func removeAll() -> [(Bridge.CallID, WaitingCall)] {
        defer { self = WaitingCalls() }
        return all
    }
}
