// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import GLibLoop
import Glibc

/// Copies of the user's files in force, in a directory of focusd.
///
/// Nothing waits for the disk: after a power failure, a copy may be empty, cut short, or have zeros
/// for bytes that did not reach the disk, and counts as none. A text that is empty, cannot be
/// written, or is with its end mark longer than ``SmallFile/maximumBytes``, has no copy; then a
/// file with mistakes has no earlier version when focusd starts.
struct TextCopies: Sendable {
    private let path: String
    /// The name of a copy until it is complete. No file has it: hidden files are not read.
    private static let incomplete = ".new"
    /// The last bytes of a complete copy. The beginning of a text may be valid by itself.
    private static let endMark = Array("\n# complete\n".utf8)

    /// - Parameter path: the directory, which is made for the first copy.
    init(path: String) {
        self.path = path
    }

    /// The copies as the readers of the user's files use them.
    var texts: EarlierTexts {
        EarlierTexts(read: read, keep: keep, retain: retain)
    }

    private func read(_ name: String) -> [UInt8]? {
        guard let directory = try? OwnDirectory(path) else { return nil }
        let bytes = SmallFile.bytes(name, in: directory.descriptor) ?? []
        guard bytes.suffix(Self.endMark.count).elementsEqual(Self.endMark), !bytes.contains(0)
        else { return nil }
        return Array(bytes.dropLast(Self.endMark.count))
    }

    private func keep(_ name: String, _ bytes: [UInt8]?) {
        if let bytes, read(name) == bytes { return }
        if bytes != nil { try? Directories.make(path, mayBeLink: false) }
        guard let directory = try? OwnDirectory(path) else { return }
        let isKept = bytes.map { write($0, to: name, in: directory) } ?? false
        if !isKept { directory.remove(name) }
    }

    private func write(
        _ bytes: [UInt8], to name: String, in directory: borrowing OwnDirectory
    ) -> Bool {
        let copy = bytes + Self.endMark
        guard !bytes.isEmpty, copy.count <= SmallFile.maximumBytes,
            let file = try? directory.make(Self.incomplete)
        else { return false }
        let isWritten = OpenFile.write(copy.span, to: file)
        close(file)
        let here = directory.descriptor
        return unsafe isWritten && renameat(here, Self.incomplete, here, name) == 0
    }

    private func retain(_ names: Set<String>) {
        guard let directory = try? OwnDirectory(path) else { return }
        let isOld = { (name: String) in
            name.hasSuffix(FocusDirectory.ending) && !names.contains(name)
        }
        for name in directory.names(isOld) { directory.remove(name) }
    }
}
