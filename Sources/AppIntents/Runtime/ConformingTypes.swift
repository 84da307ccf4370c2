// SPDX-License-Identifier: Apache-2.0

import CAppIntents

/// The types in this process that conform to a protocol, without registration.
enum ConformingTypes {
    /// Returns the metatypes of the types that are declared to conform, in no order. They are
    /// classes, structures and enumerations that are not generic.
    ///
    /// - Parameter protocol: The protocol's existential type, `(any P).self`. The protocol and all
    ///   protocols that it inherits from must be `@_alwaysEmitConformanceMetadata`.
    static func all(of protocol: Any.Type) -> [Any.Type] {
        var found: [Any.Type] = []
        // A metatype without a protocol is a pointer to the metadata, and so are the results of the
        // search.
        let metadata = unsafe unsafeBitCast(`protocol`, to: UnsafeRawPointer.self)
        unsafe withUnsafeMutablePointer(to: &found) { list in
            unsafe cappintents_conforming_types(metadata, take, list)
        }
        return found
    }
}

private func take(_ type: UnsafeRawPointer?, _ list: UnsafeMutableRawPointer?) -> Bool {
    // Both pointers are never null, and the list lives until the search returns.
    let list = unsafe list.unsafelyUnwrapped.assumingMemoryBound(to: [Any.Type].self)
    unsafe list.pointee.append(unsafeBitCast(type.unsafelyUnwrapped, to: Any.Type.self))
    return true
}
