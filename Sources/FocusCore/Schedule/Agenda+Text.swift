// SPDX-License-Identifier: Apache-2.0

extension Agenda {
    /// The user's switches and the active triggers as the store keeps them: one line each, in the
    /// order in which they began. A switch's line has its action, its time in milliseconds, its
    /// Focus and its end; the line before it has its machine, where another machine made it. Where
    /// there are active triggers, the first line has the login session. The last lines have the
    /// skipped windows and the last action.
    package var text: String {
        var lines = activeTriggers.isEmpty ? [] : ["session \(session)"]
        for place in 0...switches.count {
            for active in activeTriggers where active.switchesBefore == place {
                lines.append("while \(active.trigger.text)")
            }
            if place < switches.count {
                if let machine = switches[place].machine { lines.append("from \(machine)") }
                lines.append(switches[place].line)
            }
        }
        lines += holds.map(\.line) + skips.map(\.line)
        if let lastAction { lines.append(lastAction.line) }
        return lines.joined(separator: "\n")
    }

    /// Reads the switches and triggers from a text that ``text`` returned. Skips invalid lines.
    package init(text: String) {
        self.init()
        var machine: String?
        for line in text.split(separator: "\n") {
            let (word, rest) = line.firstWord
            switch word {
            case "session": session = rest
            case "while":
                guard let trigger = Trigger(text: rest) else { continue }
                activeTriggers.append(
                    ActiveTrigger(trigger: trigger, switchesBefore: switches.count))
            case "from": machine = rest
            case "held":
                if let hold = Hold(rest) { holds.append(hold) }
            case "skip":
                if let skip = Skip(rest) { skips.append(skip) }
            case "acted": lastAction = Action(rest)
            default:
                guard var item = Switch(line) else { continue }
                item.machine = machine.take()
                switches.append(item)
            }
        }
        let surplus = max(0, switches.count - Limits.switches)
        switches.removeFirst(surplus)
        for place in activeTriggers.indices {
            activeTriggers[place].switchesBefore = max(
                0, activeTriggers[place].switchesBefore - surplus)
        }
    }

    /// Creates an agenda from an activation of an earlier version, which stored no switches.
    package init(_ activation: Activation?) {
        self.init()
        guard let activation, activation.cause == .manual else { return }
        switches = [Switch(focus: activation.focus, since: activation.since, end: .never)]
    }
}

extension Agenda.End {
    /// The end after a blank, or an empty text.
    var text: String {
        switch self {
        case .never: ""
        case .at(let moment): " at \(moment.rawValue)"
        case .after(let moment): " after \(moment.rawValue)"
        case .session(let name): " session \(name)"
        }
    }

    /// Reads the words of ``text``.
    init?(_ words: ArraySlice<Substring>) {
        guard let kind = words.first else {
            self = .never
            return
        }
        guard words.count == 2, let word = words.last else { return nil }
        switch (kind, Timestamp(word)) {
        case ("at", let moment?): self = .at(moment)
        case ("after", let moment?): self = .after(moment)
        case ("session", _): self = .session(String(word))
        default: return nil
        }
    }
}

extension Substring {
    /// The first word, and the text after the blank that ends the first word.
    fileprivate var firstWord: (word: Substring, rest: String) {
        guard let blank = firstIndex(of: " ") else { return (self, "") }
        return (self[..<blank], String(self[index(after: blank)...]))
    }
}

extension Agenda.Switch {
    fileprivate var line: String {
        let what = focus.map { "on \(since.rawValue) \($0)" } ?? "off \(since.rawValue)"
        return what + end.text
    }

    fileprivate init?(_ line: Substring) {
        let words = line.split(separator: " ")
        guard words.count >= 2, let since = Timestamp(words[1]) else { return nil }
        switch words[0] {
        case "on":
            guard words.count >= 3, let end = Agenda.End(words[3...]) else { return nil }
            self.init(focus: FocusID(words[2]), since: since, end: end)
        case "off" where words.count == 2:
            self.init(focus: nil, since: since, end: .never)
        default: return nil
        }
    }
}

extension Timestamp {
    fileprivate init?(_ text: Substring) {
        guard let number = Int64(text) else { return nil }
        self.init(rawValue: number)
    }
}
