// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Predicates

/// The two kinds of files with the groups of a Focus: the raw value is the name of the first group.
enum FocusFileKind: String {
    case focus = "Focus"
    /// The file `always.focus`.
    case always = "Always"

    init(_ id: FocusID) {
        self = id == .always ? .always : .focus
    }

    /// The keys of the first group.
    var keys: [String] {
        let lists = [
            "Apps", "AppList", "People", "PeopleList", "AllowedSites", "SilencedSites",
        ]
        return switch self {
        case .focus:
            ["Name", "Icon", "Color"] + lists + [
                "TimeSensitive", "TimeSensitiveExcept", "RepeatBreaksThrough", "HideBadges",
                "Summary", "Deliver",
            ]
        case .always: lists + ["NewApps", "CountInBadge"]
        }
    }

    /// The first words of its groups.
    var groups: [String] {
        switch self {
        case .focus: [rawValue, "Schedule", "Triggers", "Rule", "Filter"]
        case .always: [rawValue, "Rule"]
        }
    }
}

/// The kinds of groups of a Focus's file.
enum FocusGroup {
    case head(FocusFileKind)
    case schedule(name: String)
    case triggers
    case rule(name: String)
    case filter(app: String, id: String)

    /// The group's name in the file.
    var name: String {
        switch self {
        case .head(let kind): kind.rawValue
        case .schedule(let name): "Schedule \(name)"
        case .triggers: "Triggers"
        case .rule(let name): "Rule \(name)"
        case .filter(let app, let id): "Filter \(app) \(id)"
        }
    }

    /// Parses a group's name; the failure says what is wrong.
    static func parse(_ name: String, in file: FocusFileKind) -> Result<FocusGroup, Malformed> {
        let words = name.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let kind = words.first else { return .failure(Malformed(reason: "an empty group")) }
        guard file.groups.contains(kind) else {
            return .failure(Malformed(reason: "group \(unknown(kind, among: file.groups))"))
        }
        let rest = words.dropFirst().joined(separator: " ")
        switch kind {
        case file.rawValue where rest.isEmpty:
            return .success(.head(file))
        case "Triggers" where rest.isEmpty:
            return .success(.triggers)
        case file.rawValue, "Triggers":
            return .failure(Malformed(reason: "[\(kind)] has no name of its own"))
        case "Schedule", "Rule":
            if let complaint = KeyFileReader.complaint(aboutName: rest) {
                let reason = rest.isEmpty ? "it needs a name: [\(kind) NAME]" : complaint
                return .failure(Malformed(reason: "group [\(kind)]: \(reason)"))
            }
            return .success(kind == "Rule" ? .rule(name: rest) : .schedule(name: rest))
        default:
            let ids = words.dropFirst()
            let limit = FocusFileLimits.listEntryBytes
            guard ids.count == 2, ids.allSatisfy({ $0.utf8.count <= limit }) else {
                return .failure(
                    Malformed(reason: "group [Filter]: it needs two ids: [Filter APP ID]"))
            }
            return .success(.filter(app: words[1], id: words[2]))
        }
    }

    struct Malformed: Error {
        let reason: String
    }
}

/// Converts a key file to a Focus, or reports all its problems.
struct FocusFileReader {
    private let kind: FocusFileKind
    private var reader: KeyFileReader
    private var focus: Focus
    /// Kind and name of each group, for finding duplicate groups.
    private var seen: Set<String> = []

    /// Reads the file of a Focus or, with the id ``FocusID/always``, `always.focus` as a
    /// Focus with its lists and rules.
    static func read(_ file: KeyFile, id: FocusID, path: String) throws(FileProblems) -> Focus {
        try checkLength(file.contents.utf8.count, path)
        let kind = FocusFileKind(id)
        var reader = FocusFileReader(
            kind: kind, reader: KeyFileReader(file, path: path),
            focus: Focus(id: id, name: kind == .always ? kind.rawValue : id.rawValue))
        reader.readGroups()
        try reader.reader.finish()
        return reader.focus
    }

    /// Refuses a file beyond ``FocusFileLimits/focusBytes``, which would be parsed while all
    /// clients wait.
    static func checkLength(_ bytes: Int, _ path: String) throws(FileProblems) {
        let limit = FocusFileLimits.focusBytes
        guard bytes > limit else { return }
        let reason = "larger than \(limit) bytes; shorten its lists and rules"
        throw FileProblems(problems: [FileProblem(file: path, reason: reason)])
    }

    private mutating func readGroups() {
        if kind == .focus, !reader.file.contains(group: kind.rawValue) {
            reader.report("there is no [Focus]", line: nil)
        }
        for name in reader.file.groups {
            switch FocusGroup.parse(name, in: kind) {
            case .failure(let malformed): reader.report(malformed.reason, in: name)
            case .success(let group):
                guard isFirst(group, called: name) else { continue }
                read(group, called: name)
            }
        }
        limit(focus.rules.count, FocusFileLimits.rules, "rules")
        limit(focus.schedules.count, FocusFileLimits.schedules, "schedules")
        limit(focus.filters.count, FocusFileLimits.filters, "filters")
    }

    private mutating func read(_ group: FocusGroup, called name: String) {
        switch group {
        case .head: readHead(name)
        case .schedule(let schedule): readSchedule(schedule, name)
        case .triggers: readTriggers(name)
        case .rule(let rule): readRule(rule, name)
        case .filter(let app, let id): readFilter(app, id, name)
        }
    }

    /// Reports duplicate groups. GKeyFile merges equal groups, which would mix two rules into one.
    private mutating func isFirst(_ group: FocusGroup, called name: String) -> Bool {
        let lines = reader.file.lines(ofGroup: name)
        if case .head = group {
            // GKeyFile treats [ Focus ] as another group, which edits would not find.
            if name != group.name {
                reader.report("[\(group.name)] is written without blanks", in: name)
            }
            return name == group.name
        }
        for line in lines.dropFirst() {
            reader.report("a second [\(group.name)]; the first is on line \(lines[0])", line: line)
        }
        // The same name with different spaces.
        guard seen.insert(group.name).inserted else {
            reader.report("a second [\(group.name)]", in: name)
            return false
        }
        return true
    }

    private mutating func limit(_ count: Int, _ limit: Int, _ things: String) {
        if count > limit { reader.report("\(count) \(things), more than \(limit)", line: nil) }
    }

    // MARK: [Focus], [Always]

    private mutating func readHead(_ group: String) {
        reader.allowKeys(kind.keys, in: group)
        if let apps = reader.policy(group, "Apps", "AppList", { AppID($0) }) { focus.apps = apps }
        if let people = reader.policy(group, "People", "PeopleList", { PersonKey($0) }) {
            focus.people = people
        }
        focus.allowedSites = reader.sites(group, "AllowedSites")
        focus.silencedSites = reader.sites(group, "SilencedSites")
        switch kind {
        case .focus: readFocus(group)
        case .always:
            // FocusFile+Always.swift returns them.
            _ = reader.choice(group, "NewApps", of: NewApps.self)
            _ = reader.flag(group, "CountInBadge")
        }
    }

    private mutating func readFocus(_ group: String) {
        if let name = reader.name(group, "Name") { focus.name = name }
        focus.icon = reader.name(group, "Icon")
        focus.color = readColor(group)
        if let flag = reader.flag(group, "TimeSensitive") { focus.timeSensitive = flag }
        if let apps = reader.apps(group, "TimeSensitiveExcept") { focus.timeSensitiveExcept = apps }
        if let flag = reader.flag(group, "RepeatBreaksThrough") { focus.repeatBreaksThrough = flag }
        if let flag = reader.flag(group, "HideBadges") { focus.hideBadges = flag }
        if let flag = reader.flag(group, "Summary") { focus.summary = flag }
        if let times = readTimes(group, "Deliver") { focus.deliverAt = times }
    }

    private mutating func readColor(_ group: String) -> String? {
        guard let color = reader.text(group, "Color") else { return nil }
        let digits = color.utf8.dropFirst()
        guard color.utf8.first == UInt8(ascii: "#"), digits.count == 6,
            digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
        else {
            reader.report("Color: expected #rrggbb", in: group, key: "Color")
            return nil
        }
        return color
    }

    // MARK: [Schedule NAME]

    static let scheduleKeys = ["Days", "From", "To", "Share"]

    private mutating func readSchedule(_ name: String, _ group: String) {
        reader.allowKeys(Self.scheduleKeys, in: group)
        let days = readDays(group)
        let from = readTime(group, "From")
        let to = readTime(group, "To")
        guard let days, let from, let to else { return }
        let isShared = reader.flag(group, "Share") ?? false
        focus.schedules.append(
            Schedule(name: name, days: days, from: from, to: to, isShared: isShared))
    }

    private mutating func readDays(_ group: String) -> Set<Weekday>? {
        guard reader.require("Days", in: group), let words = reader.list(group, "Days") else {
            return nil
        }
        guard !words.isEmpty else {
            reader.report("Days: no day", in: group, key: "Days")
            return nil
        }
        var days: Set<Weekday> = []
        for word in words {
            guard let day = Weekday(rawValue: word) else {
                let known = Weekday.allCases.map(\.rawValue)
                reader.report("Days: \(unknown(word, among: known))", in: group, key: "Days")
                return nil
            }
            days.insert(day)
        }
        return days
    }

    /// Returns times of day in order, without duplicates.
    private mutating func readTimes(_ group: String, _ key: String) -> [TimeOfDay]? {
        guard let texts = reader.list(group, key) else { return nil }
        var times: Set<TimeOfDay> = []
        for text in texts {
            guard let time = TimeOfDay(text) else {
                reader.report(
                    "\(key): expected times from 00:00 to 23:59, as 12:30;18:00", in: group,
                    key: key)
                return nil
            }
            times.insert(time)
        }
        guard times.count <= FocusFileLimits.deliveries else {
            reader.report(
                "\(key): \(times.count) times, more than \(FocusFileLimits.deliveries)", in: group,
                key: key)
            return nil
        }
        return times.sorted()
    }

    private mutating func readTime(_ group: String, _ key: String) -> TimeOfDay? {
        guard reader.require(key, in: group), let text = reader.text(group, key) else { return nil }
        guard let time = TimeOfDay(text) else {
            reader.report(
                "\(key): expected a time from 00:00 to 23:59, as 09:30", in: group, key: key)
            return nil
        }
        return time
    }

    // MARK: [Triggers]

    /// The keys of the triggers without a name.
    static let triggerFlags: KeyValuePairs<String, Trigger> = [
        "ScreenShared": .screenShared, "FullScreen": .fullScreen, "Microphone": .microphone,
        "Camera": .camera, "Calendar": .calendar(""), "VPN": .vpn, "Docked": .docked,
        "LidClosed": .lid, "Locked": .locked, "Power": .power, "Battery": .battery, "Game": .game,
    ]

    static let triggerKeys =
        ["Apps", "Calendars", "Networks", "Grace", "Share"] + triggerFlags.map(\.key)

    private mutating func readTriggers(_ group: String) {
        reader.allowKeys(Self.triggerKeys, in: group)
        focus.triggers = Set(
            triggerNames(group, "Apps", "apps").map { .app(AppID($0)) }
                + triggerNames(group, "Calendars", "calendars").map(Trigger.calendar)
                + triggerNames(group, "Networks", "networks").map(Trigger.network))
        for (key, trigger) in Self.triggerFlags where reader.flag(group, key) == true {
            focus.triggers.insert(trigger)
        }
        if let seconds = reader.number(group, "Grace", in: FocusFileLimits.graceSeconds) {
            focus.triggerGrace = Int64(seconds) * 1_000
        }
        if let isShared = reader.flag(group, "Share") { focus.sharesTriggers = isShared }
    }

    private mutating func triggerNames(
        _ group: String, _ key: String, _ things: String
    ) -> [String] {
        let names = Set(reader.list(group, key) ?? [])
        if names.count > FocusFileLimits.triggerApps {
            reader.report(
                "\(key): \(names.count) \(things), more than \(FocusFileLimits.triggerApps)",
                in: group, key: key)
        }
        return names.sorted()
    }

    // MARK: [Rule NAME]

    private mutating func readRule(_ name: String, _ group: String) {
        if let rule = reader.rule(name, group) { focus.rules.append(rule) }
    }

    // MARK: [Filter APP ID]

    /// The only key of a filter that is not a parameter.
    static let predicateKey = "Predicate"

    private mutating func readFilter(_ app: String, _ id: String, _ group: String) {
        var filter = FilterConfiguration(app: AppID(app), filter: id)
        filter.predicate = reader.predicate(group, Self.predicateKey)
        filter.places.file = reader.path
        for key in reader.file.keys(in: group) where key != Self.predicateKey {
            _ = reader.parameter(group, key)
            filter.parameters[key] = reader.file.rawValue(group, key)
            filter.places.lines[key] = reader.file.line(ofGroup: group, key: key)
        }
        if filter.parameters.count > FocusFileLimits.parameters {
            reader.report(
                "\(filter.parameters.count) parameters, more than \(FocusFileLimits.parameters)",
                in: group)
        }
        focus.filters.append(filter)
    }

}
