// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Words without an option that name no apps.
extension ListEdit {
    /// Throws the failure that other words would have for a Focus. Prints nothing.
    ///
    /// - Parameter options: the typed options with members, each behind a blank.
    @LoopActor func refuse(
        _ words: [String], _ editor: FocusEditor, in file: FocusFile, _ options: String
    ) throws(CommandFailure) {
        var copy = self
        copy.plainWords = try ListWords.joined(words, editor.invocation.apps)
        let kept = "\(options) --focus \(shellQuoted(file.id.rawValue))".dropFirst()
        try copy.refuseWords(words, editor, in: file, String(kept)).refuse(copy.plainWords)
    }

    /// Removes each “and” between known apps. Throws for words that say more than names, for
    /// people, and for other words that name no apps, with the commands that were meant.
    ///
    /// - Parameters:
    ///   - typed: the words before they were split at commas.
    ///   - kept: the typed options with further members, and the option that names the Focus.
    /// - Returns: the check of the names that are left.
    @LoopActor mutating func refuseWords(
        _ typed: [String], _ editor: FocusEditor, in file: FocusFile, _ kept: String
    ) throws(CommandFailure) -> UnknownApps {
        let focus = "--focus \(shellQuoted(file.id.rawValue))"
        try SpokenList(
            words: SpokenList.withoutBut(typed), editor: editor, file: file, mode: mode,
            manner: manner,
            command: command, kept: kept, focus: focus
        ).refuse()
        try refusePeople(editor, typed, kept, in: file.focus)
        let unknown = UnknownApps(
            editor: editor, settings: file.focus, command: command, kept: kept, focus: focus)
        plainWords = try unknown.withoutStrays(plainWords, typed: typed)
        return unknown
    }
}
