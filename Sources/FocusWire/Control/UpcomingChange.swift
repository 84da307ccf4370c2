// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// A change of the active Focus without an action of the user, as `Control.Upcoming` lists it.
package struct UpcomingChange: Hashable, Sendable {
    package var time: Timestamp
    /// The Focus that becomes active; nil for none.
    package var focus: FocusID?
    /// The name of that Focus.
    package var name: String
    package var cause: Activation.Cause
    /// The name of the schedule that turns the Focus on.
    package var schedule: String?
    /// The trigger that turns the Focus on.
    package var trigger: Trigger?
    /// The end of that Focus.
    package var until: Timestamp?

    package init(_ change: Agenda.Change, name: String?) {
        time = change.time
        focus = change.outcome?.focus
        self.name = name ?? focus?.rawValue ?? ""
        cause = change.outcome?.cause ?? .manual
        schedule = change.outcome?.schedule
        trigger = change.outcome?.trigger
        until = change.outcome?.until
    }

    package init?(_ fields: Fields) {
        guard let time = fields.int64("time") else { return nil }
        self.time = Timestamp(rawValue: time)
        focus = fields.string("focus").flatMap { $0.isEmpty ? nil : FocusID($0) }
        name = fields.string("focus-name") ?? ""
        cause = fields.string("cause").flatMap(Activation.Cause.init) ?? .manual
        schedule = fields.string("schedule")
        trigger = fields.string("trigger").flatMap(Trigger.init(text:))
        until = fields.int64("until").map(Timestamp.init)
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("time", .int64(time.rawValue))
        fields.set("focus", focus?.rawValue ?? "")
        fields.set("focus-name", name)
        if focus != nil { fields.set("cause", cause.rawValue) }
        fields.set("schedule", schedule)
        fields.set("trigger", trigger?.text)
        fields.set("until", until.map { .int64($0.rawValue) })
        return fields.value
    }
}

/// The end of a Focus that the user turns on: the options of `Control.ActivateWith`.
package enum ActivationEnd: Hashable, Sendable {
    case never
    case at(Timestamp)
    case after(milliseconds: Int64)
    case withSession

    /// Reads the options.
    ///
    /// - Throws: `InvalidArgs` with the reason.
    package init(_ fields: Fields) throws(ErrorReply) {
        var ends: [ActivationEnd] = []
        if let value = fields["until"] {
            guard case .int64(let time) = value else {
                throw ErrorReply(WireError.invalidArgs, "until is an x")
            }
            ends.append(.at(Timestamp(rawValue: time)))
        }
        if let value = fields["for"] {
            guard case .int64(let time) = value else {
                throw ErrorReply(WireError.invalidArgs, "for is an x")
            }
            ends.append(.after(milliseconds: time))
        }
        if let value = fields["until-logout"] {
            guard case .boolean(let flag) = value else {
                throw ErrorReply(WireError.invalidArgs, "until-logout is a b")
            }
            if flag { ends.append(.withSession) }
        }
        guard ends.count <= 1 else {
            throw ErrorReply(WireError.invalidArgs, "only one of until, for and until-logout")
        }
        self = ends.first ?? .never
    }

    package var value: Value {
        var fields = FieldsBuilder()
        switch self {
        case .never: break
        case .at(let moment): fields.set("until", .int64(moment.rawValue))
        case .after(let milliseconds): fields.set("for", .int64(milliseconds))
        case .withSession: fields.set("until-logout", .boolean(true))
        }
        return fields.value
    }
}
