// SPDX-License-Identifier: Apache-2.0

/// The id by which callers of the bridge know a popup; never 0.
package struct PopupID: Hashable, Sendable {
    package let rawValue: UInt32
}

/// The id by which the shell knows a popup.
package struct ShellID: Hashable, Sendable {
    package let rawValue: UInt32
}

/// The ids of the popups of one life of a shell, in both directions.
///
/// A shell begins at 1 again when it is restarted. An id of the bridge is not used twice while its
/// popup lives, so a late call about an old popup never reaches a new one.
///
/// The ids tell focusd the kind of a popup: the shell never reports the end of an original, so
/// focusd must not wait for it. A popup that changes its kind therefore gets another id.
struct PopupIDs: Sendable {
    struct Popup: Hashable {
        let id: PopupID
        let caller: Bridge.Caller
    }

    /// The first id for apps on the session bus: far from those of focusd, which the apps also
    /// know.
    static let firstOfSession: UInt32 = 0x4000_0000
    /// The first id of focusd's for notifications that the shell took as originals; the ids end
    /// before ``firstOfSession``. focusd's `Route.originalIDs` is the same range.
    static let firstOriginal: UInt32 = 0x2000_0000

    private var shellIDs: [PopupID: ShellID] = [:]
    private var popups: [ShellID: Popup] = [:]
    /// The ids of focusd's popups in the order of their first use, some of them gone.
    private var order: [PopupID] = []
    /// The same for popups of apps.
    private var orderOfApps: [PopupID] = []
    /// The number of popups of each caller.
    private var shares: [Bridge.Caller: Int] = [:]
    private var nextOfServer: UInt32 = 1
    private var nextOriginal = firstOriginal
    private var nextOfSession = firstOfSession

    subscript(id: PopupID) -> ShellID? { shellIDs[id] }

    subscript(id: ShellID) -> Popup? { popups[id] }

    /// True if the caller has a popup of that id.
    func contains(_ id: PopupID, of caller: Bridge.Caller) -> Bool {
        shellIDs[id].flatMap { popups[$0] }?.caller == caller
    }

    /// Records that the shell shows a popup, and returns the id for the caller.
    ///
    /// - Parameters:
    ///   - replaced: The popup that the caller had replaced.
    ///   - isOriginal: True if the shell took the notification as an original, which only focusd
    ///     sends.
    mutating func record(
        _ shellID: ShellID, replaced: PopupID?, by caller: Bridge.Caller, isOriginal: Bool = false
    ) -> PopupID {
        if let known = popups[shellID], known.caller == caller,
            replaced == nil || replaced == known.id
        {
            return known.id
        }
        if let known = popups[shellID] { forget(known.id) }
        let id: PopupID
        if let replaced, contains(replaced, of: caller) {
            // The popup had gone, and the shell shows another in its place.
            forget(replaced)
            id = Self.isOriginal(replaced) == isOriginal ? replaced : allocate(caller, isOriginal)
        } else {
            id = allocate(caller, isOriginal)
        }
        shellIDs[id] = shellID
        popups[shellID] = Popup(id: id, caller: caller)
        shares[caller, default: 0] += 1
        if caller == .server {
            order.append(id)
            if shares[.server, default: 0] > BridgeLimits.popups { forgetOldest() }
        } else {
            orderOfApps.append(id)
            let ofApps = shellIDs.count - shares[.server, default: 0]
            if ofApps > BridgeLimits.popupsOfApps { forgetOldestOfApps() }
        }
        return id
    }

    /// Forgets a popup, which is gone.
    mutating func forget(_ id: PopupID) {
        guard let shellID = shellIDs.removeValue(forKey: id) else { return }
        if let caller = popups.removeValue(forKey: shellID)?.caller {
            let left = shares[caller, default: 1] - 1
            shares[caller] = left > 0 ? left : nil
        }
        if order.count > 2 * BridgeLimits.popups { order.removeAll { shellIDs[$0] == nil } }
        if orderOfApps.count > 2 * BridgeLimits.popupsOfApps {
            orderOfApps.removeAll { shellIDs[$0] == nil }
        }
    }

    /// Forgets every popup, and returns those of apps on the session bus.
    mutating func forgetAll() -> [Popup] {
        defer {
            shellIDs = [:]
            popups = [:]
            order = []
            orderOfApps = []
            shares = [:]
        }
        return popups.values.filter { $0.caller != .server }
            .sorted { $0.id.rawValue < $1.id.rawValue }
    }

    /// Forgets the popups of one caller, and returns the shell's ids of them, oldest first.
    mutating func forgetAll(of caller: Bridge.Caller) -> [ShellID] {
        let known = popups.filter { $0.value.caller == caller }
            .sorted { $0.value.id.rawValue < $1.value.id.rawValue }
        for (_, popup) in known { forget(popup.id) }
        return known.map(\.key)
    }

    private mutating func forgetOldest() {
        while !order.isEmpty {
            let id = order.removeFirst()
            if shellIDs[id] != nil { return forget(id) }
        }
    }

    /// Forgets the oldest popup of the app with most popups.
    private mutating func forgetOldestOfApps() {
        let most = shares.filter { $0.key != .server }.values.max()
        let oldest = orderOfApps.first { id in
            shellIDs[id].flatMap { popups[$0] }.map { shares[$0.caller] == most } ?? false
        }
        if let oldest { forget(oldest) }
    }

    private static func isOriginal(_ id: PopupID) -> Bool {
        (firstOriginal..<firstOfSession).contains(id.rawValue)
    }

    private mutating func allocate(_ caller: Bridge.Caller, _ isOriginal: Bool) -> PopupID {
        while true {
            let id: PopupID
            if isOriginal {
                id = PopupID(rawValue: nextOriginal)
                nextOriginal =
                    nextOriginal == Self.firstOfSession - 1 ? Self.firstOriginal : nextOriginal + 1
            } else if caller == .server {
                id = PopupID(rawValue: nextOfServer)
                nextOfServer = nextOfServer == Self.firstOriginal - 1 ? 1 : nextOfServer + 1
            } else {
                id = PopupID(rawValue: nextOfSession)
                nextOfSession = nextOfSession == .max ? Self.firstOfSession : nextOfSession + 1
            }
            if shellIDs[id] == nil { return id }
        }
    }
}
