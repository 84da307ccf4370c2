// SPDX-License-Identifier: Apache-2.0
package import DBus

/// The reaction of a ``FakeServer`` to one `Notify`.
package enum FakeServerAnswer: Sendable {
    /// Answers with `replaces_id`, or with the next id if that is 0.
    case usual
    /// Answers with this id.
    case id(UInt32)
    /// Answers when ``FakeServer/release()`` is called.
    case hold
    /// Does not answer.
    case never
    /// Answers with an error.
    case refuse(ErrorName, String)
    /// Answers with any values, even ones that violate the specification.
    case values([Value])
    /// Leaves the bus without an answer.
    case crash
}

/// The arguments of one `Notify`.
package struct ReceivedNotification: Hashable, Sendable {
    package let appName: String
    package let replacesID: UInt32
    package let appIcon: String
    package let summary: String
    package let body: String
    /// Keys and labels in turn, as on the wire.
    package let actions: [String]
    /// The hints in the order of the wire, without the variant around each value.
    package let hintList: [DictionaryEntry]
    /// Milliseconds; -1 leaves the time to the server, 0 means never.
    package let expireTimeout: Int32

    /// The hints by name.
    package var hints: [String: Value] {
        var hints: [String: Value] = [:]
        for hint in hintList { if let name = hint.key.asString { hints[name] = hint.value } }
        return hints
    }

    /// Returns nil unless the values have the types of `Notify`.
    package init?(_ arguments: [Value]) {
        guard arguments.count == 8, let appName = arguments[0].asString,
            let replacesID = arguments[1].asUInt32, let appIcon = arguments[2].asString,
            let summary = arguments[3].asString, let body = arguments[4].asString,
            let actions = arguments[5].asStrings, let hints = arguments[6].entries,
            let expireTimeout = arguments[7].asInt32
        else { return nil }
        self.appName = appName
        self.replacesID = replacesID
        self.appIcon = appIcon
        self.summary = summary
        self.body = body
        self.actions = actions
        hintList = hints.map { hint in
            guard case .variant(let value) = hint.value else { return hint }
            return DictionaryEntry(key: hint.key, value: value)
        }
        self.expireTimeout = expireTimeout
    }
}

/// The reason why a test's expectation of a ``FakeServer`` failed.
package enum FakeServerError: Error, Sendable {
    /// Another server owns the name.
    case nameTaken
    /// The deadline passed. Contains the summaries of the received notifications.
    case timedOut(waitingFor: String, received: [String])
}
