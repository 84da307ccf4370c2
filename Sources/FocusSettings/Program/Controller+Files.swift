// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import GLibLoop
import Presentation

/// The user's Focus files: the watch of them, and the changes that the user makes here.
extension Controller {
    // MARK: Changes from outside

    /// Watches the Focus files: shows their present content, and each later change.
    func watchFiles() {
        // Without a watch, the window shows the files as they are now.
        watch = try? directory.watch(texts: .kept()) { [weak self] catalog in
            guard let self else { return }
            handle(.files(catalog, elsewhere: !isReadingOwn))
        }
        handle(.files(watch?.catalog ?? directory.load(texts: .kept())))
    }

    /// Reads the files that the window has changed now.
    func readFiles() {
        // The watch reports the changes before it returns.
        isReadingOwn = true
        let catalog = watch?.reload() ?? directory.load(texts: .kept())
        isReadingOwn = false
        handle(.files(catalog))
    }

    // MARK: Changes of the user

    /// Returns the directory with the file of a Focus, or with `always.focus`.
    func directory(of id: FocusID) -> FocusDirectory { id == .always ? always : directory }

    func edit(_ id: FocusID, _ edit: FocusEdit, _ text: String) {
        let directory = directory(of: id)
        let hadFile = id == .always || state.hasOwnFile(id, in: directory)
        var before: [UInt8] = []
        do throws(FocusFileError) {
            let file = try directory.edit(id) { file throws(FocusFileError) in
                before = Array(file.contents.utf8)
                try edit.apply(to: &file, text, ids: state.ids)
            }
            let after = Array(file.contents.utf8)
            if id == .always { ownAlways = after }
            readFiles()
            guard before != after else { return }
            // `always.focus` is the name that decisions use for it. Users do not see this title.
            let name = id == .always ? "always.focus" : file.focus.name
            let title = edit.title(text, name: state.name, focus: name, changed: file.focus)
            // An empty `always.focus` counts as none.
            let isNew = !hadFile || before.isEmpty
            handle(
                .written(
                    UndoStep(focus: id, title: title, before: isNew ? nil : before, after: after),
                    opens: nil))
        } catch {
            handle(.refused(edit, error.sentence, text: text))
            probe(after: error, id)
        }
    }

    func create(_ id: FocusID, _ name: String?) {
        do throws(FocusFileError) {
            let file = try directory.create(
                id, name: name ?? FocusTemplate.named(id)?.shownName)
            readFiles()
            handle(
                .written(
                    UndoStep(
                        focus: id, title: tr("\(file.focus.name) created"), before: nil,
                        after: Array(file.contents.utf8)), opens: id))
        } catch {
            handle(.refused(nil, error.sentence, text: name ?? ""))
            probe(after: error, id)
        }
    }

    func delete(_ id: FocusID) {
        do throws(FocusFileError) {
            let name = try directory.read(id).focus.name
            // The text that Undo writes again must be the one that is removed.
            let before = try directory.bytes(of: id)
            try directory.delete(id, from: FileRevision(before))
            reloadFocusd()
            readFiles()
            handle(
                .written(
                    UndoStep(
                        focus: id, title: tr("\(name) deleted"), before: before, after: nil),
                    opens: nil))
        } catch .changedMeanwhile {
            readFiles()
            handle(.said(tr("Not done: the file has changed elsewhere since")))
        } catch {
            handle(.refused(nil, error.sentence, text: ""))
            probe(after: error, id)
        }
    }

    private func isOnDisk(_ id: FocusID, in directory: FocusDirectory) -> Bool {
        // A file that cannot be read is there.
        do { return try directory.bytes(of: id) != nil } catch { return true }
    }

    /// Has focusd read the files now: by itself it waits before a missing or empty file counts as
    /// deleted.
    func reloadFocusd() {
        guard let client, client.isRunning else { return }
        Task { _ = try? await client.send(.reload.within(Self.patience)) }
    }

    /// Takes a change back, unless the file has changed since.
    func undo(_ step: UndoStep) {
        if step.isConfiguration { return undoConfiguration(step) }
        let directory = directory(of: step.focus)
        do throws(FocusFileError) {
            let isDone: Bool
            if step.isRefused {
                let revision = FileRevision(step.after)
                try directory.restore(step.focus, from: revision, to: step.before)
                isDone = true
            } else if let before = step.before {
                if step.after != nil, !isOnDisk(step.focus, in: directory) {
                    // A file that was deleted elsewhere stays deleted.
                    isDone = false
                } else {
                    let expected = step.after ?? before
                    isDone = try directory.replace(step.focus, from: expected, with: before) != nil
                }
            } else {
                try directory.delete(step.focus, from: FileRevision(step.after))
                isDone = true
            }
            if isDone, step.focus == .always { ownAlways = step.before ?? [] }
            // The text from before may be empty, or no file at all.
            if isDone { reloadFocusd() }
            readFiles()
            if step.isRefused { readConfiguration() }
            handle(
                .said(
                    isDone
                        ? tr("Undone: \(step.title)")
                        : tr("Not undone: the file has changed elsewhere since")))
        } catch .changedMeanwhile {
            handle(.said(tr("Not undone: the file has changed elsewhere since")))
        } catch {
            handle(.refused(nil, error.sentence, text: ""))
        }
    }
}

extension SettingsState {
    /// Returns true if the Focus has a file of the user, not only one of the administrator.
    func hasOwnFile(_ id: FocusID, in directory: FocusDirectory) -> Bool {
        files[id]?.path == directory.path(of: id)
    }
}

extension FocusFileError {
    /// The reason as a sentence beside a control.
    var sentence: String {
        let text: String
        if case .refused(let problems) = self, let first = problems.problems.first {
            text = first.reason
        } else {
            text = description
        }
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
