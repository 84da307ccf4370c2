// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The command `forget`, which removes focusd's data of an app.
enum ForgetCommand {
    static let all = [forget]

    static let forget = Command(
        "forget", "APP", summary: "Remove all that focusd has kept of an app",
        details: """
            Closes and removes its notifications, past ones too, its badge, and what it said of its \
            Focus filters. Nothing brings them back, so it asks first; a script needs --yes. What \
            your Focuses set for the app stays. APP is the app's name or id (focus-switch apps). \
            Damaged files that focusd keeps are not touched; a note says how to remove them.
            """,
        options: [Invocation.yes],
        examples: ["focus-switch forget org.example.Chat"]
    ) { invocation, values throws(CommandFailure) in
        guard !values.arguments.isEmpty else { throw .usage("expected an app") }
        try invocation.needFocusd()
        let word = try word(values.arguments, invocation)
        try refuse(id: word, invocation)
        try ListWords.refuseAll(
            [word], invocation.apps,
            ["To delete all past notifications: focus-switch history clear"])
        // The beginning of a name is too vague for a change that cannot be undone.
        let known = try invocation.apps.find(word, isExact: true)
        if known == nil, case .several(let apps) = invocation.apps.resolver.resolve(word) {
            throw AppDirectory.ambiguous(word, apps)
        }
        if known == nil, !values.flag("yes") {
            try invocation.apps.refuseOthers(word)
            throw unknown(word, invocation)
        }
        if let known { invocation.apps.tellOthers(word, besides: known) }
        let id = known?.id ?? AppID(word.scalars(inBytes: Limits.appIDBytes))
        let app = id.rawValue
        let title = known == nil ? word.printable : invocation.apps.title(of: AppID(app))
        try invocation.confirm("Remove all notifications of \(title), for good?", values)
        // An app may send under several ids, such as `chromium` and `Chromium`.
        let snoozes = EndedSnoozes(invocation)
        var count = try invocation.ask(.forget(AppID(app)))
        for other in known?.sentIDs ?? [] where other.rawValue != app {
            count += try invocation.ask(.forget(other))
        }
        guard known != nil || count > 0 else {
            let doubt = invocation.apps.unknown(word, suggestsListed: false)
            throw .refused("nothing was removed: \(doubt)")
        }
        // A damaged file may be the only copy of other data, so only the user may remove it.
        let checks = try? invocation.ask(.doctor)
        let damaged = checks?.lazy.compactMap(\.problem).first { $0.kind == .storeSetAside }
        var answer = [
            JSONValue.Member(name: "app", value: .string(app)),
            JSONValue.Member(name: "count", value: .integer(Int64(count))),
        ]
        if let damaged {
            answer.append(JSONValue.Member(name: "damaged", value: .string(damaged.remedy)))
        }
        invocation.report(.object(answer)) {
            invocation.output.line(
                count == 0
                    ? "Nothing was kept of \(title)."
                    : "Removed \(Wording.count(count, "notification")) of \(title).")
            snoozes.tell(snoozes.ended())
            if let damaged {
                invocation.output.line(
                    "Damaged files that focusd keeps may still hold its text;"
                        + " \(damaged.remedy.printable)")
            }
        }
    }

    /// Returns the name of one app, which may be several words. Nothing brings back what is
    /// forgotten, so several apps take several commands.
    @LoopActor private static func word(
        _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) -> String {
        guard words.count > 1 else { return words[0] }
        let name = words.joined(separator: " ")
        if case .unknown = invocation.apps.resolver.resolve(name, isExact: true) {
            try invocation.apps.refuseOthers(name)
            let commands = try ListWords.joined(words, invocation.apps).map { app in
                "  focus-switch forget \(shellQuoted(app))".printable
            }
            throw .usage(
                "\(invocation.apps.unknown(name)); one app at a time:",
                details: commands)
        }
        return name
    }

    /// Returns the error for a word that names no known app, with the command for an app that it
    /// resembles. With `--yes`, it is taken for an id, under which focusd may keep other data.
    @LoopActor private static func unknown(
        _ word: String, _ invocation: Invocation
    ) -> CommandFailure {
        let step =
            invocation.apps.nearest(to: word).map { nearest in
                "To forget that app: focus-switch forget \(shellQuoted(nearest))"
            } ?? "The apps: focus-switch apps"
        let doubt = invocation.apps.unknown(word, suggestsListed: false)
        return .refused("nothing was done: \(doubt)", step)
    }

    /// Throws for the id of a notification that names no app.
    @LoopActor private static func refuse(
        id word: String, _ invocation: Invocation
    ) throws(CommandFailure) {
        guard let id = UInt32(word), try invocation.apps.find(word, isExact: true) == nil,
            let entry = try? invocation.ask(.entry(ClientID(rawValue: id)))
        else { return }
        let app = (entry.record.program ?? entry.record.app).rawValue
        let sender = invocation.sender(of: entry).fitted(to: 60)
        throw .refused(
            "“\(id)” is no app but a notification of \(sender); to forget that"
                + " app: focus-switch forget \(shellQuoted(app).printable)")
    }
}
