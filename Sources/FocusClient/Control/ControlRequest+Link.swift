// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore
package import FocusWire

// Requests of `focus-link`.

extension ControlRequest where Answer == SwitchList {
    /// Requests the user's switches and the last action on them.
    package static var switches: Self {
        Self(.switches) { $0.first.flatMap(Fields.init).flatMap(SwitchList.init) }
    }
}

extension ControlRequest where Answer == Timestamp {
    /// Takes over the switches of another machine. The answer is the time of this action.
    ///
    /// Refused with `changedMeanwhile` if this machine has had a later action than the one at
    /// `after`, and with `unknownFocus` if the Focus of the last switch is missing here.
    package static func follow(
        _ switches: [SwitchWire], machine: String, after: Timestamp?
    ) -> Self {
        Self(
            .follow,
            [
                FieldsBuilder.list(switches.map(\.value)), .string(machine),
                .int64(after?.rawValue ?? 0),
            ]
        ) { values in
            guard case .int64(let time) = values.first else { return nil }
            return Timestamp(rawValue: time)
        }
    }
}
