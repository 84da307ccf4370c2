// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc

/// GNOME's "Do Not Disturb" switch, tied to the Focus "Do Not Disturb" of focusd
/// (`DoNotDisturb=follow` in `focusd.conf`).
///
/// The switch is the key `show-banners`: on means no popups. Plasma's switch has no effect while
/// another program shows notifications, so there is nothing to follow.
@LoopActor final class DesktopSwitch {
    static let schema = "org.gnome.desktop.notifications"
    static let key = "show-banners"
    private static let focus = "do-not-disturb"
    private static let path: ObjectPath = "/org/focusd/Focus1"
    private static let interface: InterfaceName = "org.focusd.Focus1.Control"

    private let session: Connection
    private var setting: BooleanSetting?
    private var pair: SwitchPair
    private let agreed = AgreedState()
    private var signals: Subscription?
    /// The number of focusd's lives; answers from an earlier one do not count.
    private var life = 0

    /// Opens the desktop's setting; nil if the desktop has no such switch.
    ///
    /// - Parameter address: The address of the session bus, where the settings' service is.
    init?(_ session: Connection, address: String) {
        // GIO reads the variable, which names the private bus here. No other thread runs yet.
        _ = unsafe setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
        self.session = session
        pair = SwitchPair(desktop: false)
        guard
            let setting = BooleanSetting(
                schema: Self.schema, key: Self.key,
                onChange: { [weak self] in self?.handle(.desktop(isOn: !$0)) })
        else { return nil }
        self.setting = setting
        pair = SwitchPair(desktop: !setting.value, agreed: agreed.read())
        let rule = MatchRule(
            sender: ServerName.front, path: Self.path, interface: Self.interface,
            member: "FocusChanged")
        signals = session.subscribe(rule) { [weak self] message in
            guard let id = (try? message.arguments())?.first?.asString else { return }
            self?.handle(.focus(isOn: id == Self.focus))
        }
    }

    /// focusd has appeared on the bus, or left it.
    func frontChanged(isThere: Bool) {
        life += 1
        guard isThere else { return handle(.focusLost) }
        // The signals go to subscribers alone.
        call("Subscribe", []) { [weak self] _ in
            self?.look { isOn in
                if let isOn { self?.handle(.focus(isOn: isOn)) }
            }
        }
    }

    private func handle(_ event: SwitchPair.Event) {
        let known = pair.agreed
        let effect = pair.handle(event)
        if let state = pair.agreed, state != known { agreed.write(state) }
        switch effect {
        case nil: break
        case .setDesktop(let isOn): setting?.value = !isOn
        case .turnFocus(let isOn):
            call(isOn ? "Activate" : "Deactivate", isOn ? [.string(Self.focus)] : []) {
                [weak self] result in
                guard case .success = result else {
                    self?.handle(.answered(isOn: nil))
                    return
                }
                self?.look { self?.handle(.answered(isOn: $0)) }
            }
        }
    }

    /// Reads whether the Focus is on; calls back with nil if focusd does not say so.
    private func look(_ body: @escaping @LoopActor (Bool?) -> Void) {
        call(
            "Get", [.string(Self.interface.rawValue), .string("ActiveFocus")],
            in: "org.freedesktop.DBus.Properties"
        ) { result in
            let value = try? result.get().arguments().first?.unwrapped.asString
            body(value.map { $0 == Self.focus })
        }
    }

    private func call(
        _ member: MemberName, _ values: [Value], in interface: InterfaceName = interface,
        _ body: @escaping @LoopActor (Result<Message, CallError>) -> Void
    ) {
        let caller = life
        session.call(
            ServerName.front, Self.path, interface, member, values, BridgeLimits.questionTimeout
        ) { [weak self] result in
            if self?.life == caller { body(result) }
        }
    }
}
