// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire

extension ControlService {
    /// Opens the missed list, and replies once the list is shown.
    func openMissed(_ call: MethodCall) {
        var reader = call.message.reader
        let token = (try? reader.string()) ?? ""
        guard let viewer = engine.viewer else {
            return call.fail(WireError.failed, "no program can show the missed list")
        }
        viewer.open(activationToken: token.isEmpty ? nil : token) { failure in
            if let failure {
                call.fail(WireError.failed, failure)
            } else {
                call.reply()
            }
        }
    }
}
