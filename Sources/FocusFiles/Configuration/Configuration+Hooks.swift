// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

extension Configuration {
    static let hookKeys = ["On", "When", hookFocusKey, "Run"]
    /// The key with the Focuses whose events run a hook.
    static let hookFocusKey = "Focus"

    /// Returns the name of a group `[Hook NAME]`; nil for other groups.
    static func hookName(_ group: String) -> String? {
        let words = group.split(whereSeparator: \.isWhitespace)
        return words.first == "Hook" ? words.dropFirst().joined(separator: " ") : nil
    }

    /// Reads a group `[Hook NAME]`.
    mutating func readHook(_ name: String, _ group: String, _ reader: inout KeyFileReader) {
        if let complaint = KeyFileReader.complaint(aboutName: name) {
            let reason = name.isEmpty ? "it needs a name: [Hook NAME]" : complaint
            reader.report("group [Hook]: \(reason)", in: group)
        }
        if hooks.contains(where: { $0.name == name })
            || reader.file.lines(ofGroup: group).count > 1
        {
            let line = reader.file.lines(ofGroup: group).last
            // GLib merges both groups, so their keys may belong to different hooks.
            return reader.report("a second [Hook \(name)]; each hook has its own name", line: line)
        }
        reader.allowKeys(Self.hookKeys, in: group)
        let when = reader.predicate(group, "When")
        let events = hookEvents(group, isJudging: when != nil, &reader)
        guard reader.require("Run", in: group), let line = reader.text(group, "Run"),
            let command = Self.words(line, "Run", &reader, in: group), let events
        else { return }
        var hook = Hook(name: name, events: events, command: command)
        hook.when = when
        hook.focuses = Set((reader.list(group, Self.hookFocusKey) ?? []).map { FocusID($0) })
        hooks.append(hook)
    }

    private func hookEvents(
        _ group: String, isJudging: Bool, _ reader: inout KeyFileReader
    ) -> Set<HookEvent>? {
        guard let words = reader.list(group, "On") else {
            // A predicate judges notifications.
            if isJudging { return [.silenced, .delivered] }
            reader.report("[\(group)] needs On= or When=", in: group)
            return nil
        }
        var events: Set<HookEvent> = []
        for word in words {
            guard let event = HookEvent(rawValue: word) else {
                let known = HookEvent.allCases.map(\.rawValue)
                reader.report("On: \(unknown(word, among: known))", in: group, key: "On")
                return nil
            }
            events.insert(event)
        }
        if isJudging, !events.contains(where: \.isAboutNotification) {
            reader.report(
                "When: it judges notifications, so On= needs silenced or delivered", in: group,
                key: "When")
        }
        return events
    }
}
