// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop

/// Ends behind names of apps, where a command has no end: `silence Slack 1h`, `lockscreen hide Shop
/// tomorrow`. Without this refusal, the end would be taken as another app.
@LoopActor enum TrailingEnd {
    /// Throws if the last words are an end and no known app, with the command that was meant.
    ///
    /// - Parameters:
    ///   - reason: a clause which says that the command has no end.
    ///   - remedy: returns the sentence with the command for the quoted apps; nil for `mute`.
    static func refuse(
        _ words: [String], _ invocation: Invocation, _ reason: String,
        _ remedy: (String) -> String?
    ) throws(CommandFailure) {
        guard words.count > 1, !invocation.apps.isName(words.joined(separator: " ")),
            let (apps, option) = try end(words, invocation)
        else { return }
        let names = apps.map(shellQuoted).joined(separator: " ")
        let last = words.dropFirst(apps.count).joined(separator: " ")
        throw .usage(
            "“\(last.printable)” is no app, and \(reason)",
            (remedy(names) ?? "To mute until then: focus-switch mute \(names) \(option)")
                .printable)
    }

    /// Returns the names before the end, and the option for the end.
    private static func end(
        _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) -> (apps: [String], option: String)? {
        let isName = { (words: [String]) in invocation.apps.isName(words.joined(separator: " ")) }
        if let (apps, end) = try EndTime.trailing(words, now: invocation.now, unless: isName) {
            let option = EndTime.option(Array(words.dropFirst(apps.count)), end)
            // “Chat at 18:00”
            let hasLead = apps.count > 1 && EndTime.beginnings.contains(apps[apps.count - 1])
            return (hasLead ? apps.dropLast() : apps, option)
        }
        // A number alone lacks its unit.
        guard let last = words.last, last.isNumber, !isName([last]) else { return nil }
        return (words.dropLast(), "--for \(last)min")
    }
}

extension String {
    /// True for a text of digits alone.
    var isNumber: Bool { !isEmpty && allSatisfy { $0.isASCII && $0.isNumber } }
}
