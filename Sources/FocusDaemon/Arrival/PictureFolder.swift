// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Glibc

/// Copies files into one directory. Its functions may block, so ``PictureCopies`` calls them
/// outside the loop.
///
/// Only regular files of at most ``Limits/pictureBytes`` are copied. The last part of a source path
/// may not be a link, and opening a pipe does not wait for its other end. The directory may not be
/// a link either: the files behind a link are the user's.
struct PictureFolder: Sendable {
    let path: String

    /// Copies a file. Returns the length in bytes, or nil if the file was not copied.
    func copy(_ source: String, as name: String) -> Int? {
        let input = unsafe open(
            source, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC)
        guard input >= 0 else { return nil }
        defer { close(input) }
        var status = stat()
        guard unsafe fstat(input, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            (1...Limits.pictureBytes).contains(Int(status.st_size))
        else { return nil }
        _ = unsafe mkdir(path, 0o700)
        guard let directory = try? OwnDirectory(path) else { return nil }
        guard let output = try? directory.make(name) else { return nil }
        defer { close(output) }
        guard let bytes = Self.copy(from: input, to: output) else {
            directory.remove(name)
            return nil
        }
        return bytes
    }

    /// Copies to the end of the file. Returns nil if copying fails or the file exceeds the limit.
    private static func copy(from input: Int32, to output: Int32) -> Int? {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var total = 0
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe read(input, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return total }
            total += count
            guard total <= Limits.pictureBytes,
                OpenFile.write(buffer.span.extracting(..<count), to: output)
            else { return nil }
        }
    }

    /// Removes copies by name.
    func remove(_ names: [String]) {
        guard let directory = try? OwnDirectory(path) else { return }
        for name in names { directory.remove(name) }
    }

    /// Returns the copies in a directory. Ignores files with other names.
    /// - Throws: an error if the directory cannot be used.
    static func list(_ path: String) throws(SystemError) -> [KeptPictureFiles.Copy] {
        if unsafe access(path, F_OK) != 0, errno == ENOENT { return [] }
        let directory = try OwnDirectory(path)
        return directory.names { KeptPictureFiles.parse($0) != nil }.compactMap { name in
            directory.size(of: name).map { KeptPictureFiles.Copy(name: name, bytes: $0) }
        }
    }
}
