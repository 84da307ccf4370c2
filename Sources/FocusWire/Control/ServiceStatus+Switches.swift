// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// Effects of a switch on a Focus that it does not name: turning off, and a Focus without an end,
/// end all that had begun before.
extension ServiceStatus {
    /// Returns the active Focus if turning on another one without an end replaces it for good.
    package func replaced(by focus: FocusID?, until end: ActivationEnd) -> Activation? {
        guard end == .never, let activation, activation.focus != focus else { return nil }
        return activation
    }

    /// Returns the Focus that would have followed the active one at its end, because it had begun
    /// before. Turning the active Focus off turns this one off, too. Below a Focus that the user
    /// or a trigger turned on, focusd names it in ``covered``: a schedule whose window the user has
    /// ended is not on before, although its window lasts.
    ///
    /// - Parameters:
    ///   - next: the next change of the active Focus.
    ///   - isDue: returns true if that schedule of the Focus is in its window now. A window that
    ///     begins only at the change begins all the same.
    package func follower(
        _ next: UpcomingChange?, isDue: (FocusID, String) -> Bool
    ) -> UpcomingChange? {
        guard let activation else { return nil }
        guard activation.cause == .schedule else { return covered }
        guard let next, let until = activation.until,
            abs(next.time.rawValue - until.rawValue) <= Self.tolerance,
            let focus = next.focus, focus != activation.focus
        else { return nil }
        if let schedule = next.schedule, !isDue(focus, schedule) { return nil }
        return next
    }

    /// Maximum difference in milliseconds between an end and the change that follows.
    private static let tolerance: Int64 = 5_000
}
