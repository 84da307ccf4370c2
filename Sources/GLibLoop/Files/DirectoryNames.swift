// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reader of the names in directories.
package enum DirectoryNames {
    /// Returns the names in a directory that `isWanted` accepts, in no order, without the directory
    /// itself and its parent. Returns none for a directory that cannot be read.
    ///
    /// - Parameter limit: maximum number of names to return.
    package static func read(
        _ path: String, atMost limit: Int = .max, where isWanted: (String) -> Bool = { _ in true }
    ) -> [String] {
        guard let stream = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while names.count < limit, let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
                // The kernel ends the name with NUL within the field.
                unsafe String(cString: UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != "..", isWanted(name) { names.append(name) }
        }
        return names
    }
}
