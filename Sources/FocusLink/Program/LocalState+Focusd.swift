// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import Glibc
import LinkCore

// Values of focusd as values of the link, and back.

extension LocalState {
    /// - Parameter focuses: all Focuses, for their names.
    init(_ list: SwitchList, _ focuses: [FocusSummary]) {
        let names = Dictionary(focuses.map { ($0.id, $0.name) }) { first, _ in first }
        func shared(_ item: SwitchWire) -> SharedSwitch {
            let focus = item.focus.map {
                SharedFocus(id: $0.rawValue, name: names[$0] ?? $0.rawValue)
            }
            return SharedSwitch(
                focus: focus, since: item.since.rawValue, until: item.until?.rawValue)
        }
        self.init(
            action: list.action.map {
                LocalAction(time: $0.time.rawValue, isOurs: $0.isByLink)
            },
            switches: list.switches.filter { !$0.endsWithSession }.map(shared),
            isOfSession: list.switches.last?.endsWithSession ?? false,
            shared: list.shared.map(shared), hasLocalTrigger: list.hasLocalTrigger)
    }
}

extension SwitchWire {
    init(_ item: SharedSwitch) {
        self.init(
            focus: item.focus.map { FocusID($0.id) }, name: item.focus?.name,
            since: Timestamp(rawValue: item.since), until: item.until.map(Timestamp.init))
    }
}

extension FollowFailure {
    init(_ error: ControlError) {
        self =
            switch error {
            case .refused(.unknownFocus, _): .unknownFocus
            case .refused(.changedMeanwhile, _): .changedMeanwhile
            default: .unreachable
            }
    }
}

/// The name of this machine on the network.
enum HostName {
    static var current: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return "computer" }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let name = String(decoding: bytes, as: UTF8.self)
        return name.split(separator: ".").first.map { String($0.prefix(64)) } ?? "computer"
    }
}
