// SPDX-License-Identifier: Apache-2.0
import CDBus
import GLibLoop
import Glibc

/// Finds the handler of a call.
///
/// In this order: the interface that the object is exported with, if it has the method and the
/// types match; the standard interfaces of exported objects; the handler for unhandled calls; an
/// error that says what is missing.
@LoopActor final class ObjectTable {
    /// Maximum bytes of a path in a lookup; the specification allows 64 MiB.
    private static let maximumPath = 4_096
    /// Maximum bytes of a call to a standard interface; its arguments are names, and the value of a
    /// property.
    private static let maximumStandardCall = 64 << 10

    private var exports: [ObjectPath: [InterfaceName: Export]] = [:]
    /// The export of the last call: most calls are to the same export.
    private var last: Export?

    func add(_ export: Export) {
        let previous = exports[export.path, default: [:]].updateValue(
            export, forKey: export.interface.name)
        precondition(previous == nil, "\(export.path) already has \(export.interface.name)")
    }

    func remove(_ export: Export) {
        guard exports[export.path]?[export.interface.name] === export else { return }
        exports[export.path]?[export.interface.name] = nil
        if exports[export.path]?.isEmpty == true { exports[export.path] = nil }
        if last === export { last = nil }
    }

    /// Returns the interfaces of the object, ordered by name.
    func interfaces(at path: ObjectPath) -> [Export] {
        exports[path]?.values.sorted { $0.interface.name < $1.interface.name } ?? []
    }

    func export(_ interface: InterfaceName, at path: ObjectPath) -> Export? {
        exports[path]?[interface]
    }

    /// Returns the elements that follow `path` in the paths of exported objects.
    func children(of path: ObjectPath) -> [String] {
        let prefix = path == .root ? "/" : path.rawValue + "/"
        var names: Set<String> = []
        for other in exports.keys where other != path && other.rawValue.hasPrefix(prefix) {
            names.insert(String(other.rawValue.dropFirst(prefix.count).prefix { $0 != "/" }))
        }
        return names.sorted()
    }

    // MARK: Dispatch

    func dispatch(_ message: Message, on connection: Connection) {
        let pointer = unsafe message.pointer
        // A call always has a path and a member: libdbus drops the connection otherwise.
        guard let path = unsafe dbus_message_get_path(pointer),
            let member = unsafe dbus_message_get_member(pointer)
        else { return }
        let interface = unsafe dbus_message_get_interface(pointer)
        guard unsafe strnlen(path, Self.maximumPath + 1) <= Self.maximumPath else {
            return MethodCall(message: message, connection: connection, method: nil)
                .fail(.unknownObject, "No object has so long a path")
        }
        if let export = unsafe find(path, interface, member) {
            last = export
            unsafe call(export, member, message, connection)
        } else {
            callOther(message, connection)
        }
    }

    private func find(
        _ path: UnsafePointer<CChar>, _ interface: UnsafePointer<CChar>?,
        _ member: UnsafePointer<CChar>
    ) -> Export? {
        guard let interface = unsafe interface else {
            // A call without an interface goes to the first interface with the method.
            let path = unsafe ObjectPath(unchecked: String(cString: path))
            return interfaces(at: path).first {
                unsafe $0.interface.method(named: member) != nil
            }
        }
        if let last, unsafe last.interface.cName.equals(interface), unsafe last.cPath.equals(path) {
            return last
        }
        let object = unsafe exports[ObjectPath(unchecked: String(cString: path))]
        return unsafe object?[InterfaceName(unchecked: String(cString: interface))]
    }

    private func call(
        _ export: Export, _ member: UnsafePointer<CChar>, _ message: Message,
        _ connection: Connection
    ) {
        let method = unsafe export.interface.method(named: member)
        let call = MethodCall(message: message, connection: connection, method: method)
        guard let method else {
            return call.fail(
                .unknownMethod, "\(export.interface.name) has no method \(call.member)")
        }
        guard let found = unsafe dbus_message_get_signature(message.pointer),
            unsafe method.cInput.equals(found)
        else { return call.refuse(expected: method.input.rawValue) }
        if export.mayProceed(call) { export.handler(call) }
    }

    private func callOther(_ message: Message, _ connection: Connection) {
        let call = MethodCall(message: message, connection: connection, method: nil)
        let path = ObjectPath(unchecked: message.path ?? "/")
        if message.byteCount <= Self.maximumStandardCall,
            StandardInterfaces(self).answer(call, at: path)
        {
            return
        }
        if connection.onUnhandledCall?(call) == true { return }
        if exports[path] == nil {
            call.fail(.unknownObject, "There is no object \(path)")
        } else if let interface = message.interface {
            call.fail(.unknownInterface, "\(path) has no interface \(interface)")
        } else {
            call.fail(.unknownMethod, "\(path) has no method \(call.member)")
        }
    }
}

/// An interface of an exported object.
@LoopActor final class Export {
    let path: ObjectPath
    let interface: Interface
    let properties: [MemberName: PropertyAccess]
    let postpone: (@LoopActor (MethodCall) -> Bool)?
    let admit: (@LoopActor (MethodCall) -> ErrorReply?)?
    let handler: @LoopActor (MethodCall) -> Void
    let cPath: CText

    init(
        _ interface: Interface, at path: ObjectPath, properties: [MemberName: PropertyAccess],
        postpone: (@LoopActor (MethodCall) -> Bool)?,
        admit: (@LoopActor (MethodCall) -> ErrorReply?)?,
        handler: @escaping @LoopActor (MethodCall) -> Void
    ) {
        self.path = path
        self.interface = interface
        self.properties = properties
        self.postpone = postpone
        self.admit = admit
        self.handler = handler
        cPath = CText(path.rawValue)
        for property in interface.properties {
            let access = properties[property.name]
            precondition(access != nil, "\(interface.name).\(property.name) has no access")
            precondition(
                (access?.set != nil) == property.isWritable,
                "\(interface.name).\(property.name) must be writable in both places or in none")
        }
    }

    /// Returns true if a call may proceed now; false if it was kept for later or answered with an
    /// error.
    func mayProceed(_ call: MethodCall) -> Bool {
        if postpone?(call) == true { return false }
        guard let refusal = admit?(call) else { return true }
        call.fail(refusal)
        return false
    }
}

extension MethodCall {
    /// Answers that the arguments have the wrong types.
    func refuse(expected: String) {
        let found = message.signature
        fail(
            .invalidArgs,
            "\(member) takes \(expected.isEmpty ? "nothing" : "(\(expected))"), "
                + "not \(found.isEmpty ? "nothing" : "(\(found))")")
    }
}
