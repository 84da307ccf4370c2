// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore
package import FocusWire

/// One call of `org.focusd.Focus1.Control`: what is asked, and the type of the answer.
///
/// The same request can be sent and awaited or, by a program that has nothing else to do, sent and
/// waited for: ``ControlClient/send(_:)``, ``ControlClient/sendBlocking(_:)``.
package struct ControlRequest<Answer: Sendable>: Sendable {
    package let member: MemberName
    package let arguments: [Value]
    /// How long the answer may take.
    package let timeout: Duration
    /// Reads the answer; nil for anything but what the interface promises.
    package let decode: @Sendable ([Value]) -> Answer?

    init(
        _ member: MemberName, _ arguments: [Value] = [], timeout: Duration = Service.timeout,
        decode: @escaping @Sendable ([Value]) -> Answer?
    ) {
        self.member = member
        self.arguments = arguments
        self.timeout = timeout
        self.decode = decode
    }

    /// The same request, for somebody who does not wait that long.
    package func within(_ timeout: Duration) -> Self {
        Self(member, arguments, timeout: timeout, decode: decode)
    }
}

extension ControlRequest where Answer == ServiceStatus {
    package static var status: Self {
        Self("Status") { $0.first.flatMap(Fields.init).map(ServiceStatus.init) }
    }
}

extension ControlRequest where Answer == [FocusSummary] {
    package static var focuses: Self {
        Self("ListFocuses") { list($0, FocusSummary.init) }
    }
}

extension ControlRequest where Answer == Void {
    /// Turns a Focus on, by id or by name. Refused with `unknownFocus` where there is none.
    package static func activate(_ focus: String) -> Self {
        Self("Activate", [.string(focus)]) { _ in () }
    }

    /// Turns a Focus on until something happens. Refused with `invalidArguments` for what is over.
    package static func activate(_ focus: String, until end: ActivationEnd) -> Self {
        if end == .never { return activate(focus) }
        return Self("ActivateWith", [.string(focus), end.value]) { _ in () }
    }

    package static var deactivate: Self {
        Self("Deactivate") { _ in () }
    }

    /// Invokes an action of a notification that is not over.
    package static func act(on id: ClientID, action: String) -> Self {
        Self("Act", [.uint32(id.rawValue), .string(action)]) { _ in () }
    }

    /// Opens the missed list in a window of its own, with the token of what the user clicked on.
    package static func openMissed(token: String = "") -> Self {
        Self("OpenMissed", [.string(token)]) { _ in () }
    }

    static var subscribe: Self {
        Self("Subscribe") { _ in () }
    }
}

extension ControlRequest where Answer == [String] {
    /// Has focusd read all files anew; the answer names the bad ones.
    package static var reload: Self {
        Self("Reload") { values in
            guard case .array(let element, let problems) = values.first, element.rawValue == "s"
            else { return nil }
            return problems.compactMap(\.asString)
        }
    }
}

extension ControlRequest where Answer == ExplainAnswer {
    /// The decision about a notification that is not sent.
    package static func explain(_ request: ExplainRequest) -> Self {
        Self("Explain", [request.value]) {
            $0.first.flatMap(Fields.init).flatMap(ExplainAnswer.init)
        }
    }
}

extension ControlRequest where Answer == [EntryWire] {
    /// One page of past and present notifications, newest first, with short texts;
    /// ``FocusWire/HistoryQuery/following(_:)`` asks for the next page.
    package static func entries(_ query: HistoryQuery) -> Self {
        Self("Entries", [query.value]) { list($0, EntryWire.init) }
    }
}

extension ControlRequest where Answer == EntryWire {
    /// The newest notification with that id, with whole texts. Refused with `notFound` where there is
    /// none.
    package static func entry(_ id: ClientID) -> Self {
        Self("Entry", [.uint32(id.rawValue)]) {
            $0.first.flatMap(Fields.init).flatMap(EntryWire.init)
        }
    }
}

extension ControlRequest where Answer == UInt32 {
    /// Dismisses, as the user does on the popup; answers how many there were.
    package static func dismiss(_ ids: [ClientID]) -> Self { counting("Dismiss", ids) }

    /// Hands silenced notifications to the real server after all; answers how many there were.
    package static func deliver(_ ids: [ClientID]) -> Self { counting("DeliverNow", ids) }

    /// Marks as read; answers how many there were.
    package static func markRead(_ ids: [ClientID]) -> Self { counting("MarkRead", ids) }

    /// Dismisses the whole missed list; answers how many there were.
    package static var clearMissed: Self {
        Self("ClearMissed") { $0.first?.asUInt32 }
    }

    /// Removes all that is kept of an app; answers how many notifications there were.
    package static func forget(_ app: AppID) -> Self {
        // The whole store is written anew.
        Self("Forget", [.string(app.rawValue)], timeout: .seconds(300)) { $0.first?.asUInt32 }
    }

    private static func counting(_ member: MemberName, _ ids: [ClientID]) -> Self {
        Self(member, [.array(of: "u", ids.map { .uint32($0.rawValue) })]) { $0.first?.asUInt32 }
    }
}

extension ControlRequest where Answer == [AppID: UInt32] {
    /// The badge of every app that has one to show.
    package static var badges: Self {
        Self("Badges") { values in
            guard case .dictionary(_, _, let entries) = values.first else { return nil }
            var badges: [AppID: UInt32] = [:]
            for entry in entries {
                guard let app = entry.key.asString, let count = entry.value.asUInt32 else {
                    return nil
                }
                badges[AppID(app)] = count
            }
            return badges
        }
    }
}

extension ControlRequest where Answer == [UpcomingChange] {
    /// What will happen by itself, the next first.
    package static func upcoming(limit: UInt32) -> Self {
        Self("Upcoming", [.uint32(limit)]) { list($0, UpcomingChange.init) }
    }
}

extension ControlRequest where Answer == [DoctorCheck] {
    /// What works and what does not.
    package static var doctor: Self {
        Self("Doctor") { list($0, DoctorCheck.init) }
    }
}

extension ControlRequest where Answer == Counters {
    /// What focusd has counted since its start.
    package static var counters: Self {
        Self("Counters") { $0.first.flatMap(Counters.init) }
    }
}

/// The elements of the one `aa{sv}` that was answered; one that cannot be read is left out.
func list<Element>(_ values: [Value], _ decode: (Fields) -> Element?) -> [Element]? {
    values.first.flatMap(Fields.list)?.compactMap(decode)
}
