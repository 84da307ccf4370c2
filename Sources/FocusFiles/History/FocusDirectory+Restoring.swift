// SPDX-License-Identifier: Apache-2.0

package import FocusCore

extension FocusDirectory {
    /// Writes the earlier bytes of a Focus's file again, or removes a file that did not exist. The
    /// bytes may have mistakes, as they had then: an editor may have written Latin-1.
    ///
    /// - Parameters:
    ///   - revision: the revision that the file must have now.
    ///   - new: the earlier bytes; nil if there was no file.
    package func restore(
        _ id: FocusID, from revision: FileRevision, to new: [UInt8]?
    ) throws(FocusFileError) {
        try refuseLocked(id)
        try locked { () throws(FocusFileError) in
            let bytes = try bytes(of: id)
            guard FileRevision(bytes) == revision else { throw .changedMeanwhile(id) }
            do throws(FileProblem) {
                guard let new else { return try FileSystem.remove(path(of: id)) }
                guard try FileSystem.replace(path(of: id), bytes, with: new) == .done else {
                    throw FileProblem(
                        file: path(of: id),
                        reason: "another program is writing it; try again when it is done")
                }
            } catch {
                throw .system(error)
            }
        }
    }
}

extension ConfigurationFile {
    /// Writes an earlier text of the file again, or removes a file that did not exist.
    ///
    /// - Returns: false if the file has another revision now.
    package func restore(
        from revision: FileRevision, to new: [UInt8]?
    ) throws(FocusFileError) -> Bool {
        let bytes = try bytes()
        guard FileRevision(bytes) == revision else { return false }
        return try replace(from: bytes ?? [], with: new)
    }

    /// Writes earlier bytes of the file again, which may have mistakes, as they had then.
    ///
    /// - Parameter after: The bytes that the file must have now.
    /// - Returns: false if the file has other bytes now.
    package func restore(from after: [UInt8], to before: [UInt8]) throws(FocusFileError) -> Bool {
        let patience = FocusFileLimits.lockWait
        return try FileLock.hold(directory, patience: patience) { () throws(FocusFileError) in
            guard try bytes() == after else { return false }
            do throws(FileProblem) {
                return try FileSystem.replace(path, after, with: before) == .done
            } catch {
                throw .system(error)
            }
        }
    }
}
