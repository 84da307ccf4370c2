// SPDX-License-Identifier: Apache-2.0

// NetworkManager lists its active connections, and reports changes of the list and of each
// connection. Its reports about access points, which come every few seconds, do not reach focusd.
// The name of a connection is the user's own; the name of a Wi-Fi network could be anybody's.

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// Detects active network connections and VPNs of NetworkManager.
@LoopActor final class NetworkSource: TriggerSource {
    let source = Trigger.Source.networks
    var onChange: ((Set<Trigger>) -> Void)?
    private let line: BusLine
    private var manager: ServiceProperties?
    private var connections: [ObjectPath: ServiceProperties] = [:]
    private var asked: Set<Trigger> = []

    /// Maximum number of followed connections.
    static let maximumConnections = 64
    private static let service: BusName = "org.freedesktop.NetworkManager"
    /// The state of a connection that can be used (`NM_ACTIVE_CONNECTION_STATE_ACTIVATED`).
    private static let activated: UInt32 = 2
    private static let vpnTypes: Set<String> = ["vpn", "wireguard"]

    init(on line: BusLine) {
        self.line = line
    }

    func follow(_ triggers: Set<Trigger>) {
        asked = triggers
        guard !asked.isEmpty else {
            manager = nil
            connections = [:]
            line.leave(self)
            onChange?([])
            return
        }
        if manager == nil {
            line.join(self) { [weak self] in self?.connectionChanged() }
        } else {
            tell()
        }
    }

    private func connectionChanged() {
        manager = nil
        connections = [:]
        guard let connection = line.connection else { return tell() }
        let object = ServiceObject(
            name: Self.service, path: "/org/freedesktop/NetworkManager",
            interface: "org.freedesktop.NetworkManager")
        manager = ServiceProperties(connection, object) { [weak self] in self?.listChanged() }
    }

    private func listChanged() {
        guard let connection = line.connection else { return }
        var paths: [ObjectPath] = []
        if case .array(_, let values)? = manager?.fields?["ActiveConnections"] {
            paths = values.compactMap(\.asObjectPath)
        }
        let wanted = Set(paths.prefix(Self.maximumConnections))
        connections = connections.filter { wanted.contains($0.key) }
        for path in wanted where connections[path] == nil {
            let object = ServiceObject(
                name: Self.service, path: path,
                interface: "org.freedesktop.NetworkManager.Connection.Active")
            connections[path] = ServiceProperties(connection, object) { [weak self] in
                self?.tell()
            }
        }
        tell()
    }

    private func tell() {
        guard isSettled else { return }
        var present: Set<Trigger> = []
        for connection in connections.values {
            guard let fields = connection.fields, fields.uint32("State") == Self.activated else {
                continue
            }
            if let name = fields.string("Id") { present.insert(.network(name)) }
            let isVPN =
                fields.boolean("Vpn") == true || Self.vpnTypes.contains(fields.string("Type") ?? "")
            if isVPN { present.insert(.vpn) }
        }
        onChange?(present.intersection(asked))
    }

    var isSettled: Bool {
        guard !asked.isEmpty else { return true }
        guard let manager else { return line.failure != nil }
        return manager.isKnown && connections.values.allSatisfy(\.isKnown)
    }

    var problems: [TriggerProblem] {
        guard !asked.isEmpty, isSettled, manager?.fields == nil else { return [] }
        let reason = line.failure ?? "NetworkManager does not run"
        let remedy =
            line.failure == nil
            ? "use NetworkManager, or remove the trigger from the Focus" : BusLine.remedy
        return asked.sorted().map { trigger in
            TriggerProblem(
                trigger: trigger, detail: "focusd cannot detect “\(trigger.text)”: \(reason)",
                remedy: remedy)
        }
    }

    func survey(_ body: @escaping @LoopActor ([Trigger.Kind: KindFinding]) -> Void) {
        line.hasService(Self.service) { isThere in
            if isThere == true {
                return body([.vpn: .partly("VPNs that other programs set up stay unseen")])
            }
            let reason =
                isThere == nil ? "the system bus cannot be reached" : "NetworkManager does not run"
            body([.network: .missing(reason), .vpn: .missing(reason)])
        }
    }
}
