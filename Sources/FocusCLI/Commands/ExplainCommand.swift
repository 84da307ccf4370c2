// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The command `explain`, which gives the reason for a decision about a past or a described
/// notification.
enum ExplainCommand {
    static let all = [explain]

    static let explain = Command(
        "explain", "[ID]",
        summary: "Explain why a notification was delivered or silenced, or would be",
        details: """
            With an ID, the reason of that notification's decision. With options instead, the decision \
            about the notification that they describe; nothing is sent.

            Feedback, such as the popup of the volume, has the hint synchronous (--hint \
            synchronous=volume), passes every Focus and is not kept, so it has no ID. Only a mute or a \
            silence list of always.focus silences it.
            """,
        options: options,
        examples: [
            "focus-switch explain 12", "focus-switch explain --app org.example.Chat",
            "focus-switch explain --app org.example.Chat --criteria personal --focus work",
        ]
    ) { invocation, values throws(CommandFailure) in
        try SpokenQuestion.refuse(values, invocation)
        let arguments = try values.arguments(0...1, "at most one id of a notification")
        let given = options.map(\.name).filter { name in
            !values.strings(name).isEmpty || values.flag(name)
        }
        if let id = arguments.first {
            let texts = ["app", "person", "summary", "body"]
            for option in id.isNumber ? [] : texts {
                for split in SplitValue.all(option, in: invocation.words) {
                    throw SplitValues(invocation: invocation).surplus(split)
                }
            }
            if let option = given.first, id.isNumber || given.contains("app") {
                throw .usage(
                    "“\(id.printable)” names a notification and --\(option) describes another; use"
                        + " one of them")
            }
            if FeedbackAdvice.words.contains(id.lowercased()), try invocation.apps.find(id) == nil {
                throw FeedbackAdvice.noID(id)
            }
            guard id.allSatisfy(\.isNumber) else {
                var words = invocation.words
                words.insert("--app", at: words.firstIndex(of: id) ?? words.endIndex)
                throw .usage(
                    "“\(id.printable)” is not the id of a notification; for an app: focus-switch"
                        + " \(words.map(shellQuoted).joined(separator: " ").printable)")
            }
            return try explain(invocation.entry(MissedCommands.id(id)), invocation)
        }
        guard given.contains(where: { $0 != "focus" && $0 != "no-focus" }) else {
            throw .usage(
                "expected the id of a notification (focus-switch history), or options that describe"
                    + " one, as --app",
                details: invocation.words == ["why"] ? SpokenQuestion.stepsAlone(invocation) : [])
        }
        var request = try request(values)
        if let word = request.focus {
            let editor = FocusEditor(invocation)
            if let failure = editor.ambiguity(of: word) { throw failure }
            request.focus = FocusAlias.resolved(word, editor.catalog)
        }
        if let word = values.string("app"), !word.isEmpty {
            try invocation.needFocusd()
            try refusePerson(word, invocation)
            let app = try invocation.apps.app(word)
            request.app = app.id.rawValue
            // A rule may ask for the name, which the app's notifications have.
            if values.string("app-name") == nil { request.appName = app.likelyName ?? "" }
        }
        try explain(request, invocation)
    }

    /// Throws for a known person in place of an app.
    @LoopActor private static func refusePerson(
        _ word: String, _ invocation: Invocation
    ) throws(CommandFailure) {
        guard try invocation.apps.isUnknown(word),
            KnownPeople(FocusEditor(invocation)).contains(word)
        else { return }
        let command = "focus-switch explain --person \(shellQuoted(word))".printable
        throw .refused(
            "there is no app “\(word.printable)”, but a person of that name",
            "For the person: \(command)")
    }

    /// Options that describe a notification, or the Focus that decides.
    private static let options: [OptionParser.Option] = [
        .init("app", .string, placeholder: "APP", help: "App, by name or id"),
        .init(
            "app-name", .string, placeholder: "NAME",
            help: "Name that the app sends (its known name)"),
        .init("summary", .string, placeholder: "TEXT", help: "Its title"),
        .init("body", .string, placeholder: "TEXT", help: "Its text"),
        .init("category", .string, placeholder: "C", help: "As in email.arrived"),
        .init("urgency", .string, placeholder: "U", help: "low, normal or critical"),
        .init(
            "level", .string, placeholder: "L",
            help: "passive, active, time-sensitive or critical"),
        .init("person", .strings, placeholder: "P", help: "Its sender; repeatable"),
        .init("site", .string, placeholder: "SITE", help: "Web site that it is from"),
        .init("criteria", .string, placeholder: "C", help: "Its filterCriteria"),
        .init(
            "hint", .strings, placeholder: "NAME=VALUE", help: "Any other hint; repeatable"),
        .init("focus", .string, placeholder: "FOCUS", help: "As if that Focus were on"),
        .init("no-focus", help: "As if no Focus were on"),
    ]

    @LoopActor private static func explain(
        _ entry: EntryWire, _ invocation: Invocation
    ) throws(CommandFailure) {
        let record = entry.record
        let circumstances = Wording.Circumstances(
            app: record.app,
            name: entry.name ?? invocation.apps.listedName(of: record.program ?? record.app),
            focus: try name(of: record.focus, invocation),
            criteria: record.filterCriteria, isPast: true, isWaiting: record.isWaiting,
            site: record.site,
            isMarkedCritical: record.urgency == .critical, people: record.people,
            now: invocation.now,
            allowing: record.reason == .allowed
                ? AllowingList(invocation, record.notification, record.focus).clause : nil)
        let sentence = Wording.sentence(record.verdict, record.reason, circumstances)
        let json = json(record.verdict, record.reason, record.level, record.focus, [], sentence)
        let advice = UrgencyAdvice(
            invocation: invocation, urgency: record.urgency, reason: record.reason,
            level: record.level, app: record.program ?? record.app, focus: record.focus)
        let origin = FocusOrigin(of: record.focus, at: record.time, invocation)
        let allow =
            record.verdict == .silence
            ? AllowAdvice(invocation, record.reason, record.notification, record.focus) : nil
        invocation.report(
            json.adding([
                "link": .optional(origin.machine), "heldBy": .optional(origin.holder),
                "entry": entry.json,
            ])
            .adding(advice.members).adding([
                "allow": .optional(allow?.command), "unmute": .optional(allow?.unmute),
            ])
        ) {
            invocation.output.sentence(sentence)
            if record.verdict == .deliver, !record.isWaiting { tellPause(invocation) }
            if let text = advice.text { invocation.output.advice(text) }
            if let text = FeedbackAdvice.text(record.reason, record.program ?? record.app) {
                invocation.output.advice(text)
            }
            var table = Table()
            table.add("Reason", code(record.reason))
            table.add("App", entry.title)
            table.add("Level", record.level.name)
            if let focus = circumstances.focus {
                table.add("Focus", origin.text(focus))
            }
            if let holder = origin.holder { table.add("Held by", holder.printable) }
            if !record.people.isEmpty {
                table.add("People", Wording.people(record.people, record.peopleSource))
            }
            if let site = record.site { table.add("Site", site.printable) }
            table.add("Arrived", TimeText.full(record.time))
            if let text = Wording.later(entry) { table.add("Later", text) }
            if record.state == .queued { table.add("State", Wording.state(.queued)) }
            table.add("Summary", record.summary.printable)
            invocation.output.table(table)
            TitleAdvice(invocation, record.reason, record.notification, record.focus)?.print()
            allow?.print(isPast: true)
        }
    }

    /// Says that the server draws no popups now, so that a delivered notification has none.
    @LoopActor private static func tellPause(_ invocation: Invocation) {
        guard let server = (try? invocation.ask(.status))?.server, server.isPaused else { return }
        invocation.output.advice(
            "\(server.pauseCause) now and shows no popups: \(server.pauseRemedy)")
    }

    @LoopActor private static func explain(
        _ request: ExplainRequest, _ invocation: Invocation
    ) throws(CommandFailure) {
        let answer = try answer(request, invocation)
        var circumstances = Wording.Circumstances(
            app: AppID(request.app), name: invocation.apps.listedName(of: AppID(request.app)),
            focus: try name(of: answer.focus, invocation),
            criteria: request.criteria, isPast: false, site: request.site,
            isMarkedCritical: request.urgency == Urgency.critical.rawValue, people: answer.people,
            now: invocation.now)
        var notification = request.notification
        notification?.people = answer.people
        if answer.reason == .allowed, let notification {
            circumstances.allowing = AllowingList(invocation, notification, answer.focus).clause
        }
        let sentence = Wording.sentence(answer.verdict, answer.reason, circumstances)
        let json = json(
            answer.verdict, answer.reason, answer.level, answer.focus, answer.faults, sentence)
        let urgency = request.urgency.flatMap(Urgency.init) ?? .normal
        let advice = UrgencyAdvice(
            invocation: invocation, urgency: urgency, reason: answer.reason, level: answer.level,
            app: AppID(request.app), focus: answer.focus)
        let origin = FocusOrigin(of: answer.focus, at: invocation.now, invocation)
        let allow =
            answer.verdict == .silence
            ? notification.map {
                AllowAdvice(
                    invocation, answer.reason, $0, answer.focus, asked: request.focus)
            } : nil
        let people: KeyValuePairs<String, JSONValue> = [
            "link": .optional(origin.machine), "heldBy": .optional(origin.holder),
            "appName": .optional(request.appName.isEmpty ? nil : request.appName),
            "people": .strings(answer.people),
            "peopleSource": .optional(answer.people.isEmpty ? nil : answer.peopleSource.rawValue),
            "allow": .optional(allow?.command), "unmute": .optional(allow?.unmute),
            "steps": .array(answer.steps.map { Self.json($0) }),
        ]
        invocation.report(json.adding(advice.members).adding(people)) {
            invocation.output.sentence(sentence)
            if request.level == InterruptionLevel.critical.name, answer.level < .critical {
                invocation.output.sentence(
                    "The level critical counts only from the apps in [Critical] Apps= of"
                        + " focusd.conf(5); from others it is time-sensitive.")
            }
            if let text = advice.text { invocation.output.advice(text) }
            if let text = FeedbackAdvice.text(answer.reason, AppID(request.app)) {
                invocation.output.advice(text)
            }
            var table = Table()
            table.add("Reason", code(answer.reason))
            if !request.app.isEmpty {
                table.add("App", invocation.apps.title(of: AppID(request.app)))
            }
            table.add("Level", answer.level.name)
            if let focus = circumstances.focus {
                table.add("Focus", origin.text(focus))
            }
            if let holder = origin.holder { table.add("Held by", holder.printable) }
            if !answer.people.isEmpty {
                table.add("People", Wording.people(answer.people, answer.peopleSource))
            }
            for fault in answer.faults {
                table.add("Fault", "\(fault.printable) (skipped)")
            }
            invocation.output.table(table)
            if let notification {
                TitleAdvice(invocation, answer.reason, notification, answer.focus)?.print()
            }
            allow?.print(isPast: false)
        }
    }

    @LoopActor private static func answer(
        _ request: ExplainRequest, _ invocation: Invocation
    ) throws(CommandFailure) -> ExplainAnswer {
        do throws(ControlError) {
            return try invocation.askControl(.explain(request))
        } catch {
            // The own message has a suggestion.
            if case .refused(.unknownFocus, _) = error, let word = request.focus {
                _ = try FocusEditor(invocation).focus(named: word)
            }
            throw invocation.failure(error)
        }
    }

    private static func code(_ reason: Reason) -> String {
        switch reason {
        case .admitted: return Wording.short(reason)
        case .muted: return reason.code
        default: return reason.code + (reason.detail.map { " \($0.printable)" } ?? "")
        }
    }

    private static func json(
        _ verdict: Verdict, _ reason: Reason, _ level: InterruptionLevel, _ focus: FocusID?,
        _ faults: [String], _ sentence: String
    ) -> JSONValue {
        [
            "verdict": .string(verdict.rawValue), "reason": .string(reason.code),
            "reasonDetail": .optional(reason.detail), "level": .string(level.name),
            "focus": .optional(focus?.rawValue), "faults": .strings(faults),
            "text": .string(sentence),
        ]
    }

    private static func json(_ step: DecisionStep) -> JSONValue {
        [
            "step": .string(step.kind.rawValue), "outcome": .string(step.outcome.rawValue),
            "name": .optional(step.name),
        ]
    }

    /// Returns the Focus's name, or its id if the Focus was deleted.
    @LoopActor private static func name(
        of focus: FocusID?, _ invocation: Invocation
    ) throws(CommandFailure) -> String? {
        guard let focus, !focus.rawValue.isEmpty else { return nil }
        let focuses = try invocation.ask(.focuses)
        return focuses.first { $0.id == focus }?.name ?? focus.rawValue
    }

    // MARK: Described notification

    private static func request(
        _ values: OptionValues
    ) throws(CommandFailure) -> ExplainRequest {
        var request = ExplainRequest()
        request.app = values.string("app") ?? ""
        request.appName = values.string("app-name") ?? ""
        request.summary = values.string("summary") ?? ""
        request.body = values.string("body") ?? ""
        request.category = values.string("category")
        request.people = values.strings("person")
        request.criteria = values.string("criteria")
        request.site = try values.string("site").map { text throws(CommandFailure) in
            try ListCommands.site(text).host
        }
        request.urgency = try values.string("urgency").map(urgency)
        request.level = try values.string("level").map(level)
        if values.flag("no-focus") {
            guard values.string("focus") == nil else {
                throw .usage("--focus and --no-focus exclude each other")
            }
            request.focus = ""
        } else if let focus = values.string("focus") {
            guard !focus.isEmpty else { throw .usage("--focus: expected a Focus") }
            request.focus = focus
        }
        for hint in values.strings("hint") { try add(hint, to: &request) }
        return request
    }

    /// Adds a hint. A hint that focusd uses for decisions equals its option.
    private static func add(
        _ hint: String, to request: inout ExplainRequest
    ) throws(CommandFailure) {
        guard let equals = hint.firstIndex(of: "="), equals > hint.startIndex else {
            throw .usage("--hint: expected NAME=VALUE, got “\(hint.printable)”")
        }
        let name = String(hint[..<equals])
        let value = String(hint[hint.index(after: equals)...])
        request.hints[name] = value
        switch name {
        case "desktop-entry": if request.app.isEmpty { request.app = value }
        case "category": request.category = request.category ?? value
        case "filterCriteria": request.criteria = request.criteria ?? value
        case "x-focusd-person": request.people.append(value)
        case "urgency": if request.urgency == nil { request.urgency = try urgency(value) }
        case "interruption-level": if request.level == nil { request.level = try level(value) }
        default: break
        }
    }

    private static func urgency(_ word: String) throws(CommandFailure) -> UInt8 {
        let words = ["low", "normal", "critical"]
        let urgency = words.firstIndex(of: word).flatMap(UInt8.init(exactly:)) ?? UInt8(word)
        guard let urgency, Urgency(rawValue: urgency) != nil else {
            throw wrongWord("--urgency", word, words)
        }
        return urgency
    }

    private static func level(_ word: String) throws(CommandFailure) -> String {
        guard InterruptionLevel(name: word) != nil else {
            throw wrongWord("--level", word, InterruptionLevel.allCases.map(\.name))
        }
        return word
    }

    /// Returns the error for a word outside a fixed list, with the most similar word.
    static func wrongWord(_ place: String, _ word: String, _ words: [String]) -> CommandFailure {
        let nearest = NearestWord.find(word, in: words)
        return .usage(
            "\(place): expected \(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
                + ", got “\(word.printable)”" + CommandLineReader.suggestion(nearest))
    }
}
