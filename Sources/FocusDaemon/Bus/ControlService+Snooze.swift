// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire

/// Calls about snoozed notifications.
extension ControlService {
    func performOnSnoozes(_ request: ControlCall) throws(ErrorReply) -> [Value] {
        switch request {
        case .snooze(let ids, let end):
            guard let end = try moment(end) else {
                throw ErrorReply(WireError.invalidArgs, "a snoozed notification needs an end")
            }
            return [count(engine.snooze(ids, until: end))]
        case .snoozed: return [FieldsBuilder.list(bounded: engine.snoozed.lazy.map(\.value))]
        default: throw ErrorReply(WireError.failed, "\(request) is not answered here")
        }
    }

    private func moment(_ end: ActivationEnd) throws(ErrorReply) -> Agenda.End? {
        switch end {
        case .never, .withSession: nil
        case .at, .after: try engine.end(end)
        }
    }
}
