// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The content of an object of Swift or Foundation.
enum Reflected {
    /// Returns the value inside any number of optionals; nil if there is none.
    static func unwrapped(_ object: Any) -> Any? {
        let mirror = Mirror(reflecting: object)
        guard mirror.displayStyle == .optional else { return object }
        return mirror.children.first.flatMap { unwrapped($0.value) }
    }

    /// Returns the entries of a Swift or Foundation dictionary, with keys as text.
    static func entries(of object: Any) -> [String: Any]? {
        func entries(_ pairs: some Sequence<(key: AnyHashable, value: Any)>) -> [String: Any] {
            pairs.reduce(into: [:]) { $0["\($1.key.base)"] = $1.value }
        }
        switch object {
        case let dictionary as [AnyHashable: Any]: return entries(dictionary)
        case let dictionary as NSDictionary:
            return entries(
                dictionary.allKeys.compactMap { key in
                    (key as? AnyHashable).flatMap { hashable in
                        dictionary.object(forKey: key).map { (hashable, $0) }
                    }
                })
        default: return nil
        }
    }

    /// Returns the elements of a Swift or Foundation array or set.
    static func elements(of object: Any) -> [Any]? {
        // Comes first, because a Swift array casts to `NSArray` with its elements in boxes.
        let mirror = Mirror(reflecting: object)
        if mirror.displayStyle == .collection || mirror.displayStyle == .set {
            return mirror.children.map(\.value)
        }
        return switch object {
        case let array as NSArray: array.map(\.self)
        case let set as NSSet: set.allObjects
        case let set as NSOrderedSet: set.array
        default: nil
        }
    }

    /// Returns the stored properties of an object and of its superclasses.
    static func properties(of object: Any) -> [(name: String, value: Any)] {
        var result: [(name: String, value: Any)] = []
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror {
            for child in current.children {
                if let label = child.label { result.append((label, child.value)) }
            }
            mirror = current.superclassMirror
        }
        return result
    }
}
