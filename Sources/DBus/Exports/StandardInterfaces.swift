// SPDX-License-Identifier: Apache-2.0
import GLibLoop

/// Answers `Introspectable` and `Properties` for exported objects ("Standard Interfaces" in the
/// specification). libdbus itself answers `Peer`, for every path.
@LoopActor struct StandardInterfaces {
    nonisolated static let introspectable: InterfaceName = "org.freedesktop.DBus.Introspectable"
    nonisolated static let properties: InterfaceName = "org.freedesktop.DBus.Properties"

    private let objects: ObjectTable

    init(_ objects: ObjectTable) {
        self.objects = objects
    }

    /// Answers a call of these interfaces; returns false for other calls.
    func answer(_ call: MethodCall, at path: ObjectPath) -> Bool {
        let interface = call.message.interface
        let isAny = interface == nil
        if isAny || interface == Self.introspectable.rawValue {
            if call.member == "Introspect" { return introspect(call, path) }
        }
        if isAny || interface == Self.properties.rawValue {
            guard !objects.interfaces(at: path).isEmpty else { return false }
            switch call.member {
            case "Get": return get(call, path)
            case "GetAll": return getAll(call, path)
            case "Set": return set(call, path)
            default: break
            }
        }
        guard let interface, !objects.interfaces(at: path).isEmpty,
            interface == Self.introspectable.rawValue || interface == Self.properties.rawValue
        else { return false }
        call.fail(.unknownMethod, "\(interface) has no method \(call.member)")
        return true
    }

    // MARK: Introspectable

    private func introspect(_ call: MethodCall, _ path: ObjectPath) -> Bool {
        let exports = objects.interfaces(at: path)
        let children = objects.children(of: path)
        if exports.isEmpty, children.isEmpty { return false }
        guard check(call, "") else { return true }
        var text = Self.documentType + "<node>\n"
        for export in exports { text += "  \(export.interface.xml)\n" }
        if !exports.isEmpty { text += Self.standardXML }
        for child in children { text += "  <node name=\"\(child)\"/>\n" }
        call.reply(.string(text + "</node>\n"))
        return true
    }

    // MARK: Properties

    private func get(_ call: MethodCall, _ path: ObjectPath) -> Bool {
        guard check(call, "ss") else { return true }
        guard let export = export(call, path) else { return false }
        guard let (property, access) = property(call, export) else { return true }
        guard property.isReadable else {
            call.fail(.accessDenied, "\(property.name) cannot be read")
            return true
        }
        do throws(ErrorReply) {
            call.reply(.variant(try access.get(call)))
        } catch {
            call.fail(error)
        }
        return true
    }

    private func getAll(_ call: MethodCall, _ path: ObjectPath) -> Bool {
        guard check(call, "s") else { return true }
        guard let export = export(call, path) else { return false }
        guard export.mayProceed(call) else { return true }
        var values: [String: Value] = [:]
        for property in export.interface.properties where property.isReadable {
            // Leaves out a property without a value for this caller.
            if let value = try? export.properties[property.name]?.get(call) {
                values[property.name.rawValue] = value
            }
        }
        call.reply(.vardict(values))
        return true
    }

    private func set(_ call: MethodCall, _ path: ObjectPath) -> Bool {
        guard check(call, "ssv") else { return true }
        guard let export = export(call, path) else { return false }
        guard let (property, access) = property(call, export) else { return true }
        guard let set = access.set else {
            call.fail(.propertyReadOnly, "\(property.name) cannot be set")
            return true
        }
        var reader = call.arguments
        reader.skip()
        reader.skip()
        do throws(UnmarshalError) {
            let value = try reader.variant { inner throws(UnmarshalError) in
                let found = inner.currentSignature
                guard found == property.signature.rawValue else {
                    throw UnmarshalError("\(property.name) is \(property.signature), not \(found)")
                }
                return try inner.value()
            }
            do throws(ErrorReply) {
                try set(call, value)
                call.reply()
            } catch {
                call.fail(error)
            }
        } catch {
            call.fail(.invalidArgs, error.description)
        }
        return true
    }

    /// Returns the export of the interface in the first argument; for an empty name, the object's
    /// only export.
    private func export(_ call: MethodCall, _ path: ObjectPath) -> Export? {
        var reader = call.arguments
        guard let name = try? reader.string() else { return nil }
        if name.isEmpty {
            let all = objects.interfaces(at: path)
            return all.count == 1 ? all[0] : nil
        }
        return objects.export(InterfaceName(unchecked: name), at: path)
    }

    /// Returns the property in the second argument if the caller may use it; otherwise answers the
    /// call.
    private func property(
        _ call: MethodCall, _ export: Export
    ) -> (Interface.Property, PropertyAccess)? {
        guard export.mayProceed(call) else { return nil }
        var reader = call.arguments
        reader.skip()
        guard let name = try? reader.string(),
            let property = export.interface.property(MemberName(unchecked: name)),
            let access = export.properties[property.name]
        else {
            call.fail(.unknownProperty, "\(export.interface.name) has no such property")
            return nil
        }
        return (property, access)
    }

    private func check(_ call: MethodCall, _ signature: String) -> Bool {
        if call.message.signature == signature { return true }
        call.refuse(expected: signature)
        return false
    }
}

extension StandardInterfaces {
    nonisolated private static let documentType = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

        """

    nonisolated private static let standardXML = """
          <interface name="org.freedesktop.DBus.Introspectable">
            <method name="Introspect">
              <arg name="xml_data" type="s" direction="out"/>
            </method>
          </interface>
          <interface name="org.freedesktop.DBus.Peer">
            <method name="GetMachineId">
              <arg name="machine_uuid" type="s" direction="out"/>
            </method>
            <method name="Ping"/>
          </interface>
          <interface name="org.freedesktop.DBus.Properties">
            <method name="Get">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="out"/>
            </method>
            <method name="GetAll">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="props" type="a{sv}" direction="out"/>
            </method>
            <method name="Set">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="in"/>
            </method>
            <signal name="PropertiesChanged">
              <arg name="interface_name" type="s"/>
              <arg name="changed_properties" type="a{sv}"/>
              <arg name="invalidated_properties" type="as"/>
            </signal>
          </interface>

        """
}
