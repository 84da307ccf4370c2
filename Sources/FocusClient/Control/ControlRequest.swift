// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore
package import FocusWire

/// One call of `org.focusd.Focus1.Control`, with the type of its answer.
///
/// A program can await the answer or, if it has nothing else to do, block:
/// ``ControlClient/send(_:)``, ``ControlClient/sendBlocking(_:)``.
package struct ControlRequest<Answer: Sendable>: Sendable {
    package let method: ControlMethod
    package let arguments: [Value]
    /// Maximum time until the answer.
    package let timeout: Duration
    /// Reads the answer. Returns nil for an answer that differs from the interface.
    package let decode: @Sendable ([Value]) -> Answer?

    init(
        _ method: ControlMethod, _ arguments: [Value] = [], timeout: Duration = BusService.timeout,
        decode: @escaping @Sendable ([Value]) -> Answer?
    ) {
        self.method = method
        self.arguments = arguments
        self.timeout = timeout
        self.decode = decode
    }

    /// True for a request that makes a lasting change.
    package var isChange: Bool { method.isChange }

    /// The method's name on the bus.
    package var member: MemberName { MemberName(unchecked: method.rawValue) }

    /// Returns the same request with another timeout.
    package func within(_ timeout: Duration) -> Self {
        Self(method, arguments, timeout: timeout, decode: decode)
    }
}

extension ControlRequest where Answer == Void {
    /// Creates a request whose answer is empty.
    init(_ method: ControlMethod, _ arguments: [Value] = []) {
        self.init(method, arguments) { _ in () }
    }
}

extension ControlRequest where Answer == UInt32 {
    /// Creates a request whose answer is one number.
    init(
        _ method: ControlMethod, _ arguments: [Value] = [], timeout: Duration = BusService.timeout
    ) {
        self.init(method, arguments, timeout: timeout) { $0.first?.asUInt32 }
    }
}

extension ControlRequest where Answer == ServiceStatus {
    package static var status: Self {
        Self(.status) { $0.first.flatMap(Fields.init).map(ServiceStatus.init) }
    }
}

extension ControlRequest where Answer == [FocusSummary] {
    package static var focuses: Self {
        Self(.listFocuses) { list($0, FocusSummary.init) }
    }
}

extension ControlRequest where Answer == Void {
    /// Activates a Focus, by id or by name. Refused with `unknownFocus` if it does not exist.
    package static func activate(_ focus: String) -> Self {
        Self(.activate, [.string(focus)])
    }

    /// Activates a Focus until an end. Refused with `invalidArguments` for an end in the past.
    package static func activate(_ focus: String, until end: ActivationEnd) -> Self {
        if end == .never { return activate(focus) }
        return Self(.activateWith, [.string(focus), end.value])
    }

    /// Activates a Focus for a user who asked for it elsewhere: on another machine, or in the
    /// house.
    package static func activate(_ focus: String, from machine: String) -> Self {
        var fields = FieldsBuilder()
        fields.set("from", machine)
        return Self(.activateWith, [.string(focus), fields.value])
    }

    package static var deactivate: Self {
        Self(.deactivate)
    }

    /// Invokes an action of a live notification.
    ///
    /// - Parameter token: The activation token of the user's click, with which the app may bring
    ///   its window to the front; empty for none.
    package static func act(on id: ClientID, action: String, token: String = "") -> Self {
        let arguments: [Value] = [.uint32(id.rawValue), .string(action)]
        guard !token.isEmpty else { return Self(.act, arguments) }
        var options = FieldsBuilder()
        options.set("activation-token", token)
        return Self(.actWith, arguments + [options.value])
    }

    /// Sends an answer to the app of a live notification that takes one.
    package static func reply(to id: ClientID, _ text: String) -> Self {
        Self(.reply, [.uint32(id.rawValue), .string(text)])
    }

    /// Opens the missed list in a window of its own, with the activation token of the user's click.
    package static func openMissed(token: String = "") -> Self {
        Self(.openMissed, [.string(token)])
    }

    /// Subscribes this connection to focusd's signals; does nothing if it has subscribed before.
    package static var subscribe: Self {
        Self(.subscribe)
    }
}

extension ControlRequest where Answer == [String] {
    /// Makes focusd read all files again. The answer names the invalid files.
    package static var reload: Self {
        Self(.reload) { values in
            guard case .array(let element, let problems) = values.first, element.rawValue == "s"
            else { return nil }
            return problems.compactMap(\.asString)
        }
    }
}

extension ControlRequest where Answer == String {
    /// Requests the text of a Focus's file, in the version in force. Refused with `unknownFocus` if
    /// no Focus has that id.
    package static func focusFile(_ id: FocusID) -> Self {
        Self(.focusFile, [.string(id.rawValue)]) { $0.first?.asString }
    }
}

extension ControlRequest where Answer == ExplainAnswer {
    /// Requests the decision about a notification without sending it.
    package static func explain(_ request: ExplainRequest) -> Self {
        Self(.explain, [request.value]) {
            $0.first.flatMap(Fields.init).flatMap(ExplainAnswer.init)
        }
    }
}

extension ControlRequest where Answer == SurveyCounts {
    /// Requests the number of stored notifications since a time that a Focus would deliver and
    /// silence, at most ``FocusCore/Limits/queryEntries`` together. Refused with `unknownFocus` if
    /// the Focus does not exist, and while two such calls have no answer.
    package static func survey(since time: Timestamp, as focus: FocusID) -> Self {
        var query = FieldsBuilder()
        query.set("since", .int64(time.rawValue))
        query.set("limit", .uint32(UInt32(Limits.queryEntries)))
        query.set("listed", .uint32(0))
        var draft = FieldsBuilder()
        draft.set("focus", focus.rawValue)
        return Self(.explainEntries, [query.value, draft.value]) {
            $0.first.flatMap(Fields.init).flatMap(SurveyCounts.init)
        }
    }
}

extension ControlRequest where Answer == [EntryWire] {
    /// Requests one page of past and live notifications, newest first, with short texts.
    /// ``FocusWire/HistoryQuery/following(_:)`` returns the query for the next page.
    package static func entries(_ query: HistoryQuery) -> Self {
        Self(.entries, [query.value]) { list($0, EntryWire.init) }
    }
}

extension ControlRequest where Answer == [SeenApp] {
    /// Requests the apps that have sent notifications lately, the latest first.
    package static var apps: Self {
        Self(.listApps) { list($0, SeenApp.init) }
    }
}

extension ControlRequest where Answer == [AppDetails] {
    /// Requests one page of the apps that have sent notifications lately, with figures about each.
    ///
    /// - Parameter key: ``FocusWire/AppDetails/next`` of the page before; nil for the first page.
    package static func appDetails(after key: String?) -> Self {
        Self(.apps, [seenQuery(after: key)]) { list($0, AppDetails.init) }
    }
}

extension ControlRequest where Answer == [SeenPerson] {
    /// Requests the people whom notifications have named lately, the latest first.
    package static var people: Self {
        Self(.listPeople) { list($0, SeenPerson.init) }
    }
}

extension ControlRequest where Answer == [PersonDetails] {
    /// Requests one page of the people whom notifications have named lately, with figures about
    /// each.
    ///
    /// - Parameter key: ``FocusWire/PersonDetails/next`` of the page before; nil for the first
    ///   page.
    package static func personDetails(after key: String?) -> Self {
        Self(.people, [seenQuery(after: key)]) { list($0, PersonDetails.init) }
    }
}

extension ControlRequest where Answer == EntryWire {
    /// Requests the newest notification with that id, with whole texts. Refused with `notFound` if
    /// there is none.
    package static func entry(_ id: ClientID) -> Self {
        Self(.entry, [.uint32(id.rawValue)]) {
            $0.first.flatMap(Fields.init).flatMap(EntryWire.init)
        }
    }
}

extension ControlRequest where Answer == UInt32 {
    /// Dismisses notifications as the user does on the popup. Returns their number.
    package static func dismiss(_ ids: [ClientID]) -> Self { counting(.dismiss, ids) }

    /// Delivers silenced notifications to the real server. Returns their number.
    package static func deliver(_ ids: [ClientID]) -> Self { counting(.deliverNow, ids) }

    /// Marks notifications as read. Returns their number.
    package static func markRead(_ ids: [ClientID]) -> Self { counting(.markRead, ids) }

    /// Dismisses the whole missed list. Returns the number of notifications.
    package static var clearMissed: Self {
        Self(.clearMissed)
    }

    /// Removes all data of an app. Returns the number of its notifications.
    package static func forget(_ app: AppID) -> Self {
        // focusd copies the whole store, in parts.
        Self(.forget, [.string(app.rawValue)], timeout: .seconds(300))
    }

    /// Brings the badge of an app to 0. Returns the number of notifications that were unread.
    package static func clearBadge(of app: AppID) -> Self {
        Self(.clearBadge, [.string(app.rawValue)])
    }

    /// Deletes past notifications of an app or of all apps, up to a time. Returns their number.
    package static func clearHistory(of app: AppID?, before time: Timestamp?) -> Self {
        // focusd copies the whole store, in parts.
        Self(
            .clearHistory, [.string(app?.rawValue ?? ""), .int64(time?.rawValue ?? 0)],
            timeout: .seconds(300))
    }

    /// Creates a request about notifications, with a number behind their ids if it has one.
    static func counting(
        _ method: ControlMethod, _ ids: [ClientID], _ number: Value? = nil
    ) -> Self {
        var arguments: [Value] = [.array(of: "u", ids.map { .uint32($0.rawValue) })]
        if let number { arguments.append(number) }
        return Self(method, arguments)
    }
}

extension ControlRequest where Answer == [AppID: UInt32] {
    /// Requests the badge of every app that has one.
    package static var badges: Self {
        Self(.badges) { values in
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
    /// Requests the scheduled changes, the next first.
    package static func upcoming(limit: UInt32) -> Self {
        Self(.upcoming, [.uint32(limit)]) { list($0, UpcomingChange.init) }
    }
}

extension ControlRequest where Answer == [DoctorCheck] {
    /// Requests the checks of `doctor`.
    package static var doctor: Self {
        Self(.doctor) { list($0, DoctorCheck.init) }
    }
}

extension ControlRequest where Answer == [TriggerKindState] {
    /// Requests the kinds of triggers. Each tells if this session can detect it.
    package static var triggerKinds: Self {
        Self(.triggerKinds) { list($0, TriggerKindState.init) }
    }
}

extension ControlRequest where Answer == Counters {
    /// Requests focusd's counters since its start.
    package static var counters: Self {
        Self(.counters) { $0.first.flatMap(Counters.init) }
    }
}

/// Returns the query for one page of apps or people, behind the page that ends with a key.
private func seenQuery(after key: String?) -> Value {
    var query = FieldsBuilder()
    query.set("limit", .uint32(UInt32(Limits.pageEntries)))
    query.set("after", key)
    return query.value
}

/// Returns the readable elements of the answer, an `aa{sv}`.
func list<Element>(_ values: [Value], _ decode: (Fields) -> Element?) -> [Element]? {
    values.first.flatMap(Fields.list)?.compactMap(decode)
}
