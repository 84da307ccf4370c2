// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension UserDefaults {
    /// Sets a default, as `set(_:forKey:)` does.
    ///
    /// Source: Apple's key-value coding, which apps use to set defaults and Foundation lacks on
    /// Linux.
    ///
    /// - Parameters:
    ///   - value: A property list value; nil removes the default.
    ///   - key: The default's name.
    public func setValue(_ value: Any?, forKey key: String) {
        set(value, forKey: key)
    }
}
