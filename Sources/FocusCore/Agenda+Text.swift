// SPDX-License-Identifier: Apache-2.0

extension Agenda {
    /// The user's switches as the store keeps them: a line each, with what was done, when (in
    /// milliseconds), the Focus, and its end.
    package var text: String {
        switches.map { item in
            let focus = item.focus.map { "on \(item.since.rawValue) \($0)" }
            return (focus ?? "off \(item.since.rawValue)") + item.end.text
        }.joined(separator: "\n")
    }

    /// Takes the switches from a text that ``text`` gave; what makes no sense is left out.
    package init(text: String) {
        self.init()
        let lines = text.split(separator: "\n")
        switches = lines.suffix(Limits.switches).compactMap(Switch.init)
    }

    /// Takes over a Focus that was on before there were switches.
    package init(_ activation: Activation?) {
        self.init()
        guard let activation, activation.cause == .manual else { return }
        switches = [Switch(focus: activation.focus, since: activation.since, end: .never)]
    }
}

extension Agenda.End {
    fileprivate var text: String {
        switch self {
        case .never: ""
        case .at(let moment): " at \(moment.rawValue)"
        case .after(let moment): " after \(moment.rawValue)"
        case .session(let name): " session \(name)"
        }
    }

    fileprivate init?(_ words: ArraySlice<Substring>) {
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

extension Agenda.Switch {
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
