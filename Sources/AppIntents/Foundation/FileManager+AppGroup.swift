// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension FileManager {
    /// The folder that an app and its extension share: `$XDG_DATA_HOME/GROUP`, made if need be.
    ///
    /// Any name does; there are no entitlements to look it up in. In a Flatpak the folder is the
    /// app's own, and its extension is in the same sandbox.
    ///
    /// Source: Apple's documentation of the method of this name, which Foundation lacks on Linux.
    ///
    /// - Parameter groupIdentifier: The group, by custom the app's id.
    /// - Returns: the folder; nil for a name that is none, or where it cannot be made.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL?
    {
        guard !groupIdentifier.isEmpty, !groupIdentifier.hasPrefix("."),
            !groupIdentifier.contains(where: { $0 == "/" || $0 == "\0" })
        else { return nil }
        let variable = ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? ""
        // The XDG base directory specification passes over a path that is not absolute.
        let home = variable.hasPrefix("/") ? variable : NSHomeDirectory() + "/.local/share"
        let folder = URL(fileURLWithPath: home).appendingPathComponent(groupIdentifier)
        do {
            try createDirectory(at: folder, withIntermediateDirectories: true)
            return folder
        } catch {
            return nil
        }
    }
}
