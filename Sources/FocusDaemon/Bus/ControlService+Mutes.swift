// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire

/// Calls about muted apps.
extension ControlService {
    func performOnMutes(_ request: ControlCall) throws(ErrorReply) -> [Value] {
        switch request {
        case .mute(let app, let end): try mute(app, until: end)
        case .unmute(let app):
            guard engine.unmute(app) else {
                throw ErrorReply(WireError.notFound, "\(app) is not muted")
            }
        case .mutes: return [FieldsBuilder.list(engine.mutes.map(\.value))]
        default: throw ErrorReply(WireError.failed, "\(request) is not answered here")
        }
        return []
    }

    private func mute(_ app: AppID, until end: ActivationEnd) throws(ErrorReply) {
        guard !app.rawValue.isEmpty, app.rawValue.utf8.count <= Limits.appIDBytes,
            app.rawValue.utf8.allSatisfy({ $0 >= 0x20 })
        else { throw ErrorReply(WireError.invalidArgs, "that is no app's id") }
        guard engine.mute(app, until: try engine.end(end)) else {
            throw ErrorReply(WireError.limitsExceeded, "\(Limits.mutes) apps are muted already")
        }
    }
}
