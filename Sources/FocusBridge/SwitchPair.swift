// SPDX-License-Identifier: Apache-2.0

/// The desktop's "Do Not Disturb" switch and the Focus of that name, kept alike: events in, effects
/// out. Performs no input or output.
///
/// If the two differ, the one that has changed since they were last alike is right. If that state
/// is not known, the one that is on is right.
package struct SwitchPair: Hashable, Sendable {
    package enum Event: Hashable, Sendable {
        /// The desktop's switch as it is now.
        case desktop(isOn: Bool)
        /// The Focus as it is now.
        case focus(isOn: Bool)
        /// focusd has left the bus.
        case focusLost
        /// focusd has answered the last `turnFocus`. With success, the Focus as it is now.
        case answered(isOn: Bool?)
    }

    package enum Effect: Hashable, Sendable {
        /// Sets the desktop's switch.
        case setDesktop(isOn: Bool)
        /// Turns the Focus on, or off; followed by the event `answered`.
        case turnFocus(isOn: Bool)
    }

    private var desktop: Bool
    /// The Focus; nil while focusd is not on the bus.
    private var focus: Bool?
    /// The state in which the two were last alike; nil if that is not known.
    package private(set) var agreed: Bool?
    /// The request that focusd has not answered.
    private var request: Bool?

    /// - Parameters:
    ///   - desktop: The desktop's switch at the beginning.
    ///   - agreed: The state in which an earlier bridge last saw the two alike; nil if unknown.
    package init(desktop: Bool, agreed: Bool? = nil) {
        self.desktop = desktop
        self.agreed = agreed
    }

    /// Changes the state and returns the effect of an event, if any.
    package mutating func handle(_ event: Event) -> Effect? {
        switch event {
        case .desktop(let isOn): desktop = isOn
        case .focus(let isOn): focus = isOn
        case .focusLost:
            focus = nil
            request = nil
        case .answered(let isOn):
            guard let request else { return nil }
            self.request = nil
            // A request that failed is not repeated before something changes.
            guard let isOn else { return nil }
            agreed = request
            focus = isOn
        }
        return compare()
    }

    private mutating func compare() -> Effect? {
        // While a request is under way, the Focus is about to change.
        guard request == nil, let focus else { return nil }
        if desktop == focus {
            agreed = desktop
            return nil
        }
        if agreed.map({ desktop != $0 }) ?? desktop {
            request = desktop
            return .turnFocus(isOn: desktop)
        }
        desktop = focus
        agreed = focus
        return .setDesktop(isOn: focus)
    }
}
