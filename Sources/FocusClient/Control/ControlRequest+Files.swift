// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore
package import FocusWire

// Requests that change the user's files. The answer is the revision of the new text.

extension ControlRequest where Answer == String {
    /// Changes a Focus's file. Refused with `conflict` if the file has another text than the caller
    /// has read, with `refused` if the result would be invalid.
    package static func changeFocus(_ edit: FocusEditRequest) -> Self {
        Self(
            "ChangeFocus",
            [
                .string(edit.focus.rawValue), .string(edit.revision),
                FieldsBuilder.list(edit.changes.map(\.value)),
            ]
        ) { $0.first?.asString }
    }

    /// Changes `focusd.conf`. Refused like ``changeFocus(_:)``.
    package static func changeConfiguration(
        _ changes: [ConfigurationChange], from revision: String
    ) -> Self {
        Self(
            "ChangeConfiguration",
            [.string(revision), FieldsBuilder.list(changes.map(\.value))]
        ) { $0.first?.asString }
    }
}

extension ControlRequest where Answer == Void {
    /// Deletes a Focus's file.
    package static func deleteFocus(_ id: FocusID, from revision: String) -> Self {
        Self("DeleteFocus", [.string(id.rawValue), .string(revision)]) { _ in () }
    }
}
