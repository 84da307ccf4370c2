// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Glibc

/// The files with texts that `edit` refused, and that the user has not corrected yet.
@LoopActor struct EditDrafts {
    let editor: FocusEditor

    /// Directory in which `edit` makes its copies.
    nonisolated static func directory(_ environment: [String: String]) -> String {
        environment["TMPDIR"] ?? "/tmp"
    }

    /// Writes a text to a new draft. Returns its path.
    nonisolated static func make(
        _ text: [UInt8], _ environment: [String: String]
    ) throws(CommandFailure) -> String {
        let directory = directory(environment)
        var template = Array("\(directory)/focus-switch-XXXXXX.focus".utf8CString)
        let descriptor = unsafe mkstemps(&template, 6)
        guard descriptor >= 0 else {
            throw .refused(
                "no file can be made in \(directory.printable); set TMPDIR to a directory that you"
                    + " can write to")
        }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { close(descriptor) }
        guard OpenFile.write(text.span, to: descriptor) else {
            _ = unsafe unlink(path)
            throw .refused("\(path.printable) cannot be written; is the disk full?")
        }
        return path
    }

    /// Drafts that the user can read, in the order of their names.
    private var all: [String] {
        let directory = Self.directory(editor.invocation.environment)
        var found = unsafe glob_t()
        defer { unsafe globfree(&found) }
        // Also false if no file matches (GLOB_NOMATCH).
        guard unsafe glob("\(directory)/focus-switch-??????.focus", 0, nil, &found) == 0 else {
            return []
        }
        let paths = unsafe (0..<Int(found.gl_pathc)).compactMap { index in
            unsafe found.gl_pathv[index].map { unsafe String(cString: $0) }
        }
        return paths.filter { unsafe access($0, R_OK) == 0 }
    }

    /// Throws if the value of `--draft` is no file: users give the name of a Focus.
    ///
    /// - Parameter focus: the Focus that the command line names apart from the option.
    func check(_ path: String, for focus: String?) throws(CommandFailure) {
        guard unsafe access(path, F_OK) != 0 else { return }
        let meant = (try? editor.focus(named: focus ?? path))?.rawValue
        let name = shellQuoted(meant ?? focus ?? "FOCUS")
        let drafts = all.map { "focus-switch edit \(name) --draft \(shellQuoted($0))".printable }
        throw .refused(
            "--draft: there is no file “\(path.printable)”; the option names the file with a text"
                + " that “focus-switch edit” refused",
            details: (drafts.isEmpty
                ? ["There is no such text now."]
                : ["To go on with one:"] + drafts.map { "  \($0)" })
                + ["To edit the Focus: focus-switch edit \(name.printable)"])
    }
}
