// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// The launchers' interface for badges, as in Ubuntu's documentation of the Unity launcher API.
package enum LauncherEntry {
    /// Returns the signal that shows a count at the app's icon. 0 hides it.
    ///
    /// - Returns: nil for an app id with a NUL: it cannot be sent, and no desktop file has such a
    ///   name.
    package static func update(_ app: AppID, _ count: UInt32) -> Message? {
        let uri = "application://\(app).desktop"
        var properties = FieldsBuilder()
        properties.set("count", .int64(Int64(count)))
        properties.set("count-visible", .boolean(count > 0))
        let signal = Message.signal(
            path: path(uri), interface: WireName.launcherEntry, member: "Update")
        guard (try? signal.append(.string(uri), properties.value)) != nil else { return nil }
        return signal
    }

    /// Returns the object path of an app, as libunity does; the number is FNV-1a of the URI.
    private static func path(_ uri: String) -> ObjectPath {
        var hash: UInt32 = 2_166_136_261
        for byte in uri.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return (try? ObjectPath("/com/canonical/unity/launcherentry/\(hash)")) ?? .root
    }
}
