// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import GLibLoop

/// Messages about Focus files with mistakes, which focusd refuses.
extension FocusEditor {
    /// The command that corrects a refused file. Printable.
    func remedy(_ id: FocusID) -> String {
        "To correct it: focus-switch edit \(shellQuoted(id.rawValue))".printable
    }

    /// Returns the failure to read or change a file, with the remedy for a file that has mistakes.
    ///
    /// A change that would make a correct file invalid has no remedy: the file has no mistakes.
    func failure(_ error: FocusFileError, _ id: FocusID) -> CommandFailure {
        let failure = Self.failure(error)
        if case .refused = error { return failure.adding([remedy(id)]) }
        return failure
    }

    /// Returns the failure for a word that names a refused file, with its mistakes. Nil for another
    /// word.
    func refusal(_ word: String) -> CommandFailure? {
        guard let id = refused(named: word) else { return nil }
        do throws(CommandFailure) {
            _ = try read(id)
            return nil
        } catch {
            return error
        }
    }

    /// Prints the mistakes of a Focus's file if focusd refuses the file and uses an earlier text.
    func warnIfRefused(_ id: FocusID) {
        guard catalog.refused.contains(id) else { return }
        do throws(FocusFileError) {
            _ = try directory.read(id)
        } catch {
            guard case .refused = error else { return }
            noteRefusal(
                Self.failure(error), id,
                "Until that is corrected, the version that focusd read before is in force.")
        }
    }

    /// Prints that a list leaves out the entries of refused files.
    func noteUnlisted(_ noun: String) {
        for id in catalog.refused {
            invocation.output.note(
                "the file of “\(id.rawValue.printable)” has mistakes, so its \(noun) are not"
                    + " listed")
            invocation.output.errorSentence(remedy(id))
        }
    }

    /// Prints the mistakes of a file, the version in force and the remedy.
    func noteRefusal(_ failure: CommandFailure, _ id: FocusID, _ consequence: String) {
        if let message = failure.message { invocation.output.note(message) }
        failure.details.forEach(invocation.output.errorDetail)
        invocation.output.errorSentence(consequence)
        invocation.output.errorSentence(remedy(id))
    }

    /// Returns the refused file with that id, or with a line that sets that name.
    func refused(named word: String) -> FocusID? {
        let folded = word.lowercased()
        return catalog.refused.first { isName(folded, ofRefused: $0) }
    }

    private func isName(_ folded: String, ofRefused id: FocusID) -> Bool {
        if id.rawValue.lowercased() == folded { return true }
        guard let bytes = try? FocusDirectory.contents(at: directory.path(of: id)) else {
            return false
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
            let parts = line.split(separator: "=", maxSplits: 1).map {
                String($0).trimmingBlanks.lowercased()
            }
            return parts == ["name", folded]
        }
    }
}
