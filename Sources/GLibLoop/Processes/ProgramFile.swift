// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Finds the files of programs: of this one, of those beside it, and of those in `PATH`.
public enum ProgramFile {
    /// The path of this program; nil if it is unknown.
    public static let own: String? = {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }()

    /// Returns the path of another program in the folder of this one; nil if there is none.
    public static func beside(_ name: String) -> String? {
        guard let own, let slash = own.lastIndex(of: "/") else { return nil }
        let path = own[..<slash] + "/" + name
        return isExecutable(String(path)) ? String(path) : nil
    }

    /// Returns the path of a program that is named by its path, or is in a folder of `folders`; nil
    /// if there is none.
    ///
    /// - Parameters:
    ///   - program: the name or the path of the program.
    ///   - folders: the value of `PATH`; nil for the usual folders.
    public static func find(_ program: String, in folders: String?) -> String? {
        if program.contains("/") { return isExecutable(program) ? program : nil }
        // A relative folder would make the answer depend on the current one.
        return (folders ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            .filter { $0.hasPrefix("/") }.map { "\($0)/\(program)" }.first(where: isExecutable)
    }

    /// Returns the kernel's name of the program that a process runs, at most 15 bytes; nil if it is
    /// unknown. A sandbox may show other processes under these numbers, or none.
    package static func name(ofProcess process: UInt32) -> String? {
        let bytes = OpenFile.read(path: "/proc/\(process)/comm", upTo: 64) ?? []
        let name = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
        return name.isEmpty ? nil : String(name)
    }

    /// Returns true for a file that may be executed.
    public static func isExecutable(_ path: String) -> Bool {
        unsafe access(path, X_OK) == 0
    }
}
