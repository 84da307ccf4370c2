// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop
import Glibc

/// Setting of a Focus with a single value.
enum Setting: String, CaseIterable {
    case name
    case icon
    case color
    case timeSensitive = "time-sensitive"
    case timeSensitiveExcept = "time-sensitive-except"
    case repeatBreaksThrough = "repeat-breaks-through"
    case hideBadges = "hide-badges"
    case summary
    case deliver

    /// The setting with that key, in any letter case.
    init?(typed: String) { self.init(rawValue: typed.lowercased()) }

    /// True if the value may be “none”; an empty value is “none”, too.
    var takesNone: Bool {
        switch self {
        case .icon, .color, .timeSensitiveExcept, .deliver: true
        case .name, .timeSensitive, .repeatBreaksThrough, .hideBadges, .summary: false
        }
    }

    typealias Change = (inout FocusFile) throws(FocusFileError) -> Void

    /// Returns a change of the file, once the words are valid values of the setting.
    func change(to words: [String]) throws(CommandFailure) -> Change {
        if self == .timeSensitiveExcept { return try exceptions(words) }
        if self == .deliver { return try deliveries(words) }
        guard words.count == 1, let word = words.first else {
            throw .usage(
                words.isEmpty
                    ? "\(rawValue): expected \(expected)"
                    : "\(rawValue): expected one value, got \(words.count) (quote values with blanks)"
            )
        }
        guard takesNone || !word.trimmingBlanks.isEmpty else {
            throw .usage("\(rawValue): expected \(expected)")
        }
        let text: String? = word.isEmpty || word == "none" ? nil : word
        switch self {
        case .name: return { file throws(FocusFileError) in try file.setName(word) }
        case .icon:
            if let text { try Self.check(icon: text, "icon") }
            return { file throws(FocusFileError) in try file.setIcon(text) }
        case .color:
            if let text { try Self.check(color: text, "color") }
            return { file throws(FocusFileError) in try file.setColor(text) }
        case .timeSensitive: return try change(of: .timeSensitive, to: word)
        case .repeatBreaksThrough: return try change(of: .repeatBreaksThrough, to: word)
        case .hideBadges: return try change(of: .hideBadges, to: word)
        case .summary, .timeSensitiveExcept, .deliver: return try change(of: .summary, to: word)
        }
    }

    private func change(
        of flag: FocusChange.Flag, to word: String
    ) throws(CommandFailure) -> Change {
        let value = try self.flag(word)
        return { file throws(FocusFileError) in try file.set(flag, value) }
    }

    /// Throws for a text that no icon has as its name, and for a file that does not exist. The
    /// themes of the desktop, which this machine may not have, know which names there are.
    ///
    /// - Parameter option: the setting or the option, for the message.
    static func check(icon text: String, _ option: String) throws(CommandFailure) {
        if text.hasPrefix("file://") { return }
        if text.hasPrefix("/") {
            guard unsafe access(text, F_OK) != 0 else { return }
            throw .refused("\(option): there is no file \(text.printable)")
        }
        let isName = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
                || "-_.+".unicodeScalars.contains($0)
        }
        guard !isName || text.hasPrefix(".") else { return }
        throw .usage(
            "\(option): expected the name of an icon, as face-smile, or the whole path of a file,"
                + " got “\(text.printable)”")
    }

    /// Returns the setting that a word of its name means: `hide-badges` for `badges`, and for its
    /// key in a Focus file, `HideBadges`.
    static func meant(by word: String) -> Setting? {
        let folded = word.lowercased()
        let key = allCases.first {
            $0.rawValue.replacing("-", with: "") == folded.replacing("-", with: "")
        }
        if let key { return key }
        switch folded {
        case "badge", "badges": return .hideBadges
        case "colour": return .color
        case "picture", "symbol": return .icon
        case "digest", "batch": return .deliver
        default: break
        }
        let found = allCases.filter { $0.rawValue.split(separator: "-").contains { $0 == folded } }
        return found.count == 1 ? found[0] : nil
    }

    /// Returns the setting that several words mean: ``repeatBreaksThrough`` for “repeated calls”,
    /// which is Apple's name of it, ``hideBadges`` for “hide badges”. Nil for other words.
    static func spoken(_ words: [String]) -> Setting? {
        let folded = words.map { $0.lowercased() }
        let things: Set = ["call", "calls", "caller", "callers", "notification", "notifications"]
        if folded.count == 2, ["repeat", "repeated"].contains(folded[0]), things.contains(folded[1])
        {
            return .repeatBreaksThrough
        }
        guard folded.count > 1 else { return nil }
        return allCases.first { $0.rawValue == folded.joined(separator: "-") }
    }

    /// Names of colours, in lower case, with a text for each.
    private static let colors = [
        "blue": "#3584e4", "green": "#3a944a", "yellow": "#c88800", "orange": "#ed5b00",
        "red": "#e62d42", "pink": "#d56199", "purple": "#9141ac", "violet": "#9141ac",
        "brown": "#865e3c", "grey": "#6f8396", "gray": "#6f8396", "black": "#000000",
        "white": "#ffffff",
    ]

    /// Returns the value that words mean which the setting does not take: the code of a colour's
    /// name, times without the words between them. Nil for other words.
    func meant(_ words: [String]) -> [String]? {
        switch self {
        case .color:
            return words.count == 1 ? Self.colors[words[0].lowercased()].map { [$0] } : nil
        case .deliver:
            let typed = ListWords.split(words)
            let times = typed.filter {
                !$0.means(.and) && $0.lowercased() != "at"
            }
            let areTimes = times.allSatisfy { ClockWords.time($0) != nil }
            return areTimes && !times.isEmpty && times.count < typed.count ? times : nil
        default: return nil
        }
    }

    /// Throws for a text that is no colour of a Focus file.
    ///
    /// - Parameter option: the setting or the option, for the message.
    static func check(color text: String, _ option: String) throws(CommandFailure) {
        let digits = text.dropFirst()
        let isColor =
            text.first == "#" && digits.utf8.count == 6
            && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
        guard !isColor else { return }
        if let code = colors[text.lowercased()] {
            throw .usage("\(option): expected #rrggbb; \(text.printable) is \(code)")
        }
        throw .usage("\(option): expected #rrggbb, as #2f9e44, got “\(text.printable)”")
    }

    /// Returns the words of a value as focusd keeps it, as one text. Printable.
    func shown(_ words: [String]) -> String {
        let texts =
            switch self {
            case .deliver: ListWords.split(words).map { ClockWords.time($0)?.text ?? $0 }
            case .timeSensitive, .repeatBreaksThrough, .hideBadges, .summary:
                words.map { (try? flag($0)).map { $0 ? "on" : "off" } ?? $0 }
            case .name, .icon, .color, .timeSensitiveExcept: words
            }
        return texts.map(\.printable).joined(separator: ", ")
    }

    /// Returns a sentence about what a setting does since its change; nil if its value says it.
    func effect(in focus: Focus) -> String? {
        let name = focus.name.printable
        switch self {
        case .timeSensitive:
            return focus.timeSensitive
                ? "Time-sensitive notifications come through \(name)."
                : "Time-sensitive notifications no longer come through \(name), unless its lists or"
                    + " rules allow them."
        case .repeatBreaksThrough:
            return focus.repeatBreaksThrough
                ? "A second notification that names the same person within 3 minutes passes the"
                    + " allow lists of \(name)."
                : "A second notification that names the same person no longer passes the allow lists"
                    + " of \(name)."
        case .hideBadges:
            return focus.hideBadges
                ? "All badges are hidden while \(name) is on."
                : "Badges are shown while \(name) is on."
        case .summary:
            return focus.summary
                ? "At the end of \(name), one notification says what was missed."
                : "No notification says what was missed at the end of \(name)."
        case .timeSensitiveExcept:
            guard !focus.timeSensitive, !focus.timeSensitiveExcept.isEmpty else { return nil }
            return "This has no effect, since \(name) lets no time-sensitive notifications through."
                + " To let them through: focus-switch set time-sensitive on --focus"
                + " \(shellQuoted(focus.id.rawValue).printable)"
        case .icon:
            guard let icon = focus.icon, !icon.contains("/"),
                !FocusTemplate.all.contains(where: { $0.icon == icon })
            else { return nil }
            return "A moon stands for it where no icon of that name is installed."
        case .deliver:
            guard !focus.deliverAt.isEmpty else { return nil }
            return "At these times, what \(name) has silenced since it was turned on is shown."
        case .name, .color: return nil
        }
    }

    /// The possible values, after “expected”.
    private var expected: String {
        switch self {
        case .name: "a name"
        case .icon: "the name or the file of an icon, or none"
        case .color: "#rrggbb, or none"
        case .timeSensitive, .repeatBreaksThrough, .hideBadges, .summary: "on or off"
        case .timeSensitiveExcept: "apps, or none"
        case .deliver: "times of day, or none"
        }
    }

    private func exceptions(_ words: [String]) throws(CommandFailure) -> Change {
        guard !words.isEmpty else { throw .usage("\(rawValue): expected apps, or none") }
        let apps = words == ["none"] ? [] : words.map { AppID($0) }
        return { file throws(FocusFileError) in
            for app in file.timeSensitiveExcept where !apps.contains(app) {
                try file.removeTimeSensitiveException(app)
            }
            for app in apps { try file.addTimeSensitiveException(app) }
        }
    }

    private func deliveries(_ words: [String]) throws(CommandFailure) -> Change {
        guard !words.isEmpty else { throw .usage("\(rawValue): expected times of day, or none") }
        var times: [TimeOfDay] = []
        if let complaint = SpokenTime.complaint(about: words.joined(separator: " ")) {
            throw .usage("\(rawValue): \(complaint)")
        }
        let texts = words == ["none"] ? [] : ListWords.split(words)
        for text in texts {
            guard let time = ClockWords.time(text) else {
                throw .usage(
                    "\(rawValue): “\(text.printable)” is not a time of day; examples: 12:30,"
                        + " 6pm")
            }
            times.append(time)
        }
        return { [times] file throws(FocusFileError) in try file.setDeliverAt(times) }
    }

    private func flag(_ word: String) throws(CommandFailure) -> Bool {
        switch word.lowercased() {
        case "on", "true", "yes": return true
        case "off", "false", "no": return false
        default: throw .usage("\(rawValue): expected on or off, got “\(word.printable)”")
        }
    }
}
