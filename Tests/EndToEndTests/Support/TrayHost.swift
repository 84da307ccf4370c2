// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import TestSupport

/// A tray: what items register with, and what reads and clicks them, as a bar does.
@LoopActor final class TrayHost {
    private let connection: Connection
    private var registration: Registration?
    private var subscription: Subscription?
    /// The registered items: name and path.
    let registered = Recorder<(name: BusName, path: ObjectPath)>()
    /// Something that an item or its menu has told; what, is asked.
    private let changes = Recorder<Void>()

    private static let watcher = parse(
        """
        <node>
          <interface name="org.kde.StatusNotifierWatcher">
            <method name="RegisterStatusNotifierItem"><arg type="s" direction="in"/></method>
            <method name="RegisterStatusNotifierHost"><arg type="s" direction="in"/></method>
            <property name="RegisteredStatusNotifierItems" type="as" access="read"/>
            <property name="IsStatusNotifierHostRegistered" type="b" access="read"/>
            <property name="ProtocolVersion" type="i" access="read"/>
            <signal name="StatusNotifierItemRegistered"><arg type="s"/></signal>
          </interface>
        </node>
        """)

    init(_ connection: Connection) throws {
        self.connection = connection
        let (registered, changes) = (registered, changes)
        registration = connection.export(
            Self.watcher, at: "/StatusNotifierWatcher",
            properties: [
                "RegisteredStatusNotifierItems": .readOnly { .strings([]) },
                "IsStatusNotifierHostRegistered": .readOnly { .boolean(true) },
                "ProtocolVersion": .readOnly { .int32(0) },
            ]
        ) { call in
            if call.member == "RegisterStatusNotifierItem", let sender = call.message.sender,
                let name = try? BusName(sender),
                let text = try? call.message.arguments().first?.asString,
                let path = try? ObjectPath(text)
            {
                registered.record((name, path))
            }
            call.reply(call.message.methodReturn())
        }
        subscription = connection.subscribe(MatchRule()) { message in
            switch message.interface {
            case "org.kde.StatusNotifierItem", "com.canonical.dbusmenu": changes.record(())
            default: break
            }
        }
        _ = try connection.requestName("org.kde.StatusNotifierWatcher")
    }

    func leave() {
        connection.close()
    }

    private static func parse(_ xml: String) -> Interface {
        do {
            return try Interface("org.kde.StatusNotifierWatcher", xml: xml)
        } catch {
            preconditionFailure("the XML above is wrong: \(error.message)")
        }
    }

    /// An entry of a menu as it is on the bus.
    struct Entry: Hashable, Sendable {
        let id: Int32
        let label: String
        /// True if it is marked; nil if it can have no mark.
        let isMarked: Bool?
        let isEnabled: Bool
        let isVisible: Bool
        let children: [Entry]

        init?(_ value: Value) {
            guard let fields = value.unwrapped.elements, fields.count == 3,
                let id = fields[0].asInt32, let children = fields[2].elements
            else { return nil }
            self.id = id
            label = fields[1]["label"]?.asString ?? ""
            isMarked =
                fields[1]["toggle-type"] == nil
                ? nil : fields[1]["toggle-state"] == .int32(1)
            isEnabled = fields[1]["enabled"]?.asBool ?? true
            isVisible = fields[1]["visible"]?.asBool ?? true
            self.children = children.compactMap(Entry.init)
        }
    }

    /// One icon, as the bar has it.
    struct Item: Sendable {
        let name: BusName
        let path: ObjectPath
        let menu: ObjectPath
    }

    /// The next item that registers.
    func item() async throws -> Item {
        let (name, path) = try await registered.next()
        let item = Item(name: name, path: path, menu: path)
        guard let menu = try await property("Menu", of: item).asObjectPath else {
            throw TestSupportError("the item has no menu")
        }
        return Item(name: name, path: path, menu: menu)
    }

    func property(_ name: String, of item: Item) async throws -> Value {
        let reply = try await call(
            item.name, item.path, "org.freedesktop.DBus.Properties", "Get",
            .string("org.kde.StatusNotifierItem"), .string(name))
        return reply.first?.unwrapped ?? .boolean(false)
    }

    func text(_ name: String, of item: Item) async throws -> String {
        try await property(name, of: item).asString ?? ""
    }

    /// The entries of the menu, those of submenus within.
    func menu(of item: Item) async throws -> [Entry] {
        let reply = try await call(
            item.name, item.menu, "com.canonical.dbusmenu", "GetLayout", .int32(0), .int32(-1),
            .strings([]))
        guard reply.count == 2, let root = Entry(reply[1]) else {
            throw TestSupportError("no layout: \(reply)")
        }
        return root.children
    }

    /// Clicks on the entry with that label, as a bar does, as soon as it can be seen: the menu may
    /// be behind the title.
    func click(_ label: String, within parent: String? = nil, of item: Item) async throws {
        func entry(in menu: [Entry]) -> Entry? {
            let entries =
                parent.map { parent in menu.first { $0.label == parent }?.children ?? [] } ?? menu
            return entries.first { $0.label == label && $0.isVisible }
        }
        guard let entry = entry(in: try await waitForMenu(of: item) { entry(in: $0) != nil })
        else { return }
        _ = try await call(
            item.name, item.menu, "com.canonical.dbusmenu", "Event", .int32(entry.id),
            .string("clicked"), .variant(.int32(0)), .uint32(0))
    }

    /// Waits until the menu is as wanted, looking each time that the item tells of a change.
    @discardableResult
    func waitForMenu(
        of item: Item, _ condition: ([Entry]) -> Bool
    ) async throws -> [Entry] {
        while true {
            let entries = try await menu(of: item)
            if condition(entries) { return entries }
            do {
                try await changes.next()
            } catch {
                throw TestSupportError(
                    "the menu stays: \(entries.map { "\($0.label) \($0.isMarked as Any)" })")
            }
        }
    }

    /// Waits until a text property is that.
    func wait(for text: String, in property: String, of item: Item) async throws {
        while true {
            let now = try await self.text(property, of: item)
            if now == text { return }
            do {
                try await changes.next()
            } catch {
                throw TestSupportError("\(property) stays “\(now)”")
            }
        }
    }

    private func call(
        _ name: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
        _ values: Value...
    ) async throws -> [Value] {
        let call = Message.methodCall(
            destination: name, path: path, interface: interface, member: member)
        try call.append(contentsOf: values)
        return try await connection.call(call, timeout: .testDeadline).arguments()
    }
}
