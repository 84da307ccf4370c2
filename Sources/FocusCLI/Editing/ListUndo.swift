// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// The commands that take a change of a Focus's lists back.
struct ListUndo {
    private let file: FocusFile
    /// True if no command brings the lists back, but `undo` does.
    private var needsUndo = false
    /// Ids of apps that a command takes for an app only behind `--app`.
    private let needOption: Set<String>
    /// Arguments by command, such as `allow --remove`.
    private var arguments: [String: [String]] = [:]

    init(_ before: FocusFile, _ after: FocusFile, needOption: Set<String> = []) {
        file = after
        self.needOption = needOption
        for list in [FocusList.apps, .people] {
            let mode = list.mode(in: after)
            // One command cannot bring back a list of the other kind with its members.
            guard list.mode(in: before) == mode else {
                needsUndo = true
                continue
            }
            let option = list == .people ? "--person " : ""
            add(mode, option, from: list.members(in: before), to: list.members(in: after))
        }
        let sites: [(Set<String>, Set<String>, ListPolicy<AppID>.Mode)] = [
            (before.focus.allowedSites, after.focus.allowedSites, .allow),
            (before.focus.silencedSites, after.focus.silencedSites, .silence),
        ]
        for (old, new, mode) in sites {
            // A site that moves to the other list moves back with one command.
            let moved = before.focus.allowedSites.union(before.focus.silencedSites)
                .intersection(after.focus.allowedSites.union(after.focus.silencedSites))
            let added = new.subtracting(old)
            add(
                mode, "--site ", from: old.sorted(),
                to: old.intersection(new).union(added.subtracting(moved)).sorted())
        }
        addWords(before)
    }

    private mutating func add(
        _ mode: ListPolicy<AppID>.Mode, _ option: String, from old: [String], to new: [String]
    ) {
        let verb = mode == .allow ? "allow" : "silence"
        for member in new where !old.contains(member) {
            add("\(verb) --remove", option, member)
        }
        for member in old where !new.contains(member) { add(verb, option, member) }
    }

    private mutating func addWords(_ before: FocusFile) {
        func effects(_ file: FocusFile) -> [String: RuleEffect] {
            let words = Set(WordRules.words(of: file).map { WordRules.name(of: $0) })
            let rules = file.focus.rules.filter { words.contains($0.name) }
            return Dictionary(rules.map { ($0.name, $0.effect) }) { first, _ in first }
        }
        let (old, new) = (effects(before), effects(file))
        for word in Set(WordRules.words(of: before) + WordRules.words(of: file)).sorted() {
            let name = WordRules.name(of: word)
            guard old[name] != new[name] else { continue }
            // The command would put a rule behind those that now come after it.
            if new[name] == nil, before.focus.rules.last?.name != name { needsUndo = true }
            let verb = (old[name] ?? new[name]) == .allow ? "allow" : "silence"
            add(old[name] == nil ? "\(verb) --remove" : verb, "--word ", word)
        }
    }

    private mutating func add(_ command: String, _ option: String, _ member: String) {
        let hasDash = member.hasPrefix("-")
        let isOption =
            option.isEmpty
            && (hasDash || NamedSites.isTakenForSite(member)
                || (needOption.contains(member) && !command.hasSuffix("--remove")))
        // The parser takes no value with a dash after a blank.
        let joined = hasDash ? option.replacing(" ", with: "=") : option
        arguments[command, default: []].append(
            (isOption ? "--app=" : joined) + shellQuoted(member))
    }

    /// Sentence with the commands; empty without a change, and where `undo` is shorter.
    var sentences: [String] {
        guard !needsUndo, !arguments.isEmpty,
            arguments.values.allSatisfy({ $0.count <= Self.maximumMembers })
        else { return [] }
        let focus = shellQuoted(file.id.rawValue)
        let commands = arguments.sorted { $0.key < $1.key }.map { command, members in
            "focus-switch \(command) \(members.joined(separator: " ")) --focus \(focus)".printable
        }
        return ["To take it back: \(commands.joined(separator: " && "))"]
    }

    private static let maximumMembers = 10
}

/// The two lists of a Focus, with one interface.
enum FocusList: Hashable {
    case apps
    case people

    var noun: String { self == .apps ? "apps" : "people" }

    func mode(in file: FocusFile) -> ListPolicy<AppID>.Mode {
        switch self {
        case .apps: file.focus.apps.mode
        case .people: file.focus.people.mode == .allow ? .allow : .silence
        }
    }

    /// The members in the spelling and order of the file.
    func members(in file: FocusFile) -> [String] {
        self == .apps ? file.appList.map(\.rawValue) : file.peopleList
    }

    private var list: FocusChange.List { self == .apps ? .apps : .people }

    func add(_ member: String, to file: inout FocusFile) throws(FocusFileError) {
        try file.apply([.add(list, member)])
    }

    func remove(_ member: String, from file: inout FocusFile) throws(FocusFileError) {
        try file.apply([.remove(list, member)])
    }

    /// Returns true if the list is of that kind and has these members and no others. Letter case
    /// does not count.
    func isExactly(
        _ members: [String], _ mode: ListPolicy<AppID>.Mode, in file: FocusFile
    ) -> Bool {
        let listed = Set(self.members(in: file).map { $0.lowercased() })
        return self.mode(in: file) == mode && listed == Set(members.map { $0.lowercased() })
    }

    /// Replaces the kind and the members of the list.
    func replace(
        in file: inout FocusFile, mode: ListPolicy<AppID>.Mode, with members: [String]
    ) throws(FocusFileError) {
        for member in self.members(in: file) { try remove(member, from: &file) }
        try file.apply([.mode(self == .apps ? .apps : .people, mode)])
        for member in members { try add(member, to: &file) }
    }
}
