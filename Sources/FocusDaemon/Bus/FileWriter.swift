// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Reads and changes the user's files, one call after the other.
actor FileWriter {
    static let executor = LoopExecutor(name: "user's files")

    let focuses = FocusDirectory(lockWait: Limits.editWait)
    let always = FocusDirectory(always: AlwaysFile(), lockWait: Limits.editWait)
    let configuration = ConfigurationFile()

    /// A thread of its own: a call to Swift's pool would leave a timer that wakes the process up
    /// once a second.
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe Self.executor.asUnownedSerialExecutor()
    }

    /// Runs a job. Returns its result and its processor time.
    func run<Result: Sendable>(
        _ job: @Sendable (isolated FileWriter) -> Result
    ) -> (Result, Duration) {
        let start = ProcessorTime.ofThread
        let result = job(self)
        return (result, ProcessorTime.ofThread - start)
    }

    /// Returns the directory with the file of a Focus, or with `always.focus`.
    private func directory(of id: FocusID) -> FocusDirectory { id == .always ? always : focuses }

    /// Reads `always.focus`.
    func readAlways() -> Result<AlwaysText, FocusFileError> {
        Result { () throws(FocusFileError) in
            let bytes = try always.bytes(of: .always)
            var text = AlwaysText(
                path: always.path(of: .always), revision: FileRevision(bytes),
                isPresent: bytes != nil)
            do throws(FocusFileError) {
                text.file = try always.read(.always)
            } catch {
                guard case .refused(let problems) = error else { throw error }
                text.problems = problems.problems
            }
            return text
        }
    }

    /// Changes a Focus's file. Returns the revision of the new text.
    func change(
        _ edit: FocusEditRequest, _ names: FocusCatalog
    ) -> Result<FileRevision, FocusFileError> {
        Result { () throws(FocusFileError) in
            let revision = edit.revision.isEmpty ? nil : FileRevision(edit.revision)
            // A refused file cannot be parsed for a change, but its text can be replaced.
            if edit.changes.count == 1, case .contents(let text)? = edit.changes.first {
                return try replace(edit.focus, revision, text, names)
            }
            let file = try directory(of: edit.focus).edit(edit.focus, from: revision) {
                file throws(FocusFileError) in
                try file.apply(edit.changes)
                try names.checkName(of: file.focus)
            }
            return FileRevision(Array(file.contents.utf8))
        }
    }

    private func replace(
        _ id: FocusID, _ revision: FileRevision?, _ text: String, _ names: FocusCatalog
    ) throws(FocusFileError) -> FileRevision {
        let directory = directory(of: id)
        let before = try directory.bytes(of: id)
        // Built in, or the administrator's: the text becomes a file of the user.
        if before == nil { _ = try directory.read(id) }
        if let revision, revision != FileRevision(before) { throw .changedMeanwhile(id) }
        let new = Array(text.utf8)
        try names.checkName(of: try directory.parse(id, new).focus)
        guard try directory.replace(id, from: before ?? [], with: new) != nil else {
            throw .changedMeanwhile(id)
        }
        return FileRevision(new)
    }

    /// Returns the reason why ``change(_:)`` would refuse the changes; nil if it would not.
    func check(_ edit: FocusEditRequest, _ names: FocusCatalog) -> FocusFileError? {
        do throws(FocusFileError) {
            let directory = directory(of: edit.focus)
            try directory.refuseLocked(edit.focus)
            if case .contents(let text)? = edit.changes.first, edit.changes.count == 1 {
                let file = try directory.parse(edit.focus, Array(text.utf8))
                try names.checkName(of: file.focus)
                return nil
            }
            var file = try directory.read(edit.focus)
            try file.apply(edit.changes)
            try names.checkName(of: file.focus)
            return nil
        } catch {
            return error
        }
    }

    /// Creates a Focus's file with changes of its first text.
    func create(
        _ id: FocusID, _ request: NewFocusRequest, _ template: FocusTemplate?,
        _ names: FocusCatalog
    ) -> Result<FileRevision, FocusFileError> {
        Result { () throws(FocusFileError) in
            let file = try focuses.create(id, name: request.name, template: template) {
                file throws(FocusFileError) in
                try file.apply(request.changes)
                try names.checkName(of: file.focus)
                try names.checkNew(id)
            }
            return FileRevision(Array(file.contents.utf8))
        }
    }

    /// Removes a Focus's file.
    func delete(_ id: FocusID, _ revision: String) -> FocusFileError? {
        do throws(FocusFileError) {
            try directory(of: id).delete(id, from: revision.isEmpty ? nil : FileRevision(revision))
            return nil
        } catch {
            return error
        }
    }

    /// Reads `focusd.conf`.
    func readConfiguration() -> Result<ConfigurationEntries, FocusFileError> {
        Result { () throws(FocusFileError) in try configuration.entries() }
    }

    /// Changes `focusd.conf`. Returns the revision of the new text.
    func change(
        _ changes: [ConfigurationChange], _ revision: String
    ) -> Result<FileRevision, FocusFileError> {
        Result { () throws(FocusFileError) in
            try configuration.change(
                changes, from: revision.isEmpty ? nil : FileRevision(revision),
                patience: Limits.editWait)
        }
    }
}
