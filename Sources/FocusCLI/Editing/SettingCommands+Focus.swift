// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// A Focus among the words of `set`, and names without quotes.
extension SettingCommands {
    /// Turns a Focus on or off for `set work on`. Returns false for other words.
    ///
    /// - Throws: A failure for a Focus alone.
    @LoopActor static func turns(
        _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) -> Bool {
        guard words.count == 1 else {
            return try FocusWords(words, invocation).performOrRefuseOrder()
        }
        guard invocation.isFocus(words) else { return false }
        throw .usage(
            "“\(words[0].printable)” is a Focus, and “set” changes a setting of one",
            "To turn it on: focus-switch on \(shellQuoted(words[0]))")
    }

    /// Throws if a Focus follows the value of a setting that takes one value, or stands before it.
    @LoopActor static func refuseFocus(
        _ key: Setting, _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) {
        guard words.count > 1, key != .deliver, key != .timeSensitiveExcept else { return }
        let editor = FocusEditor(invocation)
        // “off in work”, “work red”; but “Work Day” is a name.
        let places = [words.count - 1] + (key != .name && editor.isNamed(words[0]) ? [0] : [])
        for place in places {
            guard let focus = try? editor.focus(named: words[place]) else { continue }
            let others = place > 0 ? words.dropLast() : words.dropFirst()
            let value = others.reversed().drop { $0.means(.lead) }.reversed()
            throw misplaced(words[place], focus, key, Array(value))
        }
    }

    /// Returns the failure for a Focus in place of a setting or behind its value, with a command
    /// that does not fail.
    static func misplaced(
        _ word: String, _ focus: FocusID, _ setting: Setting, _ value: [String]
    ) -> CommandFailure {
        var words = setting.meant(value) ?? value
        var details: [String] = []
        do throws(CommandFailure) {
            _ = try setting.change(to: words)
        } catch {
            words = ["VALUE"]
            details = [error.message].compactMap(\.self)
        }
        words = ["set", setting.rawValue] + words + ["--focus", focus.rawValue]
        let command = words.map(shellQuoted).joined(separator: " ").printable
        return .usage(
            "“\(word.printable)” is a Focus; did you mean: focus-switch \(command)",
            details: details)
    }

    /// The maximum number of words of a name that a step puts in quotes.
    private static let maximumWords = 4

    /// Throws for a name of several words, with the step in which it has quotes.
    ///
    /// - Parameter step: returns the line for the name.
    static func refuseBlanks(
        _ words: [String], _ what: String, _ step: (String) -> String
    ) throws(CommandFailure) {
        guard (2...maximumWords).contains(words.count) else { return }
        throw .usage(
            "unexpected “\(words[1].printable)”: expected \(what) (quote names with blanks)",
            step(words.joined(separator: " ")))
    }

    /// Throws for `rename work Day Job`, with the name in quotes.
    @LoopActor static func refuseBlanks(
        in words: [String], _ editor: FocusEditor
    ) throws(CommandFailure) {
        let count = words.indices.dropFirst().last { count in
            editor.isNamed(words[..<count].joined(separator: " "))
        }
        guard words.count > 2, let count, words.count - count <= maximumWords else { return }
        let names = [words[..<count], words[count...]].map { $0.joined(separator: " ") }
        throw .usage(
            "unexpected “\(words[2].printable)”: expected a Focus and its new name (quote names with"
                + " blanks)",
            "To rename it: focus-switch rename \(names.map(shellQuoted).joined(separator: " "))")
    }
}
