// SPDX-License-Identifier: Apache-2.0
import CGLib

/// A boolean key of the desktop's settings (GSettings).
///
/// GSettings reaches the settings' service over the session bus in `DBUS_SESSION_BUS_ADDRESS`.
///
/// Source: GIO's documentation of `GSettings`.
@safe @LoopActor public final class BooleanSetting {
    // @safe: the object owns its reference, and disconnects its handler before it ends.
    private let settings: UnsafeMutablePointer<GSettings>
    private let key: String
    private let handler: @LoopActor (Bool) -> Void

    /// Opens a key of an installed schema; nil if there is no such schema or boolean key.
    ///
    /// - Parameters:
    ///   - schema: The id of the schema, such as `org.gnome.desktop.notifications`.
    ///   - key: The name of the key.
    ///   - onChange: Receives the value after each change, by this process or another one.
    public init?(schema: String, key: String, onChange: @escaping @LoopActor (Bool) -> Void) {
        guard Self.hasBoolean(key, schema), let settings = unsafe g_settings_new(schema) else {
            return nil
        }
        unsafe self.settings = settings
        self.key = key
        handler = onChange
        let changed:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?
            ) -> Void = { _, _, data in
                guard let data = unsafe data else { return }
                let setting = unsafe Unmanaged<BooleanSetting>.fromOpaque(data)
                LoopActor.assumeIsolated { unsafe setting.takeUnretainedValue().report() }
            }
        _ = unsafe g_signal_connect_data(
            settings, "changed::\(key)", unsafeBitCast(changed, to: GCallback.self),
            Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
        // GSettings reports changes only of keys that were read.
        _ = value
    }

    isolated deinit {
        _ = unsafe g_signal_handlers_disconnect_matched(
            settings, G_SIGNAL_MATCH_DATA, 0, 0, nil, nil,
            Unmanaged.passUnretained(self).toOpaque())
        unsafe g_object_unref(settings)
    }

    /// The value; setting it has no effect on a key that an administrator has locked.
    public var value: Bool {
        get { unsafe g_settings_get_boolean(settings, key) != 0 }
        set { _ = unsafe g_settings_set_boolean(settings, key, newValue ? 1 : 0) }
    }

    private func report() {
        handler(value)
    }

    /// True for a key that GSettings can read as a boolean. It ends the process for any other key.
    private static func hasBoolean(_ key: String, _ schema: String) -> Bool {
        guard let source = unsafe g_settings_schema_source_get_default(),
            let found = unsafe g_settings_schema_source_lookup(source, schema, 1)
        else { return false }
        defer { unsafe g_settings_schema_unref(found) }
        guard unsafe g_settings_schema_has_key(found, key) != 0,
            let entry = unsafe g_settings_schema_get_key(found, key)
        else { return false }
        defer { unsafe g_settings_schema_key_unref(entry) }
        guard let type = unsafe g_settings_schema_key_get_value_type(entry) else { return false }
        return unsafe g_variant_type_get_string_length(type) == 1
            && g_variant_type_peek_string(type)?.pointee == CChar(UInt8(ascii: "b"))
    }
}
