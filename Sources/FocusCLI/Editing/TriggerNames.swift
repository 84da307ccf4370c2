// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The kinds of triggers as people write them.
enum TriggerNames {
    /// Other words for the kinds, without blanks and dashes.
    private static let synonyms: [String: Trigger.Kind] = [
        "application": .app, "program": .app, "screenshare": .screenShared,
        "screensharing": .screenShared, "sharescreen": .screenShared, "sharedscreen": .screenShared,
        "screencast": .screenShared, "recording": .screenShared, "full": .fullScreen,
        "mic": .microphone, "mike": .microphone, "webcam": .camera, "cam": .camera,
        "meeting": .calendar, "event": .calendar, "wifi": .network, "wlan": .network,
        "ssid": .network,
        "dock": .docked, "lidclosed": .lid, "lock": .locked, "lockscreen": .locked,
        "screenlocked": .locked, "ac": .power, "mains": .power, "plugged": .power,
        "pluggedin": .power, "charging": .power, "onbattery": .battery, "gaming": .game,
        "games": .game, "gamemode": .game,
    ]

    /// Returns the kind that a word means, regardless of letter case, blanks and dashes.
    static func kind(_ word: some StringProtocol) -> Trigger.Kind? {
        let folded = folded(word)
        return Trigger.Kind.allCases.first { self.folded($0.rawValue) == folded }
            ?? synonyms[folded]
    }

    /// Returns the word in the form of a Focus file: `full-screen` for `fullscreen`, `network:Home`
    /// for `wifi:Home`. Other words stay as they are.
    static func resolved(_ word: String) -> String {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let kind = kind(first) else { return word }
        return ([kind.rawValue] + parts.dropFirst().map(String.init)).joined(separator: ":")
    }

    /// Returns the words of a command line with the words of one trigger joined: `full screen`, and
    /// `app Chat` for `app:Chat`.
    static func joined(_ words: [String]) -> [String] {
        guard words.count > 1 else { return words }
        if words.allSatisfy({ kind($0) == nil || $0 == "full" }),
            let kind = kind(words.joined(separator: " "))
        {
            return [kind.rawValue]
        }
        switch kind(words[0]) {
        case .app, .network: break
        // Two triggers are likelier than a calendar with the name of a trigger.
        case .calendar where words.dropFirst().allSatisfy({ Trigger(text: resolved($0)) == nil }):
            break
        default: return words
        }
        return ["\(words[0]):\(words.dropFirst().joined(separator: " "))"]
    }

    /// Returns the kind that a mistyped word resembles.
    static func nearest(_ word: String) -> String? {
        NearestWord.find(
            String(word.prefix { $0 != ":" }), in: Trigger.Kind.allCases.map(\.rawValue))
    }

    private static func folded(_ word: some StringProtocol) -> String {
        word.lowercased().filter { !" -_".contains($0) }
    }
}

/// The states of triggers, as a running focusd sees them; none while focusd does not run.
@LoopActor struct TriggerStates {
    private let invocation: Invocation
    /// The checks of triggers that cannot be detected in this session, by name.
    private let problems: [String: DoctorCheck]
    private let kinds: [String: TriggerKindState]
    /// All triggers of all Focuses.
    private let all: Set<Trigger>

    init(_ invocation: Invocation) {
        self.invocation = invocation
        let checks = (try? invocation.askIfRunning(.doctor)) ?? nil
        let failing = (checks ?? []).filter { $0.problem != nil }
        problems = Dictionary(failing.map { ($0.check, $0) }) { first, _ in first }
        let states = (try? invocation.askIfRunning(.triggerKinds)) ?? nil
        kinds = Dictionary((states ?? []).map { ($0.kind, $0) }) { first, _ in first }
        all = Set(FocusEditor(invocation).catalog.focuses.values.flatMap(\.triggers))
    }

    /// Returns `now`, `not now` or `cannot be detected here`; empty if the state is not known.
    func word(_ trigger: Trigger) -> String {
        if let check = problem(trigger), !check.detail.hasPrefix(DoctorCheck.mayMiss) {
            return "cannot be detected here"
        }
        guard let kind = trigger.kind, let state = kinds[kind.rawValue], let holds = state.holds
        else { return "" }
        guard holds else { return "not now" }
        if let holding = state.holding {
            return holding.contains(trigger.text) ? "now" : "not now"
        }
        // An older focusd tells of a kind, not which of several apps or networks it is.
        return all.count { $0.kind == kind } == 1 ? "now" : ""
    }

    /// Returns true for a trigger that can be detected here, false for another; nil if focusd does
    /// not tell.
    func isAvailable(_ trigger: Trigger) -> Bool? {
        if let check = problem(trigger), !check.detail.hasPrefix(DoctorCheck.mayMiss) {
            return false
        }
        return trigger.kind.flatMap { kinds[$0.rawValue]?.isAvailable }
    }

    /// Returns true for a trigger whose state is now, false for another; nil if that is not known.
    func holds(_ trigger: Trigger) -> Bool? {
        switch word(trigger) {
        case "now": true
        case "not now": false
        default: nil
        }
    }

    /// Prints each reason for which triggers cannot be detected here, or not always, and its next
    /// step.
    func explain(_ triggers: [Trigger]) {
        var groups: [(reason: String, remedy: String, triggers: [String])] = []
        for trigger in Set(triggers).sorted() {
            guard let check = problem(trigger) else { continue }
            // The check's subject is the trigger, which is named here.
            let mayMiss = check.detail.hasPrefix(DoctorCheck.mayMiss)
            let reason = check.reason(for: trigger)
            let remedy = check.problem?.remedy ?? ""
            let same = groups.firstIndex { ($0.reason, $0.remedy) == (reason, remedy) }
            let place = same ?? groups.endIndex
            if same == nil { groups.append((reason, remedy, [])) }
            if !mayMiss { groups[place].triggers.append(trigger.text.printable) }
        }
        for (reason, remedy, triggers) in groups {
            let names = triggers.joined(separator: ", ")
            let lead = names.isEmpty ? "" : "\(names) cannot be detected here: "
            invocation.output.note(lead + reason.printable)
            // A command has a line of its own, to copy.
            for (index, step) in remedy.printable.split(separator: "; ").enumerated() {
                let text = step.prefix(1).uppercased() + step.dropFirst()
                invocation.output.errorSentence(index == 0 ? "To do: \(step)" : text)
            }
        }
    }

    private func problem(_ trigger: Trigger) -> DoctorCheck? {
        problems[DoctorCheck.name(of: trigger)]
    }
}
