// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop
import Presentation

/// Focuses as files that one person gives to another.
extension Controller {
    /// Writes a file that the user has chosen.
    func write(_ text: String, _ path: String, done: String) {
        Task {
            // A slow disk must not hold up the window.
            let reason = await BlockingCall.run(within: .seconds(60)) {
                Self.write(text, to: path)
            }
            let failure = reason ?? tr("the disk does not answer")
            handle(.said(failure.map { tr("Not exported: \($0)") } ?? done))
        }
    }

    /// Creates a Focus from a file that the user has chosen. No Focus is replaced.
    func importFocus(_ path: String) {
        Task {
            // The file may be on a network that hangs.
            let contents = await BlockingCall.run(within: .seconds(60)) {
                () -> Result<[UInt8], FileProblem> in
                do throws(FileProblem) {
                    return .success(try FocusDirectory.contents(at: path))
                } catch {
                    return .failure(error)
                }
            }
            switch contents {
            case .success(let bytes): create(from: bytes, path)
            case .failure(let problem): handle(.importRefused(problem.reason))
            case nil: handle(.importRefused(tr("the disk does not answer")))
            }
        }
    }

    private func create(from bytes: [UInt8], _ path: String) {
        do throws(FocusFileError) {
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            let file = try directory.importFocus(bytes, fileName: name)
            readFiles()
            handle(
                .written(
                    UndoStep(
                        focus: file.id, title: tr("\(file.focus.name) imported"), before: nil,
                        after: Array(file.contents.utf8)), opens: file.id))
        } catch {
            if case .refused(let problems) = error, let problem = problems.problems.first {
                let line = problem.line.map { tr("Line \($0): ") } ?? ""
                return handle(.importRefused(line + problem.reason))
            }
            handle(.importRefused(error.sentence))
            probe(after: error, .doNotDisturb)
        }
    }
}
