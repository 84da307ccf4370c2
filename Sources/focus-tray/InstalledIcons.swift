// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The icons and the settings window that are installed with the program.
enum InstalledIcons {
    /// The folder of the icon themes below the program's own prefix, such as
    /// `/usr/local/share/icons`; nil if the program is not installed.
    static let folder: String? = {
        guard let program else { return nil }
        return folder(ofProgram: program) { unsafe access($0, R_OK | X_OK) == 0 }
    }()

    /// The path of the settings window's program; nil if it is not installed beside this one.
    static let window: String? = {
        guard folder != nil, let program, let slash = program.lastIndex(of: "/") else { return nil }
        let window = program[..<slash] + "/focus-settings"
        return unsafe access(String(window), X_OK) == 0 ? String(window) : nil
    }()

    /// The path of this program.
    private static let program: String? = {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }()

    /// Returns the folder for a program such as `/usr/local/bin/focus-tray`.
    ///
    /// - Parameter isReadable: Returns true for a folder that the process can read.
    static func folder(ofProgram program: String, isReadable: (String) -> Bool) -> String? {
        let parts = program.split(separator: "/")
        guard program.hasPrefix("/"), parts.count >= 2, parts[parts.count - 2] == "bin" else {
            return nil
        }
        let prefix = parts.dropLast(2).map { "/" + $0 }.joined()
        let folder = prefix + "/share/icons"
        return isReadable(folder) ? folder : nil
    }
}
