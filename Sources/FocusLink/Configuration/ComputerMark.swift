// SPDX-License-Identifier: Apache-2.0

import FocusFiles

/// A mark of this computer, which a copied home does not take along.
enum ComputerMark {
    /// A hash of the system's id of the machine, which programs should not store itself
    /// (machine-id(5)); nil if the system has none.
    static var current: String? {
        for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
            guard let bytes = (try? LinkFiles.read(path)) ?? nil else { continue }
            let id = bytes.prefix { $0 != UInt8(ascii: "\n") }
            // During the first start of the system, the file has another text.
            guard id.count == 32 else { continue }
            let text = Array("focus-link".utf8) + id
            return FileRevision(text[...]).description
        }
        return nil
    }
}
