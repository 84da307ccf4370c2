// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The commands `mute` and `unmute`, for apps that are silenced with any Focus and without one.
enum MuteCommands {
    static let all = [mute, unmute, muteSender]

    static let mute = Command(
        "mute", "[APP…]",
        summary: "Mute apps, with any Focus and without one; alone: list muted apps",
        details: """
            The notifications of a muted app go to the missed list. APP is a name or an id; \
            “focus-switch apps” lists both. Blanks or commas separate several apps. Without --for, \
            --until or --until-logout, the app stays muted until “focus-switch unmute”. The end \
            may also follow the app: “focus-switch mute Chat 1h”. If [Critical] Apps= of \
            focusd.conf(5) names the app, its notifications with the level critical are still \
            shown; the urgency critical is not that level.
            """,
        options: EndTime.options + [Invocation.yes],
        examples: [
            "focus-switch mute Chat --for 1h", "focus-switch mute Chat tomorrow 9:00",
            "focus-switch mute org.example.Shop",
            "focus-switch mute",
        ]
    ) { invocation, values throws(CommandFailure) in
        try MuteSentence(values, invocation).refuse()
        let (end, words) = try EndTime.read(values, now: invocation.now) {
            words throws(CommandFailure) in
            try invocation.apps.find(words.joined(separator: " ")) != nil
        } except: { words in
            invocation.apps.isName(words.joined(separator: " "))
        }
        let muting = Muting(invocation: invocation, values: values)
        guard !words.isEmpty else {
            guard end == .never else { throw .usage("expected an app to mute") }
            return try muting.list()
        }
        if end == .never, words.count == 1, try invocation.apps.isUnknown(words[0]),
            !values.flag("yes")
        {
            switch words[0].lowercased() {
            case "list", "ls", "status": return try muting.list()
            case "off", "toggle": throw muting.state(words[0])
            default: break
            }
        }
        try muting.refuseEndAlone(words)
        try muting.refuseQuotedEnd(words)
        let apps = try muting.apps(words, end)
        try muting.mute(apps, until: end)
        muting.adviseUnmute(apps)
    }

    static let unmute = Command(
        "unmute", "APP…", summary: "End the mute of apps, or of all apps",
        details: "What they sent meanwhile stays in the missed list.",
        options: [.init("all", help: "All muted apps")],
        examples: ["focus-switch unmute Chat", "focus-switch unmute --all"]
    ) { invocation, values throws(CommandFailure) in
        let isAll = values.flag("all")
        guard values.arguments.isEmpty == isAll else {
            throw .usage(
                isAll ? "an app and --all exclude each other" : "expected an app, or --all")
        }
        let mutes = try invocation.ask(.mutes)
        let unmuting = Unmuting(invocation: invocation, mutes: mutes)
        if values.arguments.count == 1, let word = values.arguments.first,
            ["all", "everything"].contains(word.lowercased()), unmuting.find(word) == nil
        {
            throw .usage("for all muted apps: focus-switch unmute --all")
        }
        var apps = isAll ? mutes.map(\.app) : []
        let isMuted = { name in unmuting.find(name) != nil }
        try unmuting.refuseLater(values.arguments)
        // Muted apart, they are ended apart, although both together name another muted app.
        let words =
            values.arguments.allSatisfy(isMuted)
            ? values.arguments
            : try ListWords.joined(values.arguments, invocation.apps, or: isMuted)
        // “Slack and Mail”.
        for word in words
        where words.count == 1 || isMuted(word) || !word.means(.and) {
            apps.append(try unmuting.app(word))
        }
        guard isAll || !apps.isEmpty else { throw .usage("expected an app, or --all") }
        let titles = apps.map { unmuting.title(of: $0) }
        for app in apps { try invocation.ask(.unmute(app)) }
        invocation.undoCommands = MuteUndo(invocation: invocation, before: mutes)
            .commands(of: apps)
        let ids = apps.map { JSONValue.string($0.rawValue) }
        invocation.report(["unmuted": ids.count == 1 && !isAll ? ids[0] : .array(ids)]) {
            if isAll, apps.isEmpty { invocation.output.sentence("No app is muted.") }
            for title in isAll && !apps.isEmpty ? [titles.joined(separator: ", ")] : titles {
                invocation.output.sentence("Unmuted \(title).")
            }
        }
    }

    static let muteSender = Command(
        "missed mute", "ID",
        summary: "Mute the app of a notification, with any Focus and without one",
        details: "“focus-switch unmute” ends that. For a while: --for or --until.",
        options: EndTime.options,
        examples: ["focus-switch missed mute 12", "focus-switch missed mute 12 --for 1h"]
    ) { invocation, values throws(CommandFailure) in
        let (end, words) = try EndTime.readIDs(values, now: invocation.now)
        guard words.count == 1 else { throw MissedCommands.noID }
        let record = try invocation.entry(MissedCommands.id(words[0])).record
        let app = record.program ?? record.app
        if values.arguments.count == 2, EndTime.isTonight(values.arguments.suffix(1)) {
            throw EndTime.tonight("focus-switch missed mute \(words[0])", now: invocation.now)
        }
        let muting = Muting(invocation: invocation, values: values)
        try muting.mute([app], until: end)
        muting.adviseUnmute([app])
    }
}

/// The steps of `mute`.
@LoopActor struct Muting {
    let invocation: Invocation
    let values: OptionValues

    /// Prints the command that ends the mutes.
    func adviseUnmute(_ apps: [AppID]) {
        guard !invocation.isJSON else { return }
        let commands = MuteUndo(invocation: invocation, before: []).commands(apps, nil)
        invocation.output.advice("To end that: \(commands.joined(separator: " && "))".printable)
    }

    /// Returns the apps to mute.
    func apps(_ words: [String], _ end: ActivationEnd) throws(CommandFailure) -> [AppID] {
        try invocation.needFocusd()
        // A muted app may have no desktop file and no notification in history.
        let muted = try invocation.ask(.mutes).map(\.app)
        func known(_ word: String) -> AppID? {
            muted.first { $0.rawValue.lowercased() == word.lowercased() }
        }
        let option = EndTime.typedOption(end, values, now: invocation.now)
        if known(words.joined(separator: " ")) == nil {
            try refuseHabit(words)
        }
        var names = try ListWords.joined(words, invocation.apps) { known($0) != nil }
        func isStray(_ word: String) -> Bool {
            let isTime = words.count > 1 && TimeWords.isTime(word)
            return (word.means(.little) || isTime) && !invocation.apps.isName(word)
                && known(word) == nil
        }
        let strays = names.filter(isStray)
        if let first = strays.first {
            names.removeAll(where: isStray)
            let isBetween = words.first != first && words.last != strays.last
            var areKnown = true
            for name in names where known(name) == nil {
                if try invocation.apps.isUnknown(name) { areKnown = false }
            }
            if !areKnown || !strays.allSatisfy({ $0.means(.and) }) || !isBetween,
                !values.flag("yes")
            {
                throw try stray(first, in: words, names, option)
            }
        }
        var others: [String] = []
        for name in names where known(name) == nil {
            if try !invocation.apps.isUnknown(name) { others.append(name) }
        }
        others += names.filter { known($0) != nil }
        var apps: [AppID] = []
        for name in names {
            let muted = known(name)
            let app = if let muted { muted } else { try app(name, beside: others, words, option) }
            if !apps.contains(app) { apps.append(app) }
        }
        // Belongs to the notes about the apps.
        try UnknownApps.hintAtOneName(names, words, invocation) { name in
            "focus-switch mute \(name)\(option)"
        }
        return apps
    }

    /// The failure for `mute off` and `mute toggle`, which name no app.
    func state(_ word: String) -> CommandFailure {
        .usage(
            "“\(word.printable)” is no app",
            word.lowercased() == "off"
                ? "To end all mutes: focus-switch unmute --all"
                : "To turn Do Not Disturb on or off: focus-switch toggle dnd",
            "Muted apps: focus-switch mute",
            "To mute an app of that name: \(invocation.agreeing)")
    }

    /// Throws for words that are an end without an app before it.
    func refuseEndAlone(_ words: [String]) throws(CommandFailure) {
        let text = words.joined(separator: " ")
        let hasLead = EndTime.leads.contains(words[0].lowercased())
        let isTonight = EndTime.isTonight(words)
        let isTime = isTonight || EndTime.isEnd(words, now: invocation.now)
        guard hasLead || isTime, try invocation.apps.isUnknown(hasLead ? words[0] : text) else {
            return
        }
        let step =
            isTonight
            ? EndTime.tonight("focus-switch dnd", now: invocation.now).details
            : EndTime.split(words, now: invocation.now).map { end in
                [NearMiss.silencingAll + end.option]
            }
        throw .usage("expected an app to mute before “\(text.printable)”", details: step ?? [])
    }

    /// Throws for a word such as “Chat for 1h”, quoted as a whole, unless an app has that name.
    func refuseQuotedEnd(_ words: [String]) throws(CommandFailure) {
        let parts = words[0].split(separator: " ").map(String.init)
        guard words.count == 1, !values.flag("yes"),
            case .unknown = invocation.apps.resolver.resolve(words[0]),
            let (names, _) = try? EndTime.trailing(parts, now: invocation.now, withDays: false)
        else { return }
        let name = shellQuoted(names.joined(separator: " "))
        let end = parts.dropFirst(names.count).map(shellQuoted).joined(separator: " ")
        throw .refused(
            "there is no app “\(words[0].printable)”",
            "Without the quotes: focus-switch mute \(name) \(end)".printable,
            "To mute an app of that name: \(invocation.agreeing)")
    }

    /// Throws for a last word such as “off”, unless an app has that name.
    private func refuseHabit(_ words: [String]) throws(CommandFailure) {
        guard words.count > 1, let last = words.last,
            case .unknown = invocation.apps.resolver.resolve(last, isExact: true),
            case .unknown = invocation.apps.resolver.resolve(
                words.joined(separator: " "), isExact: true)
        else { return }
        // “all day”, “this afternoon”.
        let time = (2...4).lazy.map { words.suffix($0).joined(separator: " ").lowercased() }.first {
            EndTime.isEndOfDay($0) || $0 == "this afternoon"
        }
        let count = time.map { $0.split(separator: " ").count } ?? 1
        let named = try ListWords.certain(words.dropLast(count), invocation.apps) ?? []
        let apps = named.isEmpty ? "APP" : named.map(shellQuoted).joined(separator: " ")
        let remedy: String
        switch time ?? last.lowercased() {
        case "this afternoon":
            guard CalendarTime(local: invocation.now).hour < 18 else { return }
            remedy = "To mute until the evening: focus-switch mute \(apps) --until 18:00"
        case let day where EndTime.isEndOfDay(day):
            remedy = "To mute until tomorrow: focus-switch mute \(apps) --until tomorrow"
        case "off": remedy = "To end the mute: focus-switch unmute \(apps)"
        case "on": remedy = "To mute until you unmute: focus-switch mute \(apps)"
        case "today":
            remedy = "To mute until tomorrow: focus-switch mute \(apps) --until tomorrow"
        case "tonight": throw EndTime.tonight("focus-switch mute \(apps)", now: invocation.now)
        case "for": remedy = "A time is missing behind it: focus-switch mute \(apps) for 1h"
        case let lead where EndTime.untilWords.contains(lead):
            remedy = "A time is missing behind it: focus-switch mute \(apps) until 18:00"
        default:
            guard let span = ClockWords.foreignSpan(words.suffix(2)) else { return }
            remedy = "To mute for that long: focus-switch mute APP --for \(span)"
        }
        throw .usage("“\((time ?? last).printable)” is no app", remedy.printable)
    }

    /// Returns the app that a word means, which is not muted yet.
    ///
    /// - Parameters:
    ///   - others: the known apps beside it.
    ///   - words: all words, as the user typed them.
    ///   - end: the option with the end of the mute, behind a blank.
    private func app(
        _ word: String, beside others: [String], _ words: [String], _ end: String
    ) throws(CommandFailure) -> AppID {
        if let id = UInt32(word), try invocation.apps.find(word, isExact: true) == nil,
            let entry = try? invocation.ask(.entry(ClientID(rawValue: id)))
        {
            throw .refused(
                "“\(id)” is no app but a notification of \(invocation.sender(of: entry)); to mute"
                    + " that app: focus-switch missed mute \(id)")
        }
        try refuseFocus(word)
        let sites = NamedSites(invocation: invocation)
        try sites.refuseMute(word, isForced: values.flag("yes"))
        if let sender = try sender(word) { return sender }
        try invocation.confirmMistyped(word, "Mute", values)
        if !values.flag("yes") {
            try refuse(word, besideMuted: others, words, end)
        }
        let app = try invocation.apps.app(word, isCertain: true).id
        try sites.hintAtMute(of: word)
        return app
    }

    /// Returns the only app that has sent under exactly that name, where the word would else mean
    /// an app that has sent nothing: a mute is about what one has seen.
    private func sender(_ word: String) throws(CommandFailure) -> AppID? {
        guard let found = try invocation.apps.find(word), found.sentIDs.isEmpty,
            found.id.rawValue != word
        else { return nil }
        let senders = invocation.apps.resolver.apps.filter {
            !$0.sentIDs.isEmpty && $0.sentNames.contains(word)
        }
        return senders.count == 1 ? senders[0].id : nil
    }

    /// Throws for the name of a Focus that names no app.
    func refuseFocus(_ word: String) throws(CommandFailure) {
        guard !values.flag("yes"), try invocation.apps.isUnknown(word),
            FocusEditor(invocation).isNamed(word)
        else { return }
        throw .usage(
            "“\(word.printable)” is a Focus, not an app",
            "To turn it on: focus-switch on \(shellQuoted(word))",
            "To mute an app of that name: \(invocation.agreeing)")
    }

    /// Mutes the apps, and reports it.
    func mute(_ apps: [AppID], until end: ActivationEnd) throws(CommandFailure) {
        let before = try invocation.ask(.mutes)
        for app in apps { try invocation.ask(.mute(app, until: end)) }
        invocation.undoCommands = MuteUndo(invocation: invocation, before: before)
            .commands(of: apps)
        let mutes = try invocation.ask(.mutes)
        let muted = apps.map { app in mutes.first { $0.app == app } }
        let values = zip(apps, muted).map { $1?.json ?? .string($0.rawValue) }
        invocation.report(["muted": values.count == 1 ? values[0] : .array(values)]) {
            for (app, mute) in zip(apps, muted) {
                let end = mute?.endText(now: invocation.now) ?? ""
                invocation.output.sentence("Muted \(invocation.apps.title(of: app))\(end).")
            }
        }
    }

    func list() throws(CommandFailure) {
        let mutes = try invocation.ask(.mutes)
        invocation.report(["mutes": .array(mutes.map(\.json))]) {
            guard !mutes.isEmpty else { return invocation.output.line("No app is muted.") }
            var table = Table(.cut, flexible: [0])
            for mute in mutes {
                let name = KnownApp(mute.app, name: mute.name).title.printable
                let end = mute.endText(now: invocation.now)
                table.add(
                    name, "muted" + (end.isEmpty ? " until you unmute it" : end),
                    mute.isNewApp ? "new app" : "")
            }
            invocation.output.table(table)
        }
    }
}
