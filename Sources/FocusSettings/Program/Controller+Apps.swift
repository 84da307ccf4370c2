// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import Presentation

/// Calls about one app, and figures about apps and people.
extension Controller {
    func readAppDetails() {
        send { client throws(ControlError) in .appDetails(try await client.appDetails()) }
    }

    func readPersonDetails() {
        send { client throws(ControlError) in .personDetails(try await client.personDetails()) }
    }

    func clearBadge(of app: AppID) {
        send { client throws(ControlError) in
            _ = try await client.send(.clearBadge(of: app).within(Controller.patience))
            return .appDetails(try await client.appDetails())
        }
    }

    func forget(_ app: AppID) {
        handle(.said(tr("Deleting…")))
        send { client throws(ControlError) in
            .forgotten(app, Int(try await client.send(.forget(app))))
        }
    }
}
