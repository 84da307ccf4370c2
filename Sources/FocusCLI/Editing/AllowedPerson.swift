// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Sentences about a person whom `allow` names, where the list of apps still silences
/// notifications of that person: in an app that is silenced, and in apps that are not allowed if
/// no list of allowed people has the person.
struct AllowedPerson {
    private let person: String
    /// The apps whose notifications have named the person, with their names.
    private let senders: [(app: AppID, name: String)]
    /// An app to allow where no app has sent notifications of the person.
    private let example: AllowedExample?

    /// Number of notifications to look at for the senders.
    private static let searched = 200
    /// Maximum number of apps in a sentence.
    private static let named = 5

    /// - Parameter invocation: asks focusd for the senders; nil where they do not matter.
    @LoopActor init(_ person: String, _ invocation: Invocation?) {
        self.person = person
        guard let invocation else {
            senders = []
            example = nil
            return
        }
        example = AllowedExample(invocation)
        var query = HistoryQuery(limit: Self.searched)
        query.person = PersonKey(person)
        let entries = (try? invocation.askIfRunning(.entries(query))) ?? nil
        var seen: Set<AppID> = []
        senders = (entries ?? []).map { $0.record.program ?? $0.record.app }
            .filter { !$0.rawValue.isEmpty && seen.insert($0).inserted }
            .map { ($0, invocation.apps.listedName(of: $0)) }
    }

    /// Returns the sentences after `allow`, as the lists of the changed file decide.
    ///
    /// - Parameters:
    ///   - isChanged: true if the command has changed the list of people.
    ///   - titles: the names of apps with their ids, by id. Printable.
    func sentences(_ file: FocusFile, isChanged: Bool, _ titles: [String: String]) -> [String] {
        let name = file.focus.name.printable
        let shown = person.quotedIfUnclear
        if case .silence = file.focus.apps.mode {
            let first = "\(name) \(isChanged ? "now" : "already") allows \(shown)."
            guard !file.appList.isEmpty else { return [first] }
            let apps = file.appTitles(titles)
            return [first, "Apps that \(name) silences stay silenced: \(apps.namesWithCommas)."]
        }
        if case .allow = file.focus.people.mode {
            return ["\(name) \(isChanged ? "now" : "already") allows \(shown)."]
        }
        return behindApps(file, isChanged: isChanged, titles)
    }

    /// Returns the sentences about other people after `allow --only` or `silence --only` for
    /// people, where a list of allowed apps decides about them; none without such a list.
    ///
    /// - Parameter titles: the names of apps with their ids, by id. Printable.
    static func others(
        in file: FocusFile, _ mode: ListPolicy<AppID>.Mode, _ titles: [String: String]
    ) -> [String] {
        let name = file.focus.name.printable
        let apps = file.appTitles(titles)
        guard file.focus.apps.mode == .allow, mode == .silence || !apps.isEmpty else { return [] }
        let focus = shellQuoted(file.id.rawValue).printable
        if mode == .silence {
            return [
                apps.isEmpty
                    ? "The others come through in no app, since \(name) allows none."
                    : "The others come through only in the apps that \(name) allows:"
                        + " \(apps.namesWithCommas).",
                "To let them through in every app: focus-switch allow --all-apps --focus \(focus)",
            ]
        }
        return [
            "The apps that \(name) allows still deliver everyone: \(apps.namesWithCommas).",
            "To silence these apps, except for these people: focus-switch silence --all-apps"
                + " --focus \(focus)",
        ]
    }

    /// Returns the sentences for a list of allowed apps without a list of allowed people.
    private func behindApps(
        _ file: FocusFile, isChanged: Bool, _ titles: [String: String]
    ) -> [String] {
        let name = file.focus.name.printable
        let shown = person.quotedIfUnclear
        let focus = "--focus \(shellQuoted(file.id.rawValue))"
        let apps = file.appTitles(titles)
        var sentences = [
            isChanged
                ? "\(name) no longer silences \(shown)."
                : file.peopleList.isEmpty
                    ? "\(name) does not limit people, so it has no list of allowed ones."
                    : "\(name) does not silence \(shown).",
            apps.isEmpty
                ? "Its list of allowed apps decides, and is empty: \(shown) comes through in no app."
                : "Its list of allowed apps decides: \(shown) comes through only in"
                    + " \(apps.namesWithCommas).",
        ]
        let listed = AppList(file.focus.apps.members)
        let silenced = senders.filter { !listed.contains($0.app) }.prefix(Self.named)
        if !silenced.isEmpty {
            sentences.append(
                "\(shown) has written from \(silenced.map(\.name).namesWithCommas), which"
                    + " \(silenced.count == 1 ? "is" : "are") not on that list.")
        }
        if file.peopleList.isEmpty {
            sentences.append(
                "To let \(shown) through in every app: focus-switch allow --only --person"
                    + " \(shellQuoted(person).printable) \(focus)")
        }
        let ids = silenced.map { sender in
            let id = sender.app.rawValue
            return (id.hasPrefix("-") ? "--app=" : "") + shellQuoted(id).printable
        }
        guard !ids.isEmpty else {
            return sentences
                + [AllowedExample.sentence("To allow an app", example, besides: listed, focus)]
        }
        sentences.append(
            "To allow \(ids.count > 1 ? "these apps" : "that app"):"
                + " focus-switch allow \(ids.joined(separator: " ")) \(focus)")
        return sentences
    }
}

extension FocusFile {
    /// Returns the names of the listed apps with their ids; the id alone of an app without a known
    /// name. Printable.
    func appTitles(_ titles: [String: String]) -> [String] {
        appList.map { titles[$0.rawValue] ?? $0.rawValue.printable }
    }
}

extension ListEdit {
    /// Returns the sentences after `--only`.
    ///
    /// - Parameter now: “now”, or “already” if nothing has changed.
    func sentences(
        only members: [String], _ list: FocusList, _ now: String, _ file: FocusFile
    ) -> [String] {
        let name = file.focus.name.printable
        let named = members.map { title(of: $0, list) }.namesWithCommas
        let others = list == .people ? AllowedPerson.others(in: file, mode, titles) : []
        if mode == .silence, !others.isEmpty {
            return ["The list of people of \(name) \(now) silences only these: \(named)."] + others
        }
        let sentence = "\(name) \(now) \(verb) only these \(list.noun): \(named)."
        guard mode == .allow, list == .people ? apps.isEmpty : people.isEmpty else {
            return [sentence]
        }
        let exceptions = SilencedMember(member: "", list: list)
        return [sentence] + (list == .people ? others : exceptions.sentences(file, titles))
    }
}
