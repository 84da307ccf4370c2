// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Lists as users type them: blanks, commas and semicolons all separate the members.
enum ListWords {
    /// Those of ``OtherUse/everythingWords`` that mean the opposite.
    private static let nothing: Set = ["none", "nobody"]

    /// Returns true for a word that stands for no app, in any letter case.
    static func isNothing(_ word: String) -> Bool { nothing.contains(word.lowercased()) }

    /// Throws if a word stands for all apps, or for none, and no app has that name.
    ///
    /// - Parameter steps: the commands for all of them.
    @LoopActor static func refuseAll(
        _ words: [String], _ directory: AppDirectory, _ steps: [String]
    ) throws(CommandFailure) {
        for word in words where OtherUse.everythingWords.contains(word.lowercased()) {
            guard try directory.isUnknown(word) else { continue }
            throw .refused(
                "there is no app “\(word.printable)”",
                details: isNothing(word) ? [] : steps)
        }
    }

    /// Returns the steps for all apps and people together, for all apps and for all people. With a
    /// list of allowed apps or people, one of the last two alone does not reach everyone.
    ///
    /// - Parameters:
    ///   - kept: the typed options with further members, and the option that names the Focus.
    ///   - focus: the option that names the Focus.
    ///   - words: the typed words; a noun such as “apps” leads to the step for these alone.
    static func stepsForAll(
        _ mode: ListPolicy<AppID>.Mode, _ kept: String, _ focus: String, for words: [String] = []
    ) -> [String] {
        func step(_ lead: String, _ all: String, _ options: String) -> String {
            "For all \(lead): focus-switch \(mode.rawValue) \(all)"
                + (options.isEmpty ? "" : " \(options)")
        }
        // The option excludes names of the same kind.
        let apps = step("apps", "--all-apps", kept.contains("--app ") ? focus : kept)
        let people = step("people", "--all-people", kept.contains("--person ") ? focus : kept)
        let folded = Set(words.map { $0.lowercased() })
        let areApps = !folded.isDisjoint(with: ["app", "apps"])
        let arePeople = !folded.isDisjoint(with: ["people", "person"])
        if areApps != arePeople { return [areApps ? apps : people] }
        let hasMembers = ["--app ", "--person ", "--all-"].contains { kept.contains($0) }
        let both = step("apps and people", "--all-apps --all-people", kept)
        return (hasMembers ? [] : [both]) + [apps, people]
    }

    /// Returns the members of the list.
    static func split(_ words: [String]) -> [String] {
        words.flatMap { $0.split { ",; ".contains($0) }.map(String.init) }
    }

    /// Returns the members of a list whose members are not split at blanks.
    static func splitAtCommas(_ words: [String]) -> [String] {
        words.flatMap { $0.contains(where: isComma) ? parts(of: $0) : [$0] }
    }

    /// Returns the words that name apps. The name of a known app may contain blanks and commas. In
    /// any other word, blanks belong to a name, and commas separate names.
    @LoopActor static func apps(
        _ words: [String], _ directory: AppDirectory
    ) throws(CommandFailure) -> [String] {
        var apps: [String] = []
        for word in words {
            let isOne = !word.contains(where: isComma)
            let known = isOne ? nil : try directory.find(word)
            apps += isOne || known != nil ? [word] : parts(of: word)
        }
        return apps
    }

    /// Returns the words that name apps, with words joined that together name a known app:
    /// `Files Firefox ESR` are two apps.
    ///
    /// - Parameter isKnown: true for other names with blanks.
    @LoopActor static func joined(
        _ words: [String], _ directory: AppDirectory, or isKnown: (String) -> Bool = { _ in false }
    ) throws(CommandFailure) -> [String] {
        func isApp(_ name: String, isExact: Bool) -> Bool {
            if isKnown(name) { return true }
            return switch directory.resolver.resolve(name, isExact: isExact) {
            case .unknown: false
            case .app, .several: true
            }
        }
        var apps: [String] = []
        var rest = words[...]
        while let word = rest.first {
            let count = (2..<max(2, rest.count + 1)).last { count in
                // The beginning of a name is enough for all words together, as for one word.
                isApp(
                    rest.prefix(count).joined(separator: " "), isExact: count < words.count)
            }
            if let count {
                apps.append(rest.prefix(count).joined(separator: " "))
                rest = rest.dropFirst(count)
            } else {
                apps += isKnown(word) ? [word] : try self.apps([word], directory)
                rest = rest.dropFirst()
            }
        }
        return apps
    }

    /// Returns the apps that typed words name, without the little words: those that a printed step
    /// may repeat. Returns nil if one of them may be no app, or if a word excludes something: the
    /// step would do something else than the user meant. A single word is taken for an app.
    @LoopActor static func certain(
        _ words: [String], _ directory: AppDirectory
    ) throws(CommandFailure) -> [String]? {
        guard !ListWords.excludes(words, directory) else { return nil }
        // Commas separate apps, as an “and” does.
        let areApart = words.contains { $0.contains(where: isComma) }
        var apps: [String] = []
        let parts = words.split { word in
            word.means(.and) && !directory.isName(word)
        }
        for part in parts {
            let names = try joined(Array(part), directory)
                .filter { !$0.means(.little) || directory.isName($0) }
            var areKnown = true
            for name in names where try directory.isUnknown(name) { areKnown = false }
            guard areKnown || areApart || names.count == 1 else { return nil }
            apps += names
        }
        return apps
    }

    /// Returns the known apps that typed words name, quoted and separated by blanks: those that a
    /// printed step may repeat. Nil if a word may be none of a known app; see ``certain(_:_:)``.
    @LoopActor static func known(
        _ words: [String], _ directory: AppDirectory
    ) throws(CommandFailure) -> String? {
        guard let names = try certain(words, directory), !names.isEmpty else { return nil }
        for name in names where try directory.isUnknown(name) { return nil }
        return names.map(shellQuoted).joined(separator: " ")
    }

    /// Returns true if a word says that the command is not for all the others.
    @LoopActor static func excludes(_ words: [String], _ directory: AppDirectory) -> Bool {
        words.contains { word in
            (word.means(.exclude) || isNothing(word))
                && !directory.isName(word)
        }
    }

    /// Returns the words without those that say that the command is for nothing else: `only Slack`,
    /// `Slack, nothing else`, `nobody but Ann`. Nil for other words.
    @LoopActor static func withoutOnly(_ words: [String], _ directory: AppDirectory) -> [String]? {
        var rest = words.filter { !$0.means(.only) || directory.isName($0) }
        var isOnly = rest.count < words.count
        func isNothing(_ word: String?) -> Bool {
            word.map { $0.means(.nothing) && !directory.isName($0) } ?? false
        }
        if rest.last?.lowercased() == "else", isNothing(rest.dropLast().last) {
            rest.removeLast(2)
            while rest.last?.means(.and, .except) == true { rest.removeLast() }
            if let last = rest.last, last.hasSuffix(",") {
                rest[rest.count - 1] = String(last.dropLast())
            }
            isOnly = true
        } else if isNothing(rest.first) {
            let behind = rest.dropFirst().drop { $0.lowercased() == "else" }
            if behind.first?.means(.except) == true {
                rest = Array(behind.dropFirst())
                isOnly = true
            }
        }
        return isOnly && !rest.isEmpty ? rest : nil
    }

    /// Returns the words as they are typed again, with blanks between them.
    static func quoted(_ words: [String]) -> String {
        words.map(shellQuoted).joined(separator: " ")
    }

    private static func parts(of word: String) -> [String] {
        word.split(whereSeparator: isComma).map(trimmed).filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: Substring) -> String {
        let end = text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex
        return String(text[..<end].drop { $0 == " " })
    }

    private static func isComma(_ character: Character) -> Bool { ",;".contains(character) }
}
