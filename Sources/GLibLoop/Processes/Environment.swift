// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The environment of the process.
package enum Environment {
    /// Returns the value of a variable, or nil if it is unset or empty.
    package static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.isEmpty ? nil : text
    }
}
