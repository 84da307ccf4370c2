// SPDX-License-Identifier: Apache-2.0

/// A request that only the window can perform.
enum WindowRequest: Sendable {
    case openFile(String)
    case copy(String)
    /// Asks for a file to write the history to, with this name as proposal.
    case askForExport(name: String)
}
