// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire

/// The kinds of triggers.
extension ControlService {
    /// Answers once every source has looked at what the session offers.
    func surveyTriggers(_ call: MethodCall) {
        triggers.survey { kinds in
            let reply = call.message.methodReturn()
            do throws(MarshalError) {
                try reply.append(contentsOf: [FieldsBuilder.list(kinds.map(\.value))])
                call.reply(reply)
            } catch {
                call.fail(ErrorReply(WireError.failed, "\(error)"))
            }
        }
    }
}
