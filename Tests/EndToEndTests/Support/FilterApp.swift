// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import TestSupport

/// An app on a bus connection of its own that serves Focus filters, as any language could.
@LoopActor final class FilterApp {
    /// One call that reached it.
    struct Call: Sendable, Hashable {
        let member: String
        let filter: String
        /// The parameters, or whatever the arguments are.
        let arguments: [Value]

        /// The parameters as a dictionary of what they hold.
        var values: [String: Value] {
            var values: [String: Value] = [:]
            for entry in arguments.first?.entries ?? [] {
                if let name = entry.key.asString { values[name] = entry.value.unwrapped }
            }
            return values
        }
    }

    let client: Client
    let id: String
    let calls = Recorder<Call>()
    /// The app's answers by method; calls of other methods are refused.
    var answers: [String: @LoopActor (MethodCall) -> Void] = [:]
    private var registrations: [Registration] = []

    /// - Parameter name: the app's name on the bus; its id by default.
    convenience init(
        _ desktop: Desktop, _ id: String = "org.example.Chat", filters: [String] = ["Mail"],
        name: String? = nil, predicate: String? = nil
    ) throws {
        try self.init(
            desktop.client(), id, filters: filters, name: name, predicate: predicate)
    }

    /// Takes over a connection, which may be a sandbox's.
    init(
        _ client: Client, _ id: String, filters: [String] = ["Mail"], name: String? = nil,
        predicate: String? = nil
    ) throws {
        self.id = id
        self.client = client
        for filter in filters {
            guard let path = FilterKey(AppID(id), filter).path else {
                throw TestSupportError("no path")
            }
            registrations.append(
                client.connection.export(
                    try WireInterface.focusFilter, at: path, properties: [:]
                ) { [weak self] call in self?.handle(call, filter) })
        }
        answer(predicate)
        _ = try client.connection.requestName(BusName(name ?? id))
    }

    /// Sets the answer to all further sets of values.
    func answer(_ predicate: String?) {
        let context: @LoopActor (MethodCall) -> Void = { call in
            var fields = FieldsBuilder()
            fields.set("notificationFilterPredicate", predicate)
            call.reply(fields.value)
        }
        answers["Perform"] = context
        answers["AppContext"] = context
    }

    private func handle(_ call: MethodCall, _ filter: String) {
        calls.record(
            Call(
                member: call.member, filter: filter,
                arguments: (try? call.message.arguments()) ?? []))
        guard let answer = answers[call.member] else {
            call.fail("org.example.Error.NotImplemented", call.member)
            return
        }
        answer(call)
    }

    /// The values of the next `Perform`; the app may be asked for its context in between.
    func told() async throws -> [String: Value] {
        try await calls.next { $0.member == "Perform" }.values
    }

    /// Calls `org.focusd.Focus1.Apps` about itself.
    @discardableResult
    func ask(_ member: MemberName, _ values: Value...) async throws -> [Value] {
        let call = Message.methodCall(
            destination: WireName.focus, path: WireName.focusPath, interface: WireName.apps,
            member: member)
        try call.append(.string(id))
        try call.append(contentsOf: values)
        return try await client.connection.call(call, timeout: .testDeadline).arguments()
    }

    func leave() {
        client.leave()
    }
}

extension Desktop {
    /// Installs what an app declares, as its package would.
    nonisolated func install(_ text: String, of app: String = "org.example.Chat") throws {
        try writeFile("\(home)/data/focus-filters/\(app).focus-filter", text)
    }

    /// Lets the bus start an extension for an app.
    nonisolated func installExtension(
        of app: String = "org.example.Chat", filter: String = "Mail", answer: String
    ) throws {
        let program = Programs.path("filter-extension")
        try writeFile(
            "\(home)/services/\(app).FocusFilter.service",
            """
            [D-BUS Service]
            Name=\(app).FocusFilter
            Exec=\(program) \(app) \(filter) '\(answer)'
            """)
    }
}

extension Client {
    /// The filters as `Control.ListFilters` lists them for a Focus.
    func filters(_ focus: String = "") async throws -> [FilterSummary] {
        let list = try await focusd("ListFilters", .string(focus)).first.flatMap(Fields.list) ?? []
        return list.compactMap(FilterSummary.init)
    }

    /// Waits until a filter is as wanted.
    func waitForFilter(
        _ app: String = "org.example.Chat", _ filter: String = "Mail", focus: String = "",
        _ condition: (FilterSummary) -> Bool
    ) async throws {
        let changes = Recorder<Void>()
        let subscription = connection.subscribe(
            MatchRule(interface: WireName.control, member: "FiltersChanged")
        ) { _ in changes.record(()) }
        defer { subscription.cancel() }
        try await focusd("Subscribe")
        while true {
            let all = try await filters(focus)
            if all.contains(where: {
                $0.key == FilterKey(AppID(app), filter) && condition($0)
            }) {
                return
            }
            try await changes.next()
        }
    }

    /// The decision about a notification that is not sent.
    func explain(_ request: [String: Value]) async throws -> ExplainAnswer {
        let answer = try await focusd("Explain", .vardict(request)).first.flatMap(Fields.init)
        guard let answer = answer.flatMap(ExplainAnswer.init) else {
            throw TestSupportError("no explanation")
        }
        return answer
    }
}
