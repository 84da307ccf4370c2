// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// A connected session: the app's name, its filters' objects, and its declarations to focusd.
@LoopActor final class SessionLink {
    let connection: Connection
    private(set) var ownsName = false
    /// The calls of focusd that are being answered; nil before ``start(onActivity:)``.
    private(set) var calls: AnsweredCalls?
    private var server: FilterServer?
    private var service: NotificationServiceExport?

    private let app: AppID?
    private let role: AppSession.Role
    private let provider: (any FilterProvider)?
    private let serviceProvider: (any NotificationServiceProvider)?
    private let report: @Sendable (String) -> Void
    private let limit: (time: Duration, handler: @Sendable (_ filter: String) -> Void)?
    private var focusd: FocusdWatch?
    private var nameSignals: [Subscription] = []
    /// The focusd that received the last declarations, and its answer.
    private var declared: (to: String, outcome: Task<Result<Void, ControlError>, Never>)?

    init(_ session: AppSession, _ connection: Connection) {
        self.connection = connection
        app = session.app
        role = session.role
        // Only the app itself and its filter extension serve the filters.
        provider = session.role == .serviceExtension ? nil : session.provider
        serviceProvider = session.service
        report = session.report
        limit = session.callLimit
    }

    /// Takes the name. Exports everything that a call may need before that: the bus sends the calls
    /// for an activated extension as soon as it owns the name.
    func start(onActivity: @escaping @LoopActor () -> Void) {
        let focusd = FocusdWatch(connection) { [weak self] in self?.declareIfDue() }
        self.focusd = focusd
        guard let app else { return }
        let calls = AnsweredCalls(focusd, onActivity: onActivity)
        self.calls = calls
        if let provider {
            server = FilterServer(connection, app: app, provider: provider, calls: calls, report)
            server?.limit = limit
        }
        if let serviceProvider {
            service = NotificationServiceExport(
                connection, app: app, provider: serviceProvider, calls: calls)
        }
        guard let name = busName else {
            report(
                "the app id \(app) cannot be a name on the bus; it needs the form org.example.App")
            return
        }
        followName(name, onActivity)
        do {
            let reply = try connection.requestName(name, flags)
            ownsName = reply == .primaryOwner || reply == .alreadyOwner
        } catch {
            report("the bus refuses the name \(name): \(error)")
        }
        declareIfDue()
    }

    /// Returns once focusd knows the filters; at once for a process without filters.
    func declare() async throws(ControlError) {
        guard isApp, provider != nil, ownsName, let focusd else { return }
        try await focusd.start()
        declareIfDue()
        guard let declared else { return }
        do throws(ControlError) {
            try await declared.outcome.value.get()
        } catch {
            // The next caller tries again.
            if self.declared?.outcome == declared.outcome { self.declared = nil }
            throw error
        }
    }

    /// Answers all calls that have arrived, and disconnects.
    ///
    /// focusd accepts an answer only from the owner of the name. The name is therefore released
    /// when no call is open, and taken again if a call arrived just before.
    func end() async {
        nameSignals = []
        repeat {
            await calls?.idle()
            guard let busName, ownsName else { break }
            ownsName = false
            // The bus sends earlier calls to the name before this answer.
            _ = try? await connection.ask("ReleaseName", [.string(busName.rawValue)], of: .bus)
            guard calls?.isBusy == true else { break }
            ownsName = (try? connection.requestName(busName, flags)) == .primaryOwner
        } while true
        connection.flush()
        connection.close()
    }

    private var isApp: Bool { role == .app || role == .appOfToolkit }

    /// The name of the process's role; nil without an app id, and for an id that is no bus name.
    private var busName: BusName? {
        guard let app else { return nil }
        switch role {
        case .app: return app.busName
        case .appOfToolkit, .filterExtension: return app.extensionName
        case .serviceExtension: return app.serviceName
        }
    }

    /// The flags for the name. A filter extension leaves the name to an app that needs the same
    /// one.
    private var flags: NameFlags {
        switch role {
        case .app: []
        case .appOfToolkit: .replaceExisting
        case .filterExtension: [.doNotQueue, .allowReplacement]
        case .serviceExtension: .doNotQueue
        }
    }

    /// Follows changes of the name's owner. A second instance of an app waits in the bus's queue,
    /// and serves when the first has left.
    private func followName(_ name: BusName, _ onActivity: @escaping @LoopActor () -> Void) {
        for (member, owns) in [("NameAcquired", true), ("NameLost", false)] {
            let rule = MatchRule(
                sender: WireName.bus, interface: WireName.busInterface,
                member: MemberName(rawValue: member), arguments: [0: name.rawValue])
            nameSignals.append(
                connection.subscribe(rule) { [weak self] _ in
                    self?.ownsName = owns
                    self?.declareIfDue()
                    onActivity()
                })
        }
    }

    private func declareIfDue() {
        guard isApp, ownsName, let app, let provider, let owner = focusd?.owner,
            declared?.to != owner
        else { return }
        let apps = AppsClient(connection, app: app)
        let outcome = Task { [report] () async -> Result<Void, ControlError> in
            let declarations = await provider.declarations()
            do throws(ControlError) {
                try await apps.declare(declarations)
                return .success(())
            } catch {
                if case .refused(_, let message) = error {
                    report("focusd refuses the app's Focus filters: \(message)")
                }
                return .failure(error)
            }
        }
        declared = (owner, outcome)
    }
}
