// SPDX-License-Identifier: Apache-2.0

import CNotify
import Glibc

// GDBus misreads some legal values: an array of dictionary entries whose padding it takes for data,
// such as `a{ng}` with {0: "(ii)", -1: ""} (in 2.74). Such a message disconnects a server that uses
// GDBus, and most of these servers then exit. A hint that GDBus could misread is therefore written
// and read here by GDBus, before the server receives the hint.
//
// Each entry of `a{sv}` begins at a multiple of 8 bytes, the greatest alignment of D-Bus. The bytes
// of a hint are therefore the same at every position among the hints. The check puts the hint
// before another hint and at the end, where the next value is aligned to 4 bytes only.

/// Checks that GDBus reads a hint unchanged.
@NotifyActor enum HintCheck {
    /// The type of a picture. Pictures are frequent and large, and GDBus cannot misread them.
    private static let picture: StaticString = "(iiibiiay)"

    /// Returns true if a server that uses GDBus reads this hint and its neighbours unchanged.
    @unsafe static func survives(
        _ name: UnsafePointer<CChar>, _ value: borrowing Variant
    ) -> Bool {
        let isPlain = unsafe value.withPointer {
            unsafe Self.isPlain(g_variant_get_type_string($0))
        }
        if isPlain { return true }
        guard let body = unsafe body(name, value) else { return false }
        // g_object_new aborts and never returns NULL.
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

    /// Returns true for numbers, texts and arrays of them. GDBus cannot misread these, and the
    /// arrays may be long.
    private static func isPlain(_ type: UnsafePointer<CChar>) -> Bool {
        var element = unsafe type
        while unsafe element.pointee == CChar(UInt8(ascii: "a")) { unsafe element += 1 }
        let isBasic = unsafe element.pointee != CChar(UInt8(ascii: "v")) && element[1] == 0
        return unsafe isBasic || strcmp(type, picture.utf8Start) == 0
    }

    /// Returns the end of a `Notify` with the hint, another one, and the hint again.
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
