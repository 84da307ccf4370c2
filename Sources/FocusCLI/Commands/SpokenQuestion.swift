// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// A question behind `why` in place of an id: `why was this silenced`, `why was Slack silenced`.
@LoopActor enum SpokenQuestion {
    /// The step for `why` alone, about the newest notification that was silenced; none without one.
    static func stepsAlone(_ invocation: Invocation) -> [String] {
        guard let (subject, target) = (try? target([], true, invocation)) ?? nil else { return [] }
        return ["For \(subject): focus-switch explain \(target)"]
    }

    /// Throws for such words, with the command for what they name.
    static func refuse(
        _ values: OptionValues, _ invocation: Invocation
    ) throws(CommandFailure) {
        // The other options describe a notification, and may have several words.
        let options = invocation.words.filter { $0.hasPrefix("--") }
        let areOwn = options.allSatisfy { option in
            ["--json", "--no-focus", "--focus"].contains { option.hasPrefix($0) }
        }
        let words = values.arguments
        func isFiller(_ word: String) -> Bool {
            let folded = word.lowercased().filter { $0 != "?" }
            return folded.means(.unseen, .aroundWhy)
                || folded.means(.little)
        }
        let hasFiller = words.contains(where: isFiller)
        guard areOwn, hasFiller || words.count > 1 else { return }
        let names = words.filter { !isFiller($0) || invocation.apps.isName($0) }
        let isName = words.count > 1 && invocation.apps.isName(words.joined(separator: " "))
        guard names.count < words.count || isName else { return }
        let isSilenced = words.contains { word in
            word.filter { $0 != "?" }.means(.unseen)
        }
        var step = "For help: focus-switch explain --help"
        let isOfFocus = values.string("focus") != nil || values.flag("no-focus")
        if let (subject, target) = try target(names, isSilenced, invocation),
            // An entry has a Focus of its own.
            !isOfFocus || target.hasPrefix("--")
        {
            let focus = values.string("focus").map { " --focus \(shellQuoted($0))" } ?? ""
            let none = values.flag("no-focus") ? " --no-focus" : ""
            let json = values.flag("json") ? " --json" : ""
            step = "For \(subject): focus-switch explain \(target)\(focus)\(none)\(json)"
        }
        throw .usage(
            "“\(words.joined(separator: " ").printable)” is not the id of a notification", step)
    }

    /// Returns a noun, and the id or the option, for what the names mean; nil for unknown names.
    private static func target(
        _ names: [String], _ isSilenced: Bool, _ invocation: Invocation
    ) throws(CommandFailure) -> (subject: String, target: String)? {
        let name = names.joined(separator: " ")
        if names.isEmpty {
            var query = HistoryQuery(limit: 1)
            if isSilenced { query.verdict = .silence }
            let entries = (try? invocation.askIfRunning(.entries(query))) ?? nil
            return entries?.first.map { entry in
                let sender = invocation.sender(of: entry)
                return ("the newest one, of \(sender)", String(entry.record.id.rawValue))
            }
        }
        if UInt32(name) != nil { return ("that notification", name) }
        if invocation.apps.isName(name) { return ("that app", "--app \(shellQuoted(name))") }
        guard try invocation.apps.isUnknown(name),
            let person = KnownPeople(FocusEditor(invocation)).person(named: name)
        else { return nil }
        return ("that person", "--person \(shellQuoted(person))")
    }
}
