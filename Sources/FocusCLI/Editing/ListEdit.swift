// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Change of a Focus's lists.
struct ListEdit {
    enum Manner: Hashable {
        /// Allow or silence the named members, with either kind of list.
        case named
        /// Replace the list with the named members.
        case only
        /// Remove the named members from a list of the command's kind.
        case remove
    }

    let mode: ListPolicy<AppID>.Mode
    let manner: Manner
    private(set) var apps: [AppID]
    /// Words outside options. The user may have meant a person.
    var plainWords: [String]
    /// Words of `--app`, which name apps and nothing else.
    private var optionWords: [String]
    /// Ids and words under which a list may name an app, by the app's id.
    private var aliases: [String: [String]] = [:]
    /// Names of the apps with their ids. Printable.
    private(set) var titles: [String: String] = [:]
    /// Names in the notifications of listed apps, by id.
    private var names: [String: String] = [:]
    /// Ids of listed apps that a command takes for an app only behind `--app`.
    private var needOption: Set<String> = []
    private(set) var people: [String]
    /// People whom the command allows, with the apps from which they write.
    private var allowedPeople: [String: AllowedPerson] = [:]
    private var sites: [WebSite]
    /// Notes about parts of the typed sites that do not count.
    private var siteNotes: [String] = []
    private var words: [String]
    let allApps: Bool
    let allPeople: Bool

    init(_ mode: ListPolicy<AppID>.Mode, _ values: OptionValues) throws(CommandFailure) {
        self.mode = mode
        plainWords = values.arguments
        optionWords = values.strings("app")
        apps = (values.arguments + optionWords).map { AppID($0) }
        people = values.strings("person")
        var sites: [WebSite] = []
        for text in ListWords.splitAtCommas(values.strings("site")) {
            let site = try ListCommands.site(text)
            sites.append(site)
            siteNotes += NamedSites.notes(text, site)
        }
        self.sites = sites
        words = values.strings("word")
        allApps = values.flag("all-apps")
        allPeople = values.flag("all-people")
        manner = values.flag("only") ? .only : values.flag("remove") ? .remove : .named
        if values.flag("only"), values.flag("remove") {
            throw .usage("--only and --remove exclude each other")
        }
        if allApps, !apps.isEmpty {
            throw .usage("--all-apps and names of apps exclude each other")
        }
        if allPeople, !people.isEmpty {
            throw .usage("--all-people and --person exclude each other")
        }
        if manner != .named, allApps || allPeople {
            throw .usage("--all-apps and --all-people exclude --only and --remove")
        }
        if manner == .only, !words.isEmpty {
            throw .usage("--only and --word exclude each other")
        }
        for (complaint, texts) in [
            ("expected an app, got an empty word", plainWords),
            ("--app: expected an app", optionWords), ("--person: expected a person", people),
            ("--word: expected a word", words),
        ] where texts.contains(where: \.trimmingBlanks.isEmpty) {
            throw .usage(complaint)
        }
        if apps.isEmpty, people.isEmpty, sites.isEmpty, words.isEmpty, !allApps, !allPeople {
            throw .usage("expected an app, --person, --site, --word, --all-apps or --all-people")
        }
    }

    /// The ids of each named app.
    var namedApps: [[AppID]] {
        apps.map { app in [app] + (aliases[app.rawValue] ?? []).map { AppID($0) } }
    }

    /// Replaces the words of the command line with the members that they name. The options with
    /// members, as the user typed them, are kept in next steps.
    @LoopActor mutating func findMembers(
        _ editor: FocusEditor, in file: FocusFile, _ options: String
    ) throws(CommandFailure) {
        for note in siteNotes { editor.invocation.output.note(note) }
        let typed = plainWords
        let directory = editor.invocation.apps
        plainWords = try ListWords.joined(typed, directory)
        guard manner == .remove else {
            for word in words where word.contains(",") {
                editor.invocation.output.note(
                    "“\(word.printable)” counts as one phrase; for several: --word A --word B")
            }
            let focus = "--focus \(shellQuoted(file.id.rawValue))"
            let kept = String("\(options) \(focus)".dropFirst())
            plainWords.removeAll { $0.means(.and) && !directory.isName($0) }
            let unknown = UnknownApps(editor: editor, command: command, kept: kept, focus: focus)
            apps = (plainWords + optionWords).map { AppID($0) }
            try NamedSites(invocation: editor.invocation).refuse(
                ListWords.apps(plainWords, editor.invocation.apps), command, kept)
            try unknown.check(plainWords, typed: typed)
            try findApps(editor.invocation.apps, ListWords.stepsForAll(mode, kept, focus))
            try KnownPeople.refuseAll(people, editor, ListWords.stepsForAll(mode, focus, focus))
            for app in apps {
                guard let tool = SharedTool(app, editor.invocation),
                    let step = tool.narrowStep(command, focus)
                else { continue }
                editor.invocation.output.errorSentence(step)
            }
            try unknown.hint(plainWords, typed: typed, mode == .allow ? "allow" : "silence")
            try hintAtSite(editor, focus)
            findPeople(editor)
            findTitles(file, editor.invocation.apps)
            return findSenders(editor, file)
        }
        apps = (plainWords + optionWords).map { AppID($0) }
        try checkKinds(file)
        let listed = ListedMembers(file: file, invocation: editor.invocation)
        try findListedApps(listed)
        findTitles(file, editor.invocation.apps)
        people = try listed.people(people)
        findSenders(editor, file)
        for site in sites { _ = try listed.site(site, mode) }
        for (index, word) in words.enumerated() { words[index] = try listed.word(word) }
    }

    /// The command with its manner: `focus-switch allow --only`.
    var command: String {
        "focus-switch \(mode == .allow ? "allow" : "silence")\(manner == .only ? " --only" : "")"
    }

    /// Prints the command for a web site if a word without an option resembles one and names no
    /// known app.
    @LoopActor private func hintAtSite(
        _ editor: FocusEditor, _ focus: String
    ) throws(CommandFailure) {
        let sites = NamedSites(invocation: editor.invocation)
        for word in try ListWords.apps(plainWords, editor.invocation.apps) {
            guard let host = try sites.likelyHost(of: word) else { continue }
            editor.invocation.output.errorSentence(
                "If that is a web site: \(command) --site \(shellQuoted(host)) \(focus)".printable)
        }
    }

    /// Finds the names of the apps that a sentence may be about.
    @LoopActor private mutating func findTitles(_ file: FocusFile, _ directory: AppDirectory) {
        for app in apps + file.appList { titles[app.rawValue] = directory.title(of: app) }
        for app in file.appList { names[app.rawValue] = directory.likelyName(of: app) }
        needOption = Set(
            file.appList.filter { UnknownApps.needsOption($0, directory) }.map(\.rawValue))
    }

    @LoopActor private mutating func findApps(
        _ directory: AppDirectory, _ stepsForAll: [String]
    ) throws(CommandFailure) {
        let words = try ListWords.apps(apps.map(\.rawValue), directory)
        try ListWords.refuseAll(plainWords, directory, stepsForAll)
        apps = []
        for word in words {
            let app = try directory.app(word, isCertain: true)
            apps.append(app.id)
            aliases[app.id.rawValue] = app.ids.map(\.rawValue) + [word]
        }
    }

    @LoopActor private mutating func findListedApps(
        _ listed: ListedMembers
    ) throws(CommandFailure) {
        let directory = listed.invocation.apps
        let typed = apps.map(\.rawValue)
        apps = []
        for word in typed {
            let isListed = ListedMembers.find(word, in: listed.file.appList.map(\.rawValue)) != nil
            for part in isListed ? [word] : try ListWords.apps([word], directory) {
                let id = try listed.app(part)
                apps.append(id)
                // An app may be listed under several ids.
                let ids = try directory.find(part)?.ids ?? []
                aliases[id.rawValue] = ids.contains(id) ? ids.map(\.rawValue) : []
            }
        }
    }

    /// Joins names of which the shell has made several words: `--person Anna Müller`.
    @LoopActor mutating func joinSplitValues(
        _ editor: FocusEditor
    ) throws(CommandFailure) {
        let split = SplitValues(invocation: editor.invocation)
        let directory = editor.invocation.apps
        (people, plainWords) = try split.joined("person", people, plainWords) { name in
            KnownPeople(editor).contains(name)
        }
        (optionWords, plainWords) = try split.joined("app", optionWords, plainWords) {
            name throws(CommandFailure) in try directory.find(name, isExact: true) != nil
        }
        (words, plainWords) = try split.joined("word", words, plainWords) { _ in false }
        try split.refuseSites()
    }

    /// Splits people at commas. Takes a known person where only accents differ.
    @LoopActor private mutating func findPeople(_ editor: FocusEditor) {
        guard !people.isEmpty else { return }
        people = KnownPeople(editor).found(people, editor.invocation.output)
    }

    /// Finds the apps from which the people write, where no list of people decides.
    @LoopActor private mutating func findSenders(_ editor: FocusEditor, _ file: FocusFile) {
        guard manner == .named && mode == .allow || manner == .remove && mode == .silence else {
            return
        }
        let isAppsAlone = file.focus.people.mode == .silence && file.focus.apps.mode == .allow
        for person in people {
            allowedPeople[person] = AllowedPerson(
                person, isAppsAlone ? editor.invocation : nil)
        }
    }

    /// Throws if a list of the Focus is of the other kind: it has no such members to remove.
    private func checkKinds(_ file: FocusFile) throws(CommandFailure) {
        for list in [FocusList.apps, .people] where !(list == .apps ? apps.isEmpty : people.isEmpty)
        {
            guard list.mode(in: file) != mode else { continue }
            let names = list == .apps ? plainWords + optionWords : people
            throw Self.otherKind(of: list, than: mode, names, in: file.focus)
        }
    }

    /// Changes the lists. Returns sentences: the new state of each list or entry, then the side
    /// effects of the change.
    func apply(to file: inout FocusFile) throws(FocusFileError) -> [String] {
        let before = file
        let reports = try changeLists(&file)
        // A sentence about one list may depend on the other one, which changes as well.
        let sentences = reports.flatMap { [file] in $0(file) }
        let effects = ListEffects(before, file, allows: (mode == .allow) == (manner != .remove))
        let rules = WordRules(words: words, mode: mode, removes: manner == .remove)
        return sentences
            + effects.sentences(apps: apps, people: people, allApps: allApps) {
                titles[$0.rawValue] ?? $0.rawValue.printable
            }
            + (try rules.apply(to: &file))
            + ListUndo(before, file, needOption: needOption).sentences
    }

    /// Returns sentences about a change, as all lists decide after the command.
    private typealias Report = (FocusFile) -> [String]

    private func changeLists(_ file: inout FocusFile) throws(FocusFileError) -> [Report] {
        var reports: [Report] = []
        for list in [FocusList.apps, .people] {
            let members = list == .apps ? apps.map(\.rawValue) : people
            if list == .apps ? allApps : allPeople {
                reports.append(try applyToAll(list, &file))
            } else if !members.isEmpty {
                reports += try apply(members, to: list, &file)
            }
        }
        let sentences = try applySites(to: &file)
        return reports + [{ _ in sentences }]
    }

    /// Changes the lists of allowed and of silenced sites. Neither list decides about a site that
    /// it does not name, so the lists have no mode.
    private func applySites(to file: inout FocusFile) throws(FocusFileError) -> [String] {
        let name = file.focus.name.printable
        var sentences: [String] = []
        if manner == .only, !sites.isEmpty {
            let old = mode == .allow ? file.focus.allowedSites : file.focus.silencedSites
            for host in old.sorted() {
                guard let site = WebSite(host), !sites.contains(site) else { continue }
                try file.removeSite(site, from: mode)
            }
        }
        for site in sites {
            let before = file
            if manner == .remove {
                try file.removeSite(site, from: mode)
                sentences.append(
                    file == before
                        ? "\(name) does not list \(site.host.printable)."
                        : "\(name) no longer lists \(site.host.printable).")
            } else {
                try file.addSite(site, to: mode)
                sentences.append(
                    file == before
                        ? "\(name) already \(verb) \(site.host.printable)."
                        : "\(name) now \(verb) \(site.host.printable).")
            }
        }
        return sentences
    }

    private func applyToAll(
        _ list: FocusList, _ file: inout FocusFile
    ) throws(FocusFileError) -> Report {
        // An empty list of silenced members allows all, and an empty list of allowed members
        // silences all.
        let before = file
        try list.replace(in: &file, mode: mode == .allow ? .silence : .allow, with: [])
        let now = file == before ? "already" : "now"
        return { file in
            let name = file.focus.name.printable
            return ["\(name) \(now) \(verb) all \(list.noun)\(appsClause(list, file))"]
        }
    }

    /// Returns the end of a sentence about all people, with the apps that matter, such as ` in the
    /// apps that it allows: Chat.`
    private func appsClause(_ list: FocusList, _ file: FocusFile) -> String {
        guard list == .people, file.focus.apps.mode == .allow else { return "." }
        let apps = file.appTitles(titles)
        if mode == .silence { return apps.isEmpty ? "." : ", except in the apps that it allows." }
        return apps.isEmpty
            ? ", but no app. To let them through: focus-switch allow --all-apps --focus"
                + " \(shellQuoted(file.id.rawValue).printable)"
            : " in the apps that it allows: \(apps.namesWithCommas)."
    }

    private func apply(
        _ members: [String], to list: FocusList, _ file: inout FocusFile
    ) throws(FocusFileError) -> [Report] {
        switch manner {
        case .only:
            // A file that says so already stays as it is, so that `undo` has nothing of it.
            let isSame = list.isExactly(members, mode, in: file)
            if !isSame { try list.replace(in: &file, mode: mode, with: members) }
            return [{ file in sentences(only: members, list, isSame ? "already" : "now", file) }]
        case .remove:
            return try applyToEach(members, list, &file, isOnList: false)
        case .named:
            return try applyToEach(members, list, &file, isOnList: list.mode(in: file) == mode)
        }
    }

    private func applyToEach(
        _ members: [String], _ list: FocusList, _ file: inout FocusFile, isOnList: Bool
    ) throws(FocusFileError) -> [Report] {
        let name = file.focus.name.printable
        let allows = isOnList == (list.mode(in: file) == .allow)
        var reports: [Report] = []
        for member in members {
            let before = file
            let others = list == .apps ? aliases[member] ?? [] : []
            if isOnList {
                // An app has several ids, and letter case does not count: one entry is enough.
                let listed = AppList(list == .apps ? file.appList : [])
                if !([member] + others).contains(where: { listed.contains(AppID($0)) }) {
                    try list.add(member, to: &file)
                }
            } else {
                for member in [member] + others { try list.remove(member, from: &file) }
            }
            let isChanged = file != before
            if allows, list == .people, let person = allowedPeople[member] {
                reports.append { file in
                    person.sentences(file, isChanged: isChanged, titles)
                        + PersonRule(person: member, file: file, names: names)
                        .exceptions(.silence)
                }
                continue
            }
            let verb = allows ? "allows" : "silences"
            let now = isChanged ? "now" : "already"
            let title = list == .people ? member.quotedIfUnclear : title(of: member, list)
            let sentence = "\(name) \(now) \(verb) \(title)."
            reports.append { _ in [sentence] }
            if isOnList, !allows, list == .people {
                reports.append { PersonRule(person: member, file: $0).exceptions(.allow) }
            }
            // The sentence about apps names none of them.
            guard !allows, !isOnList, list == .people || member == members.last else { continue }
            let exceptions = SilencedMember(member: member, list: list, names: names)
            reports.append { exceptions.sentences($0, titles) }
        }
        return reports
    }

    var verb: String { mode == .allow ? "allows" : "silences" }

    func title(of member: String, _ list: FocusList) -> String {
        list == .apps ? titles[member] ?? member.printable : member.printable
    }
}
