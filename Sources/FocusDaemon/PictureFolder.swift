// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

/// Copies files into one directory, one after the other, away from the loop: a file may lie on a
/// disk that sleeps, or on a network that hangs.
///
/// What is copied is a regular file of at most ``Limits/pictureBytes``. A link as the last part of
/// its path is not followed, and nothing waits for a pipe's other end.
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
        let target = "\(path)/\(name)"
        guard let output = create(target) else { return nil }
        defer { close(output) }
        guard let bytes = Self.copy(from: input, to: output) else {
            _ = unsafe unlink(target)
            return nil
        }
        return bytes
    }

    private func create(_ target: String) -> Int32? {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
        var output = unsafe open(target, flags, 0o600)
        if output < 0, errno == ENOENT, unsafe mkdir(path, 0o700) == 0 {
            output = unsafe open(target, flags, 0o600)
        }
        return output < 0 ? nil : output
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
        for name in names { _ = unsafe unlink("\(path)/\(name)") }
    }

    /// What lies in a directory.
    static func list(_ path: String) -> [Pictures.Copy] {
        guard let stream = unsafe opendir(path) else { return [] }
        defer { _ = unsafe closedir(stream) }
        var copies: [Pictures.Copy] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { characters in
                    unsafe String(cString: characters)
                }
            }
            var status = stat()
            guard unsafe fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            copies.append(Pictures.Copy(name: name, bytes: Int(status.st_size)))
        }
        return copies
    }
}
