// SPDX-License-Identifier: Apache-2.0

import FocusCore

extension ControlCall {
    /// Maximum bytes of a call: what its arguments can need.
    package static func maximumBytes(of member: String) -> Int {
        switch member {
        case "Explain", "Decide", "ExplainEntries", "MatchEntries", "ChangeFocus", "CheckFocus",
            "CreateFocus", "ChangeConfiguration", "Reply", "DescribeFilter", "FilterEntities":
            Limits.otherCallBytes
        case "Dismiss", "DeliverNow", "MarkRead", "Snooze", "SnoozeFor": Limits.idsCallBytes
        default: Limits.shortCallBytes
        }
    }
}
