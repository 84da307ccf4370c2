// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// The commands `allow` and `silence`, which change a Focus's lists of apps, people and sites.
enum ListCommands {
    static let all = [allow, silence]

    static let allow = Command(
        "allow", "[APP…]", summary: "Allow notifications from apps, people and web sites",
        details: """
            A Focus has a list of apps and a list of people. Each list either names those that are \
            allowed (all others are silenced) or those that are silenced (all others are allowed).

            This command adds the given apps and people to a list of allowed ones, or removes them from \
            a list of silenced ones. With --only, they become the whole list of allowed ones. Blanks \
            or commas separate several apps or sites; a --person may have commas in the name.
            """,
        options: options("allowed", everybody: "Allow"),
        examples: [
            "focus-switch allow org.example.Chat --person alex@example.org --focus work",
            "focus-switch allow --only org.example.Chat",
            "focus-switch allow --site calendar.example.org --focus work",
            "focus-switch allow --focus work --all-people",
        ]
    ) { invocation, values throws(CommandFailure) in
        try edit(ListEdit(.allow, values), invocation, values)
    }

    static let silence = Command(
        "silence", "[APP…]", summary: "Silence notifications from apps, people and web sites",
        details: """
            A Focus has a list of apps and a list of people. Each list either names those that are \
            allowed (all others are silenced) or those that are silenced (all others are allowed).

            This command adds the given apps and people to a list of silenced ones, or removes them \
            from a list of allowed ones. With --only, they become the whole list of silenced ones. \
            Blanks or commas separate several apps or sites; a --person may have commas in the name.
            """,
        options: options("silenced", everybody: "Silence"),
        examples: [
            "focus-switch silence org.example.Shop --focus work",
            "focus-switch silence --focus sleep --all-apps --all-people",
        ]
    ) { invocation, values throws(CommandFailure) in
        try edit(ListEdit(.silence, values), invocation, values)
    }

    private static func options(
        _ participle: String, everybody verb: String
    ) -> [OptionParser.Option] {
        [
            FocusEditor.option,
            .init("app", .strings, placeholder: "APP", help: "More apps; repeatable"),
            .init("person", .strings, placeholder: "P", help: "A person; repeatable"),
            .init(
                "site", .strings, placeholder: "SITE",
                help: "Web sites, as example.org; repeatable"),
            .init("only", help: "Replace the list of those that are \(participle)"),
            .init("remove", help: "Remove them from the list of those that are \(participle)"),
            .init("all-apps", help: "\(verb) all apps"),
            .init("all-people", help: "\(verb) all people"),
        ]
    }

    /// Returns the web site that a user typed.
    static func site(_ text: String) throws(CommandFailure) -> WebSite {
        guard let site = WebSite(text) else {
            throw .usage("--site: “\(text.printable)” is not a web site; example: example.org")
        }
        return site
    }

    @LoopActor private static func edit(
        _ edit: ListEdit, _ invocation: Invocation, _ values: OptionValues
    ) throws(CommandFailure) {
        let editor = FocusEditor(invocation)
        let focus = try editor.focus(values)
        var edit = edit
        try edit.findApps(invocation.apps)
        try editor.edit(focus) { [edit] file throws(FocusFileError) in
            try edit.apply(to: &file)
        }
    }
}

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
    private var apps: [AppID]
    /// Ids by which a list may hold each app, including the words that named the app.
    private var aliases: [String: [String]] = [:]
    /// Names of the apps with their ids. Printable.
    private var titles: [String: String] = [:]
    let people: [String]
    let sites: [WebSite]
    let allApps: Bool
    let allPeople: Bool

    init(_ mode: ListPolicy<AppID>.Mode, _ values: OptionValues) throws(CommandFailure) {
        self.mode = mode
        apps = (values.arguments + values.strings("app")).map { AppID($0) }
        people = values.strings("person")
        var sites: [WebSite] = []
        for text in ListWords.splitAtCommas(values.strings("site")) {
            sites.append(try ListCommands.site(text))
        }
        self.sites = sites
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
        if apps.isEmpty, people.isEmpty, sites.isEmpty, !allApps, !allPeople {
            throw .usage("expected an app, --person, --site, --all-apps or --all-people")
        }
    }

    /// Replaces the words that name apps with the apps' ids.
    @LoopActor mutating func findApps(_ directory: AppDirectory) throws(CommandFailure) {
        let words = try ListWords.apps(apps.map(\.rawValue), directory)
        apps = []
        for word in words {
            let app = try directory.app(word)
            apps.append(app.id)
            aliases[app.id.rawValue] = app.ids.map(\.rawValue) + [word]
            titles[app.id.rawValue] = directory.title(of: app.id)
        }
    }

    /// Changes the lists. Returns a sentence for each list or entry about the new state.
    func apply(to file: inout FocusFile) throws(FocusFileError) -> [String] {
        var words: [String] = []
        for list in [FocusList.apps, .people] {
            let members = list == .apps ? apps.map(\.rawValue) : people
            if list == .apps ? allApps : allPeople {
                words.append(try all(list, &file))
            } else if !members.isEmpty {
                words += try apply(members, to: list, &file)
            }
        }
        return words + (try applySites(to: &file))
    }

    /// Changes the lists of sites. A list of sites holds exceptions only, so it has no other kind.
    private func applySites(to file: inout FocusFile) throws(FocusFileError) -> [String] {
        let name = file.focus.name.printable
        var words: [String] = []
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
                words.append(
                    file == before
                        ? "\(name) does not list \(site.host.printable)."
                        : "\(name) no longer lists \(site.host.printable).")
            } else {
                try file.addSite(site, to: mode)
                words.append(
                    file == before
                        ? "\(name) already \(verb) \(site.host.printable)."
                        : "\(name) now \(verb) \(site.host.printable).")
            }
        }
        return words
    }

    private func all(_ list: FocusList, _ file: inout FocusFile) throws(FocusFileError) -> String {
        // An empty list of silenced members allows all, and an empty list of allowed members
        // silences all.
        try list.replace(in: &file, mode: mode == .allow ? .silence : .allow, with: [])
        return "\(file.focus.name.printable) now \(verb) all \(list.noun)."
    }

    private func apply(
        _ members: [String], to list: FocusList, _ file: inout FocusFile
    ) throws(FocusFileError) -> [String] {
        let name = file.focus.name.printable
        switch manner {
        case .only:
            try list.replace(in: &file, mode: mode, with: members)
            let named = members.map { title(of: $0, list) }.joined(separator: ", ")
            return ["\(name) now \(verb) only these \(list.noun): \(named)."]
        case .remove:
            guard list.mode(in: file) == mode else {
                let other = mode == .allow ? "silenced" : "allowed"
                throw .badValue(
                    "\(name) has a list of \(other) \(list.noun), and none of"
                        + " \(mode == .allow ? "allowed" : "silenced") ones to remove from")
            }
            return try each(members, list, &file, isOnList: false)
        case .named:
            return try each(members, list, &file, isOnList: list.mode(in: file) == mode)
        }
    }

    private func each(
        _ members: [String], _ list: FocusList, _ file: inout FocusFile, isOnList: Bool
    ) throws(FocusFileError) -> [String] {
        let name = file.focus.name.printable
        let allows = isOnList == (list.mode(in: file) == .allow)
        var words: [String] = []
        for member in members {
            let before = file
            if isOnList {
                try list.add(member, to: &file)
            } else {
                let others = list == .apps ? aliases[member] ?? [] : []
                for member in [member] + others { try list.remove(member, from: &file) }
            }
            let verb = allows ? "allows" : "silences"
            words.append(
                file == before
                    ? "\(name) already \(verb) \(title(of: member, list))."
                    : "\(name) now \(verb) \(title(of: member, list)).")
            if !allows, !isOnList, let exception = exception(list, member, file) {
                words.append(exception)
            }
        }
        return words
    }

    /// Returns a sentence about notifications that come through although the list does not allow
    /// them: a member of the other list is enough. Nil if there are none.
    private func exception(
        _ list: FocusList, _ member: String, _ file: FocusFile
    ) -> String? {
        let name = file.focus.name.printable
        switch list {
        case .people:
            let apps = file.appList.map { $0.rawValue.printable }
            guard file.focus.apps.mode == .allow, !apps.isEmpty else { return nil }
            return "The apps that \(name) allows still deliver \(member.printable):"
                + " \(apps.joined(separator: ", ")). A rule silences this person there, too:"
                + " focus-switch rule --help"
        case .apps:
            guard file.focus.people.mode == .allow, !file.peopleList.isEmpty else { return nil }
            let people = file.peopleList.map(\.printable).joined(separator: ", ")
            return "People that \(name) allows still come through: \(people)."
        }
    }

    private var verb: String { mode == .allow ? "allows" : "silences" }

    private func title(of member: String, _ list: FocusList) -> String {
        list == .apps ? titles[member] ?? member.printable : member.printable
    }
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

    func add(_ member: String, to file: inout FocusFile) throws(FocusFileError) {
        switch self {
        case .apps: try file.addApp(AppID(member))
        case .people: try file.addPerson(member)
        }
    }

    func remove(_ member: String, from file: inout FocusFile) throws(FocusFileError) {
        switch self {
        case .apps: try file.removeApp(AppID(member))
        case .people: try file.removePerson(member)
        }
    }

    /// Replaces the kind and the members of the list.
    func replace(
        in file: inout FocusFile, mode: ListPolicy<AppID>.Mode, with members: [String]
    ) throws(FocusFileError) {
        let old = self == .apps ? file.appList.map(\.rawValue) : file.peopleList
        for member in old { try remove(member, from: &file) }
        switch self {
        case .apps: try file.setAppsMode(mode)
        case .people: try file.setPeopleMode(mode == .allow ? .allow : .silence)
        }
        for member in members { try add(member, to: &file) }
    }
}
