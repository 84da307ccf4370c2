// SPDX-License-Identifier: Apache-2.0

/// The service for apps on the session bus. Only the owner of the server's name gives it: a call to
/// another name of the bridge would reach the shell undecided while focusd is in front.
///
/// The bus may have passed a call on just before the name went. So the service goes on for a
/// moment.
struct AppService: Sendable {
    /// The state of the server's name.
    private(set) var name = Bridge.SessionName.none
    private var isEnding = false

    /// True if calls of apps are answered.
    var isOn: Bool { name == .owned || isEnding }

    mutating func change(to name: Bridge.SessionName, _ effects: inout [Bridge.Effect]) {
        if self.name == .owned, name != .owned {
            isEnding = true
            effects.append(.startTimer(.service, BridgeLimits.lateCallTime))
        }
        self.name = name
    }

    /// Ends the service after the moment in which late calls come.
    mutating func momentPassed() { isEnding = false }
}
