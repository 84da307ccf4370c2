// SPDX-License-Identifier: Apache-2.0
import CNotify
import DBus
import Glibc

/// Converts the values of hints to GVariants, reading the message in place.
///
/// A GVariant has the same signature as its D-Bus type, but libnotify cannot send file descriptors.
/// Arrays of numbers are copied in one step. Any other value is an object of GLib's with many times
/// its bytes, so the hints of one notification have a limit in values. GDBus's own parser is not
/// used, because it misreads some legal arrays of dictionary entries.
struct HintReader {
    /// Maximum number of values of all hints of one notification, those inside others included.
    /// Arrays of numbers count once.
    static let maximumValues = 65_536

    /// Values that further hints may have.
    private var left = HintReader.maximumValues
    /// True if the last hint has more values than were left for it.
    private(set) var isTooLarge = false
    /// True while every value read so far can be sent. Other values become placeholders of their
    /// type, so that the reader keeps its position.
    private var isComplete = true

    /// Reads the value of one hint: a variant, without the variant around it.
    ///
    /// - Returns: Nil if the value contains a file descriptor or a name that GLib refuses, and if
    ///   it ``isTooLarge``.
    mutating func hint(_ reader: inout MessageReader) throws(UnmarshalError) -> Variant? {
        isComplete = true
        isTooLarge = false
        let before = left
        do throws(UnmarshalError) {
            let value = try content(ofVariant: &reader)
            return if isComplete { value } else { nil }
        } catch {
            guard left < 0 else { throw error }
            // Nothing of the hint is kept, but reading it took time. If all of `before` were left,
            // each of many such hints could take as long. With half of it, all of them together
            // take at most twice as long as one.
            left = before / 2
            isTooLarge = true
            return nil
        }
    }

    // Bounds the recursion: a legal message has at most 64 levels.
    private mutating func value(_ reader: inout MessageReader) throws(UnmarshalError) -> Variant {
        left -= 1
        if left < 0 { throw UnmarshalError("too many values") }
        return switch reader.current {
        case .byte: unsafe Variant(taking: g_variant_new_byte(try reader.byte()))
        case .boolean: unsafe Variant(taking: g_variant_new_boolean(try reader.boolean() ? 1 : 0))
        case .int16: unsafe Variant(taking: g_variant_new_int16(try reader.int16()))
        case .uint16: unsafe Variant(taking: g_variant_new_uint16(try reader.uint16()))
        case .int32: unsafe Variant(taking: g_variant_new_int32(try reader.int32()))
        case .uint32: unsafe Variant(taking: g_variant_new_uint32(try reader.uint32()))
        case .int64: unsafe Variant(taking: g_variant_new_int64(gint64(try reader.int64())))
        case .uint64: unsafe Variant(taking: g_variant_new_uint64(guint64(try reader.uint64())))
        case .double: unsafe Variant(taking: g_variant_new_double(try reader.double()))
        case .string: unsafe Variant(taking: g_variant_new_string(try reader.cString()))
        case .objectPath: objectPath(try reader.objectPath().rawValue)
        case .signature: signature(try reader.signature().rawValue)
        case .unixFD: unsupported(&reader)
        case .variant:
            try unsafe content(ofVariant: &reader).withPointer {
                unsafe Variant(taking: g_variant_new_variant($0))
            }
        case .array: try array(&reader)
        case .structure: try structure(&reader)
        case .dictionaryEntry, nil: throw UnmarshalError("expected a value")
        }
    }

    private mutating func content(
        ofVariant reader: inout MessageReader
    ) throws(UnmarshalError) -> Variant {
        var content: Variant?
        try reader.variant { (inner: inout MessageReader) throws(UnmarshalError) in
            content = try value(&inner)
        }
        guard let content = content.take() else { throw UnmarshalError("expected a value") }
        return content
    }
}

// Containers and the types that need a check.
extension HintReader {
    private mutating func array(_ reader: inout MessageReader) throws(UnmarshalError) -> Variant {
        let type = reader.currentSignature
        switch type {
        case "ay", "an", "aq", "ai", "au", "ax", "at", "ad":
            return try numbers(&reader, type)
        case _ where type.hasPrefix("a{"):
            return try dictionary(&reader, type)
        default:
            guard let builder = VariantBuilder(type) else { return unsupported(&reader) }
            try reader.array { (element: inout MessageReader) throws(UnmarshalError) in
                builder.add(try value(&element))
            }
            return builder.end()
        }
    }

    private func numbers(
        _ reader: inout MessageReader, _ type: String
    ) throws(UnmarshalError) -> Variant {
        let size =
            switch type {
            case "ay": 1
            case "an", "aq": 2
            case "ai", "au": 4
            default: 8
            }
        var numbers: Variant?
        try unsafe reader.withBytes { bytes in
            unsafe type.withCString { type in
                // The element's type follows the "a".
                let array = unsafe g_variant_new_fixed_array(
                    cnotify_variant_type(type + 1), bytes.baseAddress, gsize(bytes.count / size),
                    gsize(size))
                // GLib returns NULL only for types without a fixed size.
                unsafe numbers = Variant(taking: array.unsafelyUnwrapped)
            }
        }
        guard let numbers = numbers.take() else { throw UnmarshalError("expected numbers") }
        return numbers
    }

    private mutating func dictionary(
        _ reader: inout MessageReader, _ type: String
    ) throws(UnmarshalError) -> Variant {
        guard let builder = VariantBuilder(type) else { return unsupported(&reader) }
        try reader.entries { (entry: inout MessageReader) throws(UnmarshalError) in
            let key = try value(&entry)
            let value = try value(&entry)
            builder.add(Variant(key: key, value: value))
        }
        return builder.end()
    }

    private mutating func structure(
        _ reader: inout MessageReader
    ) throws(UnmarshalError) -> Variant {
        guard let builder = VariantBuilder(reader.currentSignature) else {
            return unsupported(&reader)
        }
        try reader.structure { (fields: inout MessageReader) throws(UnmarshalError) in
            while !fields.atEnd { builder.add(try value(&fields)) }
        }
        return builder.end()
    }

    private mutating func objectPath(_ path: String) -> Variant {
        guard unsafe g_variant_is_object_path(path) != 0 else {
            isComplete = false
            return unsafe Variant(taking: g_variant_new_object_path("/"))
        }
        return unsafe Variant(taking: g_variant_new_object_path(path))
    }

    private mutating func signature(_ signature: String) -> Variant {
        guard unsafe g_variant_is_signature(signature) != 0 else {
            isComplete = false
            return unsafe Variant(taking: g_variant_new_signature(""))
        }
        return unsafe Variant(taking: g_variant_new_signature(signature))
    }

    private mutating func unsupported(_ reader: inout MessageReader) -> Variant {
        reader.skip()
        isComplete = false
        return unsafe Variant(taking: g_variant_new_handle(0))
    }
}

/// Checks that the size of an image in a hint fits its bytes.
///
/// The sender chooses the numbers before an image's bytes, and a server that trusts them reads
/// beyond the bytes. Notification specification, "Icons and Images": width, height, rowstride,
/// has_alpha, bits_per_sample, channels, data, with GdkPixbuf's rules: 8 bits a sample, 3 channels,
/// or 4 with alpha; the last row may end with its last pixel.
enum ImageHint {
    private static let names: [StaticString] = ["image-data", "image_data", "icon_data"]

    /// Maximum pixels of one side, cairo's limit.
    static let maximumSide = 32_767

    /// Returns true for the name of an image hint.
    @unsafe static func isName(_ name: UnsafePointer<CChar>) -> Bool {
        names.contains { unsafe strcmp(name, $0.utf8Start) == 0 }
    }

    /// Returns true if the value can be drawn.
    ///
    /// - Parameter value: A reader before the hint's variant.
    static func isSound(_ value: MessageReader) -> Bool {
        var value = value
        let isSound = try? value.variant { inner throws(UnmarshalError) -> Bool in
            guard inner.currentSignature == "(iiibiiay)" else { return false }
            return try inner.structure { fields throws(UnmarshalError) -> Bool in
                let width = Int(try fields.int32())
                let height = Int(try fields.int32())
                let rowstride = Int(try fields.int32())
                let hasAlpha = try fields.boolean()
                let bits = try fields.int32()
                let channels = Int(try fields.int32())
                let count = try unsafe fields.withBytes { $0.count }
                guard bits == 8, channels == (hasAlpha ? 4 : 3) else { return false }
                return fits(
                    width: width, height: height, rowstride: rowstride, channels: channels,
                    count: count)
            }
        }
        return isSound ?? false
    }

    /// Returns true if `count` bytes contain all rows. No product can overflow: a side is at most
    /// ``maximumSide``, and a rowstride has 32 bits.
    static func fits(
        width: Int, height: Int, rowstride: Int, channels: Int, count: Int
    ) -> Bool {
        guard 1...maximumSide ~= width, 1...maximumSide ~= height, rowstride >= width * channels
        else { return false }
        return (height - 1) * rowstride + width * channels <= count
    }
}

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
