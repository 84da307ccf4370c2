// SPDX-License-Identifier: Apache-2.0
import CNotify

// GDBus misreads some legal values: an array of dictionary entries whose padding it takes for data,
// such as `a{ng}` with {0: "(ii)", -1: ""} (in 2.74). A server that is built on GDBus loses its
// connection by such a message, and most of them end with it. So what could be misread is written
// and read here with the same code, before the server is given it.
//
// Each entry of `a{sv}` begins at a multiple of 8 bytes, the greatest alignment that there is: the
// bytes of a hint are the same wherever among the hints it stands. It is tried in front of another
// hint and at the end, where what follows is aligned to 4 bytes only.

/// Tries whether GDBus reads a hint as it was sent.
@NotifyActor enum HintCheck {
    /// What a picture is; of these there are many, they are large, and nothing in them can be
    /// misread.
    private static let picture: StaticString = "(iiibiiay)"

    /// Whether a server that is built on GDBus gets this hint, and what stands beside it, as it is.
    @unsafe static func survives(
        _ name: UnsafePointer<CChar>, _ value: borrowing Variant
    ) -> Bool {
        let isPlain = unsafe value.withPointer {
            unsafe Self.isPlain(g_variant_get_type_string($0))
        }
        if isPlain { return true }
        guard let body = unsafe body(name, value) else { return false }
        // g_object_new aborts rather than return NULL.
        let sent = unsafe g_dbus_message_new_method_call(
            nil, ServerLink.path, ServerLink.name, "Notify"
        ).unsafelyUnwrapped
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(sent)) }
        unsafe body.withPointer { unsafe g_dbus_message_set_body(sent, $0) }
        var size: gsize = 0
        guard
            let blob = unsafe g_dbus_message_to_blob(
                sent, &size, G_DBUS_CAPABILITY_FLAGS_NONE, nil)
        else { return false }
        defer { unsafe g_free(blob) }
        guard
            let received = unsafe g_dbus_message_new_from_blob(
                blob, size, G_DBUS_CAPABILITY_FLAGS_NONE, nil)
        else { return false }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(received)) }
        guard let read = unsafe g_dbus_message_get_body(received) else { return false }
        return unsafe body.withPointer {
            unsafe g_variant_equal(UnsafeRawPointer(read), UnsafeRawPointer($0))
        } != 0
    }

    /// Whether nothing in a value of that type can be misread: neither can numbers and texts, nor
    /// arrays of them, which may be long.
    private static func isPlain(_ type: UnsafePointer<CChar>) -> Bool {
        var element = unsafe type
        while unsafe element.pointee == CChar(UInt8(ascii: "a")) { unsafe element += 1 }
        let isBasic = unsafe element.pointee != CChar(UInt8(ascii: "v")) && element[1] == 0
        return unsafe isBasic || strcmp(type, picture.utf8Start) == 0
    }

    /// The end of a `Notify` with the hint, another one, and the hint again.
    private static func body(
        _ name: UnsafePointer<CChar>, _ value: borrowing Variant
    ) -> Variant? {
        guard let hints = VariantBuilder("a{sv}"), let body = VariantBuilder("(a{sv}i)") else {
            return nil
        }
        unsafe hints.add(entry(name, value))
        unsafe hints.add(entry("", Variant(taking: g_variant_new_byte(1))))
        unsafe hints.add(entry(name, value))
        body.add(hints.end())
        body.add(unsafe Variant(taking: g_variant_new_int32(-1)))
        return body.end()
    }

    private static func entry(
        _ name: UnsafePointer<CChar>, _ value: borrowing Variant
    ) -> Variant {
        let variant = unsafe value.withPointer { unsafe Variant(taking: g_variant_new_variant($0)) }
        return Variant(key: unsafe Variant(taking: g_variant_new_string(name)), value: variant)
    }
}
