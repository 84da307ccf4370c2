// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusWire
package import GLibLoop

/// The client of `focus-link`.
@LoopActor package struct LinkClient {
    private let connection: Connection

    package init(_ connection: Connection) {
        self.connection = connection
    }

    /// Connects to the session bus of the environment, or to the one at `address`.
    package init(address: String? = nil) throws(ControlError) {
        self.init(try SessionBus.connect(address))
    }

    /// True while `focus-link` runs in the session.
    package var isRunning: Bool { (try? connection.nameOwner(WireName.link)) != nil }

    /// Requests the state of the link; blocks the thread until the answer arrives.
    package func status() throws(ControlError) -> LinkStatus {
        let values = try connection.askBlocking("Status", [], of: .link)
        guard let fields = values.first.flatMap(Fields.init) else {
            throw .malformedAnswer(member: "Status")
        }
        return LinkStatus(fields)
    }

    /// Removes the Focus files that are missing on this machine from the other machines, too;
    /// blocks the thread until the answer arrives.
    /// - Returns: The number of missing files.
    package func shareDeletions() throws(ControlError) -> UInt32 {
        try count("ShareDeletions")
    }

    /// Restores the Focus files that are missing on this machine; blocks the thread until the
    /// answer arrives.
    /// - Returns: The number of missing files.
    package func restoreFiles() throws(ControlError) -> UInt32 { try count("RestoreFiles") }

    private func count(_ member: MemberName) throws(ControlError) -> UInt32 {
        let values = try connection.askBlocking(member, [], of: .link)
        guard let count = values.first?.asUInt32 else {
            throw .malformedAnswer(member: member.rawValue)
        }
        return count
    }
}

extension BusService {
    static let link = BusService(
        name: WireName.link, path: WireName.linkPath, interface: WireName.linkInterface,
        isActivatable: false)
}
