// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Presentation

extension OtherUse {
    /// Returns the reason why no Focus can have the name.
    func sentence(_ name: String) -> String {
        switch self {
        case .doNotDisturb: tr("“\(name)” stands for Do Not Disturb; choose another name")
        case .lengthOfTime: tr("“\(name)” is a length of time; choose another name")
        case .time: tr("“\(name)” is a time; choose another name")
        case .beforeTime: tr("“\(name)” stands before a time; choose another name")
        case .everything: tr("“\(name)” does not name one Focus; choose another name")
        case .command: tr("“\(name)” is a command of focus-switch; choose another name")
        case .state(let word, let other):
            tr("“\(word)” behind “\(other)” turns it on or off; choose another name")
        case .end(let word, let other):
            tr("“\(word)” behind “\(other)” says until when it is on; choose another name")
        }
    }
}
