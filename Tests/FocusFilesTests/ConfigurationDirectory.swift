// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Foundation
import TestSupport

/// A user's configuration directory for one test, removed with its content.
final class ConfigurationDirectory: Sendable {
    let path: String

    init() throws {
        path = try makeTemporaryDirectory("files")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var focuses: FocusDirectory { FocusDirectory(path: path + "/focuses") }

    var configuration: ConfigurationFile { ConfigurationFile(directory: path) }

    /// Creates the directory of the Focus files.
    func makeFocuses() throws {
        try FileManager.default.createDirectory(
            atPath: focuses.path, withIntermediateDirectories: true)
    }

    /// Writes a file in place: the file exists with half of its text before it is complete.
    func write(_ text: String, to name: String) throws {
        let path = path + "/" + name
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: url(name)) }
        let handle = try FileHandle(forWritingTo: url(name))
        try handle.truncate(atOffset: 0)
        let bytes = Data(text.utf8)
        try handle.write(contentsOf: bytes.prefix(bytes.count / 2))
        try handle.write(contentsOf: bytes.dropFirst(bytes.count / 2))
        try handle.close()
    }

    /// Replaces a file as editors do: writes a new file and renames it over the old one.
    func replace(_ name: String, with text: String) throws {
        try Data(text.utf8).write(to: url(name + ".new"))
        let from = path + "/" + name + ".new"
        guard unsafe Foundation.rename(from, path + "/" + name) == 0 else { throw POSIXError(.EIO) }
    }

    func rename(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(at: url(name), to: url(other))
    }

    /// Creates a symbolic link.
    func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: path + "/" + name, withDestinationPath: destination)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(at: url(name))
    }

    func read(_ name: String) throws -> String {
        try String(contentsOf: url(name), encoding: .utf8)
    }

    /// Returns the names of all files in the directory of the Focus files, including hidden files.
    func focusFileNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: focuses.path).sorted()
    }

    private func url(_ name: String) -> URL { URL(fileURLWithPath: path + "/" + name) }
}
