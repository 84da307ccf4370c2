// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// A session while it is on a bus: the app's name, its filters' objects, and what focusd was told.
@LoopActor final class SessionLink {
    let connection: Connection
    private(set) var ownsName = false
    private(set) var server: FilterServer?

    private let app: AppID?
    private let role: AppSession.Role
    private let provider: (any FilterProvider)?
    private let report: @Sendable (String) -> Void
    private var focusd: FocusdWatch?
    private var nameSignals: [Subscription] = []
    /// The focusd that was told of the filters last, and how it took it.
    private var declared: (to: String, outcome: Task<Result<Void, ControlError>, Never>)?

    init(_ session: AppSession, _ connection: Connection) {
        self.connection = connection
        app = session.app
        role = session.role
        provider = session.provider
        report = session.report
    }

    /// Takes the name, with everything in place that a call to it may need: the bus hands over what
    /// waits for an activated extension as soon as the name is there.
    func start(onActivity: @escaping @LoopActor () -> Void) {
        let focusd = FocusdWatch(connection) { [weak self] in self?.declareIfDue() }
        self.focusd = focusd
        guard let app else { return }
        if let provider {
            server = FilterServer(connection, app: app, provider: provider, focusd: focusd, report)
            server?.onActivity = onActivity
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

    /// Returns when focusd knows the filters, at once where there are none to tell of.
    func declare() async throws(ControlError) {
        guard role != .filterExtension, provider != nil, ownsName, let focusd else { return }
        try await focusd.start()
        declareIfDue()
        guard let declared else { return }
        do throws(ControlError) {
            try await declared.outcome.value.get()
        } catch {
            // Whoever asks next has it tried again.
            if self.declared?.outcome == declared.outcome { self.declared = nil }
            throw error
        }
    }

    /// Lets everything that was called be answered, and leaves.
    ///
    /// focusd takes an answer only from who has the name. So the name goes when nothing is left to
    /// answer, and is taken again where a call came in just before that.
    func end() async {
        nameSignals = []
        repeat {
            await server?.idle()
            guard let busName, ownsName else { break }
            ownsName = false
            // Calls that the bus sent to the name are dispatched before this is answered.
            _ = try? await connection.ask("ReleaseName", [.string(busName.rawValue)], of: .bus)
            guard server?.isBusy == true else { break }
            ownsName = (try? connection.requestName(busName, flags)) == .primaryOwner
        } while true
        connection.flush()
        connection.close()
    }

    /// The name of the process's role; nil without an app id, and for one that is no bus name.
    private var busName: BusName? {
        guard let app else { return nil }
        let key = FilterKey(app, "")
        return role == .app ? key.appName : key.extensionName
    }

    /// An extension makes room for its app where that needs the same name.
    private var flags: NameFlags {
        switch role {
        case .app: []
        case .appOfToolkit: .replaceExisting
        case .filterExtension: [.doNotQueue, .allowReplacement]
        }
    }

    /// A second instance of an app waits in the bus's queue, and serves when the first has left.
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
        guard role != .filterExtension, ownsName, let app, let provider, let owner = focusd?.owner,
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
