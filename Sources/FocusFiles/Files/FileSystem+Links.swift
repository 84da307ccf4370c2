// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

extension FileSystem {
    /// A symbolic link: the name in its directory.
    struct Link: Hashable, Sendable {
        let directory: String
        let name: String
    }

    /// Maximum number of links to one path, as in the kernel.
    private static let maximumLinks = 40

    /// Returns the links that the kernel follows when it resolves an absolute path, in that order.
    /// A part of the path that does not exist is no link.
    static func links(to path: String) -> [Link] {
        var links: [Link] = []
        var rest = Array(path.split(separator: "/").reversed())
        var directory = ""
        while let name = rest.popLast() {
            if name == "." { continue }
            if name == ".." {
                if let slash = directory.lastIndex(of: "/") {
                    directory = String(directory[..<slash])
                }
                continue
            }
            let place = directory + "/" + name
            guard let target = target(of: place) else {
                directory = place
                continue
            }
            guard links.count < maximumLinks else { break }
            links.append(Link(directory: directory.isEmpty ? "/" : directory, name: String(name)))
            if target.hasPrefix("/") { directory = "" }
            rest += target.split(separator: "/").reversed()
        }
        return links
    }

    /// Returns the target of a symbolic link; nil for anything else.
    static func target(of path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(path, &buffer, buffer.count)
        guard count >= 0 else { return nil }
        return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns true for a symbolic link that leads to no file.
    static func isBrokenLink(_ path: String) -> Bool {
        var status = stat()
        guard isLink(path), unsafe stat(path, &status) != 0 else { return false }
        return errno == ENOENT || errno == ELOOP || errno == ENOTDIR
    }
}

extension FileProblem {
    /// Returns the problem of a symbolic link that leads to no file.
    static func brokenLink(_ path: String) -> FileProblem {
        let target = FileSystem.target(of: path) ?? ""
        return FileProblem(
            file: path,
            reason: "a link to “\(target)”, which does not exist; make that file, or remove the"
                + " link")
    }

    /// Returns the shell command that clears the place of a file: it removes a link to no file, or
    /// moves a directory away, since no editor opens either. Nil for anything else, and where the
    /// user may not do so.
    package static func clearing(_ path: String) -> String? {
        let above = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        guard unsafe access(above, W_OK) == 0 else { return nil }
        if FileSystem.isBrokenLink(path) { return "rm \(shellQuoted(path))" }
        // The problems of the directory of the files name that directory.
        let endings = [FocusDirectory.ending, ".conf", ".focus-filter"]
        guard FileSystem.isDirectory(path), endings.contains(where: path.hasSuffix) else {
            return nil
        }
        // Without -T, it would go into a directory of that name.
        return "mv -T \(shellQuoted(path)) \(shellQuoted(path + ".old"))"
    }
}
