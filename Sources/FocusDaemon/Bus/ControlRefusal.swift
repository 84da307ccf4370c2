// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire

/// Error reply to a call of the control interface.
struct ControlRefusal: Error {
    let name: ErrorName
    let text: String

    init(_ name: ErrorName, _ text: String) {
        self.name = name
        self.text = text
    }

    enum Common { case notFound }

    init(_ common: Common, _ id: ClientID) {
        switch common {
        case .notFound:
            self.init(WireError.notFound, "there is no notification \(id.rawValue)")
        }
    }
}
