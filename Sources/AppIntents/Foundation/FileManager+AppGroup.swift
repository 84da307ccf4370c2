// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension FileManager {
    /// Returns the folder that an app and its extension share, `$XDG_DATA_HOME/GROUP`, and creates
    /// it if it is missing.
    ///
    /// Every name is allowed, because Linux has no entitlements to check the name against. In a
    /// Flatpak, the folder belongs to the app, whose extension runs in the same sandbox.
    ///
    /// Source: Apple's documentation of the method of this name, which Foundation lacks on Linux.
    ///
    /// - Parameter groupIdentifier: The name of the group, usually the app's id.
    /// - Returns: the folder; nil if the name is empty, begins with a dot, or contains a slash or a
    ///   zero byte, and if the folder cannot be created.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL?
    {
        guard !groupIdentifier.isEmpty, !groupIdentifier.hasPrefix("."),
            !groupIdentifier.contains(where: { $0 == "/" || $0 == "\0" })
        else { return nil }
        let variable = ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? ""
        // The XDG base directory specification ignores a path that is not absolute.
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
