// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Condition for a Focus to be on, as people say it: `when Zoom runs`, `during meetings`, `on wifi
/// Office`, `every day at 9`.
@LoopActor struct SpokenCondition {
    /// The triggers, in the form of a Focus file; one of them is enough.
    private(set) var triggers: [String] = []
    /// Names among the triggers that no known app has.
    private(set) var unknownApps: [String] = []
    /// Names among the triggers that no word tells to be those of networks.
    private(set) var guessedNetworks: [String] = []
    /// True for words about a place.
    private(set) var isPlace = false
    /// True for words about a time of the day or about days.
    private(set) var isTime = false
    /// The id of a Focus in place of a trigger: `while work is on`.
    private(set) var focus: String?
    /// True if each word has a meaning.
    private(set) var isUnderstood = true

    private let times: ScheduleWords?

    /// Words for kinds of triggers that are no names of kinds, in lower case.
    private static let kinds: [String: Trigger.Kind] = [
        "call": .microphone, "talk": .microphone, "video": .camera, "play": .game,
        "sharing screen": .screenShared, "screen sharing": .screenShared, "lid": .lid,
        "lid closed": .lid, "presenting": .screenShared, "unplugged": .battery,
    ]

    static func isMark(_ word: String) -> Bool { word.means(.condition) }

    static func isLead(_ word: String) -> Bool { ["on", "in", "at"].contains(word.lowercased()) }

    init(_ words: [String], _ invocation: Invocation) {
        times = ScheduleWords(words.filter { !Self.isMark($0) || $0.lowercased() == "every" })
        let text = words.filter { !$0.means(.condition, .aroundState) }
            .joined(separator: " ")
        if let id = try? FocusEditor(invocation).focus(named: text, offersTemplate: false) {
            focus = id.rawValue
        }
        if times != nil {
            isTime = true
            return
        }
        let parts = words.split { word in
            word.means(.and) && !invocation.apps.isName(word)
        }
        for part in parts { add(Array(part), invocation) }
        // One of several triggers is enough, which “and” does not say.
        let joins = words.filter { word in
            word.means(.and) && !invocation.apps.isName(word)
        }
        let areAlternatives = joins.allSatisfy { ["or", "oder"].contains($0.lowercased()) }
        if parts.count > 1, !triggers.isEmpty, !areAlternatives { isUnderstood = false }
        // “every week in a meeting” is more than one of them.
        let meanings = [!triggers.isEmpty || !unknownApps.isEmpty, isPlace, isTime]
        if meanings.count(where: { $0 }) != 1 { isUnderstood = false }
    }

    private mutating func add(_ words: [String], _ invocation: Invocation) {
        if let app = Self.app(in: words, invocation.apps) {
            triggers.append("app:\(app)")
            return
        }
        let rest = words.filter { !$0.means(.condition, .aroundState) }
        guard let first = rest.first, let last = rest.last else {
            isUnderstood = isUnderstood && words.isEmpty
            return
        }
        let text = rest.joined(separator: " ")
        let kind = Self.kind(text)
        // A closed lid is a trigger.
        if kind == nil, words.contains(where: Self.isDenial) {
            isUnderstood = false
            return
        }
        func says(_ texts: Set<String>) -> Bool {
            words.contains { texts.contains($0.lowercased()) }
        }
        if let kind, kind != .app, kind != .network {
            // The trigger is the closed lid.
            isUnderstood = isUnderstood && !(kind == .lid && says(["open", "opened", "opens"]))
            triggers.append(kind.rawValue)
        } else if rest.allSatisfy({ Trigger(text: TriggerNames.resolved($0))?.kind != nil }) {
            // “on battery in a meeting” is more than one of them.
            isUnderstood = isUnderstood && (rest.count == 1 || rest.count == words.count)
            triggers += rest.map(TriggerNames.resolved)
            for word in rest where TriggerNames.resolved(word).hasPrefix("app:") {
                let name = String(word.drop { $0 != ":" }.dropFirst())
                if !invocation.apps.isName(name) { unknownApps.append(name) }
            }
        } else if kind == .network || rest.count == 1 && isPlace(text, words)
            || rest.count == 2 && ["location", "place"].contains(first.lowercased())
        {
            isPlace = true
        } else if rest.count > 1, let kind = TriggerNames.kind(first),
            [.app, .network].contains(kind) || first.lowercased() == "calendar"
        {
            let name = Self.name(in: words.drop { $0 != first }.dropFirst())
            isUnderstood = isUnderstood && Self.isName(name)
            triggers.append("\(kind.rawValue):\(name)")
            if kind == .app, !invocation.apps.isName(name) { unknownApps.append(name) }
        } else if TriggerNames.kind(last) == .network || Self.isConnected(words) {
            let behind = words.drop { !Self.isConnected([$0]) }.dropFirst()
            let isLast = TriggerNames.kind(last) == .network
            let whole = behind.isEmpty ? rest[...] : behind
            let name = Self.name(in: isLast ? whole.prefix { $0 != last } : whole)
            // “arrive at Office wifi” has no word before the name.
            let isSure = !behind.isEmpty || rest.count == 2
            let isThing = !isLast && says(SpokenWords.words(.device))
            if !isLast { guessedNetworks.append(name) }
            isUnderstood = isUnderstood && isSure && !isThing && Self.isName(name)
            triggers.append("network:\(name)")
        } else if rest.contains(where: Self.isAboutTime) {
            isTime = true
            isUnderstood =
                isUnderstood && rest.allSatisfy { Self.isAboutTime($0) || TimeWords.isBeside($0) }
        } else if rest.count == 1, kind == nil,
            words.count == 1 || words.contains(where: { $0.means(.runs) }),
            !text.contains(where: { ":,;".contains($0) }), !text.means(.little),
            invocation.apps.nearestListed(to: text) == nil, TriggerNames.nearest(text) == nil,
            !FocusEditor(invocation).isNamed(text)
        {
            triggers.append("app:\(text)")
            unknownApps.append(text)
        } else {
            isUnderstood = false
        }
    }

    /// Returns the known app that words such as “when I use Big Chat” name, if what stands around
    /// the name means nothing.
    private static func app(in words: [String], _ directory: AppDirectory) -> String? {
        let isAround = { (word: String) in word.means(.condition, .aroundState) }
        guard !isConnected(words) else { return nil }
        for start in words.indices.prefix(words.prefix(while: isAround).count + 1) {
            for end in words.indices[start...].reversed()
            where words[(end + 1)...].allSatisfy(isAround) {
                let name = words[start...end].joined(separator: " ")
                if directory.isName(name) { return name }
            }
        }
        return nil
    }

    /// Returns true for a word that turns a condition round, in any letter case.
    static func isDenial(_ word: String) -> Bool {
        word.means(.denial) || ["n't", "n’t"].contains(where: word.lowercased().hasSuffix)
    }

    /// Returns true for a text that may be a name: two words at most, none of which tells or is
    /// about time.
    private static func isName(_ text: String) -> Bool {
        let words = text.split(separator: " ").map(String.init)
        return !words.isEmpty && words.count < 3
            && !words.contains { word in
                word.means(.telling, .dayPart) || TimeWords.isTime(word)
                    || ["my", "our", "any", "another"].contains(word)
            }
    }

    private static func isConnected(_ words: [String]) -> Bool {
        words.contains { $0.lowercased() == "connected" }
    }

    /// Returns true for a place, but not for the network that is named behind “connected”.
    private func isPlace(_ text: String, _ words: [String]) -> Bool {
        text.means(.place) && !Self.isConnected(words)
    }

    /// Returns a name without the words around it.
    private static func name(in words: ArraySlice<String>) -> String {
        var name = words.drop { $0.means(.link) }
        while let last = name.last?.lowercased(),
            ["is", "are"].contains(last) || last.means(.runs)
        {
            name.removeLast()
        }
        return name.joined(separator: " ")
    }

    /// Returns the kind that words mean, also in the plural: `meetings`.
    private static func kind(_ text: String) -> Trigger.Kind? {
        let folded = text.lowercased()
        let texts = [folded, folded.hasSuffix("s") ? String(folded.dropLast()) : folded]
        return texts.compactMap { TriggerNames.kind($0) ?? kinds[$0] }.first
    }

    private static func isAboutTime(_ word: String) -> Bool {
        word.means(.dayPart) || TimeWords.isTime(word) || word.isNumber
    }

    /// The lines with the commands that turn a Focus on then; none for words without a meaning.
    ///
    /// - Parameters:
    ///   - focus: the Focus, as the user typed it.
    ///   - options: the other options of `trigger add`, behind a blank.
    func steps(_ focus: String, _ invocation: Invocation, _ options: String = "") -> [String] {
        guard isUnderstood else { return [] }
        let option = "\(options) --focus \(shellQuoted(focus))"
        let kinds = "What can be detected here: focus-switch trigger kinds"
        if isPlace {
            return [
                "A place is known by its network. With its name for NAME: focus-switch trigger add"
                    + " network:NAME\(option)",
                kinds,
            ]
        }
        if isTime {
            return [
                "To turn it on at times of the day: "
                    + (times?.command(focus, invocation) ?? "focus-switch schedule set --help")
            ]
        }
        let texts = triggers.map(shellQuoted).joined(separator: " ")
        let states = TriggerStates(invocation)
        let unseen = triggers.filter { Trigger(text: $0).flatMap(states.isAvailable) == false }
            .map { "“\($0)”" }.joinedWithAnd
        let names = unknownApps.map { "“\($0)”" }.joinedWithAnd
        let networks = guessedNetworks.map { "“\($0)”" }.joinedWithAnd
        let notes =
            (unknownApps.isEmpty ? [] : ["No known app has the name \(names)"])
            + (guessedNetworks.isEmpty ? [] : ["\(networks) is taken for the name of a network"])
            + (unseen.isEmpty ? [] : ["\(unseen) cannot be detected here: focus-switch doctor"])
        return notes + [
            "To turn it on by itself then: focus-switch trigger add \(texts)\(option)", kinds,
        ]
    }
}
