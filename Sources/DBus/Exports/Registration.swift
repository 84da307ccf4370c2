// SPDX-License-Identifier: Apache-2.0
public import GLibLoop

/// The getter and setter of an exported object's property.
public struct PropertyAccess: Sendable {
    /// Returns the property's value, of the type in the XML.
    public let get: @LoopActor (MethodCall) throws(ErrorReply) -> Value
    /// Sets a new value after the check of its type; nil if the property is read-only.
    public let set: (@LoopActor (MethodCall, Value) throws(ErrorReply) -> Void)?

    /// Creates an access; the closures receive the call, so that they can check the caller.
    public init(
        get: @escaping @LoopActor (MethodCall) throws(ErrorReply) -> Value,
        set: (@LoopActor (MethodCall, Value) throws(ErrorReply) -> Void)? = nil
    ) {
        self.get = get
        self.set = set
    }

    /// Returns a read-only access with the same value for all callers.
    public static func readOnly(_ get: @escaping @LoopActor () -> Value) -> PropertyAccess {
        PropertyAccess(get: { _ throws(ErrorReply) in get() })
    }
}

/// Ends an export on cancellation or deallocation.
@LoopActor public final class Registration {
    /// The path of the exported object.
    public nonisolated let path: ObjectPath
    /// The exported interface.
    public nonisolated let interface: Interface

    private weak var connection: Connection?
    private let export: Export

    init(_ connection: Connection, _ export: Export) {
        path = export.path
        interface = export.interface
        self.connection = connection
        self.export = export
    }

    isolated deinit {
        cancel()
    }

    /// Ends the export; later calls find no such interface.
    public func cancel() {
        connection?.objects.remove(export)
    }

    /// Sends a signal of the interface, to all subscribers or to `destination` alone.
    ///
    /// The types of `values` must match the XML.
    ///
    /// - Throws: `MarshalError` for values that a message cannot have.
    public func emit(
        _ member: MemberName, _ values: Value..., to destination: BusName? = nil
    ) throws(MarshalError) {
        let signal = Message.signal(
            path: path, interface: interface.name, member: member, destination: destination)
        try signal.append(contentsOf: values)
        precondition(
            signal.signature == interface.signals[member]?.rawValue,
            "\(interface.name).\(member) does not carry \(signal.signature)")
        connection?.send(signal)
    }

    /// Sends the signal `PropertiesChanged` to all subscribers.
    ///
    /// - Parameter values: The new values, of the types in the XML.
    /// - Throws: `MarshalError` for values that a message cannot have.
    public func propertiesChanged(_ values: [MemberName: Value]) throws(MarshalError) {
        let signal = Message.signal(
            path: path, interface: StandardInterfaces.properties, member: "PropertiesChanged")
        let changed = Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
        try signal.append(
            .string(interface.name.rawValue), .vardict(changed), .strings([]))
        connection?.send(signal)
    }
}

extension Connection {
    /// Exports an interface; its methods can be called when this function returns.
    ///
    /// Calls whose argument types differ from the XML are refused without `handler`.
    ///
    /// - Parameters:
    ///   - interface: The interface; an object can have it once.
    ///   - path: The object.
    ///   - properties: The access to each property in the XML; none may be missing.
    ///   - postpone: Keeps a call of a method or property that cannot be checked yet, and returns
    ///     true. The kept call is passed to ``MethodCall/dispatchAgain()`` or answered later.
    ///   - admit: Checks each call of a method or property of the interface first; returns the
    ///     error answer, or nil to admit the call.
    ///   - handler: Answers the calls.
    public func export(
        _ interface: Interface, at path: ObjectPath,
        properties: [MemberName: PropertyAccess] = [:],
        postpone: (@LoopActor (MethodCall) -> Bool)? = nil,
        admit: (@LoopActor (MethodCall) -> ErrorReply?)? = nil,
        handler: @escaping @LoopActor (MethodCall) -> Void
    ) -> Registration {
        let export = Export(
            interface, at: path, properties: properties, postpone: postpone, admit: admit,
            handler: handler)
        objects.add(export)
        return Registration(self, export)
    }
}
