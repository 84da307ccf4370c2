// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop
import Glibc
import Presentation

/// `always.focus` and `focusd.conf`: changes from outside and of the user; files that cannot be
/// written or were refused.
extension Controller {
    /// Watches both files: shows their present content, and each later change.
    func watchConfiguration() {
        // Without a watch, the window shows the files as they are now.
        configurationWatch = try? configurationFile.watch { [weak self] _ in
            self?.readConfiguration(isWatched: true)
        }
        readConfiguration()
    }

    /// Reads `always.focus` and `focusd.conf`.
    ///
    /// - Parameter isWatched: True after a change of a file, by this window or by another program.
    func readConfiguration(isWatched: Bool = false) {
        do throws(FocusFileError) {
            let file = try always.read(.always)
            let isOwn = Array(file.contents.utf8) == ownAlways
            handle(.always(file, [], elsewhere: isWatched && !isOwn))
        } catch {
            handle(.always(nil, error.problems))
        }
        do throws(FocusFileError) {
            handle(.configuration(try configurationFile.read(), []))
        } catch {
            let defaults = state.configuration == nil ? configurationFile.withoutFile : nil
            handle(.configuration(defaults, error.problems))
        }
    }

    func configure(_ edit: ConfigurationEdit, _ text: String) {
        do throws(FocusFileError) {
            let (before, after) = try configurationFile.edit { file throws(FocusFileError) in
                try edit.apply(to: &file, text, ids: state.ids)
            }
            readConfiguration()
            let bytes = Array(after.contents.utf8)
            guard before ?? [] != bytes else { return }
            let title = edit.title(text, name: state.name)
            handle(
                .written(
                    UndoStep(
                        focus: .always, title: title, before: before, after: bytes,
                        isConfiguration: true), opens: nil))
        } catch {
            handle(.configurationRefused(edit, error.sentence, text: text))
            if case .system = error { handle(.blocked(configurationFile.writingProblem)) }
        }
    }

    func undoConfiguration(_ step: UndoStep) {
        do throws(FocusFileError) {
            let isDone =
                step.isRefused
                ? try configurationFile.restore(from: step.after ?? [], to: step.before ?? [])
                : try configurationFile.replace(from: step.after ?? [], with: step.before)
            // The text from before may be empty, or no file at all.
            if isDone { reloadFocusd() }
            readConfiguration()
            handle(
                .said(
                    isDone
                        ? tr("Undone: \(step.title)")
                        : tr("Not undone: the file has changed elsewhere since")))
        } catch {
            handle(.said(error.sentence))
        }
    }

    // MARK: Files that cannot be written

    /// Finds out if a failure was that of a disk or folder, which concerns all changes.
    func probe(after error: FocusFileError, _ id: FocusID) {
        guard case .system = error else { return }
        handle(.blocked(directory(of: id).writingProblem(of: id)))
    }

    /// Looks whether the file that could not be written can be written now.
    func probe() {
        let id = state.place.focus ?? .doNotDisturb
        let problem = directory(of: id).writingProblem(of: id) ?? configurationFile.writingProblem
        handle(.blocked(problem))
        if problem == nil { readFiles() }
    }

    /// Writes the version in force over a file that was refused.
    func restore(_ id: FocusID) {
        guard let good = state.files[id] else { return }
        let directory = directory(of: id)
        do throws(FocusFileError) {
            let refused: [UInt8]
            do throws(FileProblem) {
                refused = try FocusDirectory.contents(at: directory.path(of: id))
            } catch {
                throw .system(error)
            }
            let after = Array(good.contents.utf8)
            guard try directory.replace(id, from: refused, with: after) != nil else {
                return handle(.said(tr("Not done: the file has changed elsewhere since")))
            }
            if id == .always { ownAlways = after }
            readFiles()
            readConfiguration()
            handle(
                .written(
                    UndoStep(
                        focus: id, title: tr("The version in force is the file again"),
                        before: refused, after: after, isRefused: true), opens: nil))
        } catch {
            handle(.refused(nil, error.sentence, text: ""))
            probe(after: error, id)
        }
    }

    /// Writes the version of `focusd.conf` in force over a refused one.
    func restoreConfiguration() {
        guard let good = state.configuration else { return }
        do throws(FocusFileError) {
            let refused = try configurationFile.contents()
            let after = Array(good.contents.utf8)
            guard try configurationFile.replace(from: refused, with: after) else {
                return handle(.said(tr("Not done: the file has changed elsewhere since")))
            }
            readConfiguration()
            handle(
                .written(
                    UndoStep(
                        focus: .always, title: tr("The version in force is the file again"),
                        before: refused, after: after, isConfiguration: true, isRefused: true),
                    opens: nil))
        } catch {
            handle(.said(error.sentence))
            if case .system = error { handle(.blocked(configurationFile.writingProblem)) }
        }
    }
}

extension FocusFileError {
    /// The problems of the file.
    var problems: [FileProblem] {
        switch self {
        case .refused(let problems): problems.problems
        case .system(let problem): [problem]
        default: []
        }
    }
}
