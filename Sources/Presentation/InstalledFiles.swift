// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// The files that are installed with the programs.
package enum InstalledFiles {
    /// The folder of the icon themes below the program's own prefix, such as
    /// `/usr/local/share/icons`; nil if the program is not installed.
    package static let icons: String? = share.map { $0 + "/icons" }.flatMap(readable)

    /// The folder of the translations, such as `/usr/local/share/locale`; nil without one.
    package static let translations: String? = share.map { $0 + "/locale" }.flatMap(readable)

    /// Returns `/usr/local/share` for a program such as `/usr/local/bin/focus-tray`; nil for a
    /// program in a folder of another name.
    package static func share(ofProgram program: String) -> String? {
        let parts = program.split(separator: "/")
        guard program.hasPrefix("/"), parts.count >= 2, parts[parts.count - 2] == "bin" else {
            return nil
        }
        return parts.dropLast(2).map { "/" + $0 }.joined() + "/share"
    }

    private static let share = ProgramFile.own.flatMap(share(ofProgram:))

    private static func readable(_ folder: String) -> String? {
        unsafe access(folder, R_OK | X_OK) == 0 ? folder : nil
    }
}
