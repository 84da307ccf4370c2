// SPDX-License-Identifier: Apache-2.0

package import FocusCore

extension FocusDirectory {
    /// Returns the lock of a Focus; nil if the user may change it.
    func lock(of id: FocusID) -> (level: Int, file: String)? {
        if administrator.paths.isEmpty { return nil }
        return AdministratorFiles(administrator).lock(of: id)
    }

    /// Refuses a change of a locked Focus.
    package func refuseLocked(_ id: FocusID) throws(FocusFileError) {
        guard let lock = lock(of: id) else { return }
        throw .locked(isAlways ? AlwaysFile.name : "the Focus “\(id)”", by: lock.file)
    }

    /// Returns the first valid file of the administrator for a Focus.
    ///
    /// - Parameter level: the number of the first directory that counts.
    func administrators(_ id: FocusID, from level: Int) -> FocusFile? {
        guard has(id) else { return nil }
        let name = isAlways ? AlwaysFile.name : Self.fileName(of: id)
        let directories = isAlways ? administrator.paths : administrator.focuses
        for directory in directories.dropFirst(level) {
            let path = directory + "/" + name
            guard let bytes = (try? FileSystem.read(path)) ?? nil,
                let file = try? parse(id, bytes, at: path)
            else { continue }
            return file
        }
        return nil
    }

    /// Returns the content of a file's text.
    func parse(
        _ id: FocusID, _ bytes: [UInt8], at path: String
    ) throws(FileProblems) -> FocusFile {
        try FocusFile(id: id, bytes: bytes, path: path)
    }
}
