// SPDX-License-Identifier: Apache-2.0

import FocusWire
import Presentation

extension AppDetails {
    /// Returns the app's notifications of the last seven days in words.
    ///
    /// - Parameter latest: The time of the last notification in words.
    func words(latest: String) -> String {
        switch (came, silenced) {
        case (0, _): tr("None in the last seven days; the last one \(latest)")
        case (1, 0): tr("1 in the last seven days, not silenced; the last one \(latest)")
        case (1, _): tr("1 in the last seven days, silenced; the last one \(latest)")
        case (_, 0):
            tr("\(came) in the last seven days, none of them silenced; the last one \(latest)")
        case (came, came):
            tr("\(came) in the last seven days, all of them silenced; the last one \(latest)")
        default:
            tr(
                "\(came) in the last seven days, \(silenced) of them silenced; the last one \(latest)"
            )
        }
    }
}
