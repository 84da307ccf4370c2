// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

/// Copies files into one directory, one after the other, away from the loop: a file may lie on a
/// disk that sleeps, or on a network that hangs.
///
/// What is copied is a regular file of at most ``Limits/pictureBytes``. A link as the last part of
/// its path is not followed, and nothing waits for a pipe's other end. Nor is the directory used
/// when it is a link: what lies in the folder behind it is the user's.
actor PictureFolder {
    private let path: String

    init(path: String) {
        self.path = path
    }

    /// Copies a file; answers how long it is, nil where it was not copied.
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

    /// Copies until the end; nil where that fails, or the file has grown past the limit.
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
            guard total <= Limits.pictureBytes, write(buffer[..<count], to: output) else {
                return nil
            }
        }
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to output: Int32) -> Bool {
        var bytes = bytes
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(output, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    /// Removes copies.
    func remove(_ names: [String]) {
        guard let directory = try? OwnDirectory(path) else { return }
        for name in names { directory.remove(name) }
    }

    /// The copies in a directory; files with other names are none.
    /// - Throws: when what has the directory's name cannot be used.
    static func list(_ path: String) throws(SystemError) -> [Pictures.Copy] {
        if unsafe access(path, F_OK) != 0, errno == ENOENT { return [] }
        let directory = try OwnDirectory(path)
        return directory.names { Pictures.parse($0) != nil }.compactMap { name in
            directory.size(of: name).map { Pictures.Copy(name: name, bytes: $0) }
        }
    }
}
