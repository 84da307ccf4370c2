// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

extension AllowSender {
    /// Throws for a known person or app in place of an id, with the command that allows that
    /// sender: `missed allow Ann`.
    @LoopActor static func refuseName(
        _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) {
        guard words.contains(where: { UInt32($0) == nil }) else { return }
        let name = words.joined(separator: " ")
        let member: String
        if invocation.apps.isName(name) {
            member = shellQuoted(name)
        } else if KnownPeople(FocusEditor(invocation)).contains(name) {
            member = "--person \(shellQuoted(name))"
        } else {
            return
        }
        let focus = invocation.activeFocus == nil ? " --focus FOCUS" : ""
        throw .usage(
            "“\(name.printable)” is not the id of a notification",
            "To let that sender through while a Focus is on: focus-switch allow \(member)".printable
                + focus)
    }
}
