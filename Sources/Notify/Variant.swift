// SPDX-License-Identifier: Apache-2.0
import CNotify

/// Owns one reference to a GVariant.
@safe struct Variant: ~Copyable {
    private let pointer: OpaquePointer

    /// Takes over `pointer`, floating or not.
    init(taking pointer: OpaquePointer) {
        unsafe self.pointer = unsafe g_variant_take_ref(pointer)
    }

    /// A dictionary entry; `key` is of a basic type.
    init(key: borrowing Variant, value: borrowing Variant) {
        // The result is never NULL for a basic key.
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

    /// Starts a container; nil where GLib does not take the signature.
    init?(_ signature: String) {
        guard unsafe g_variant_type_string_is_valid(signature) != 0 else { return nil }
        unsafe builder = signature.withCString { text in
            // The builder copies the type. g_variant_builder_new aborts rather than return NULL.
            unsafe g_variant_builder_new(cnotify_variant_type(text)).unsafelyUnwrapped
        }
    }

    deinit { unsafe g_variant_builder_unref(builder) }

    /// Appends a child, whose type must be what the container's signature says.
    func add(_ child: borrowing Variant) {
        unsafe child.withPointer { unsafe g_variant_builder_add_value(builder, $0) }
    }

    /// The finished container; the builder is empty afterwards and must not be used.
    func end() -> Variant {
        // The result is never NULL for a definite container type.
        unsafe Variant(taking: g_variant_builder_end(builder).unsafelyUnwrapped)
    }
}
