// SPDX-License-Identifier: Apache-2.0
import CNotify

/// Owns one reference to a GVariant.
@safe struct Variant: ~Copyable {
    private let pointer: OpaquePointer

    /// Takes ownership of `pointer`, floating or not.
    init(taking pointer: OpaquePointer) {
        unsafe self.pointer = unsafe g_variant_take_ref(pointer)
    }

    /// Creates a dictionary entry. `key` must be of a basic type.
    init(key: borrowing Variant, value: borrowing Variant) {
        // GLib never returns NULL for a basic key.
        unsafe self.init(
            taking: g_variant_new_dict_entry(key.pointer, value.pointer).unsafelyUnwrapped)
    }

    deinit { unsafe g_variant_unref(pointer) }

    /// Lends the GVariant for the duration of `body`.
    func withPointer<Result: ~Copyable, Failure: Error>(
        _ body: (OpaquePointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(pointer)
    }
}

/// Collects the children of a container.
@safe final class VariantBuilder {
    private let builder: UnsafeMutablePointer<GVariantBuilder>

    /// Starts a container. Returns nil if GLib refuses the signature.
    init?(_ signature: String) {
        guard unsafe g_variant_type_string_is_valid(signature) != 0 else { return nil }
        unsafe builder = signature.withCString { text in
            // The builder copies the type. g_variant_builder_new aborts and never returns NULL.
            unsafe g_variant_builder_new(cnotify_variant_type(text)).unsafelyUnwrapped
        }
    }

    deinit { unsafe g_variant_builder_unref(builder) }

    /// Appends a child, whose type must match the container's signature.
    func add(_ child: borrowing Variant) {
        unsafe child.withPointer { unsafe g_variant_builder_add_value(builder, $0) }
    }

    /// Returns the finished container and empties the builder, which must not be used again.
    func end() -> Variant {
        // GLib never returns NULL for a definite container type.
        unsafe Variant(taking: g_variant_builder_end(builder).unsafelyUnwrapped)
    }
}
