// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// A request that only the window can perform.
enum WindowRequest: Sendable {
    case openFile(String)
    case openLink(String)
    case copy(String)
    case close
    /// Takes an activation token of the user's click, empty without one, and passes it on.
    case withToken(@Sendable (String) -> Void)
    /// Asks for a file to write a copy of a Focus's file to, with this name as proposal.
    case askForCopy(FocusID, name: String)
    /// Asks for the file of a Focus to read.
    case askForImport
    /// Asks for a file to write the history to, with this name as proposal.
    case askForExport(name: String)
}
