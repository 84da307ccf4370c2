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
        var file = userFile(id)
        // Not recorded: this is an undo.
        file.history = nil
        try file.locked { () throws(FocusFileError) in
            let bytes = try file.bytes()
            guard FileRevision(bytes) == revision else { throw .changedMeanwhile(id) }
            guard try file.replace(bytes, with: new) else { throw file.busy }
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
        let bytes = try userFile().bytes()
        guard FileRevision(bytes) == revision else { return false }
        return try replace(from: bytes ?? [], with: new)
    }

    /// Writes earlier bytes of the file again, which may have mistakes, as they had then.
    ///
    /// - Parameter after: The bytes that the file must have now.
    /// - Returns: false if the file has other bytes now.
    package func restore(from after: [UInt8], to before: [UInt8]) throws(FocusFileError) -> Bool {
        var file = userFile()
        file.history = nil
        return try file.locked { () throws(FocusFileError) in
            guard try file.bytes() == after else { return false }
            return try file.replace(after, with: before)
        }
    }
}
