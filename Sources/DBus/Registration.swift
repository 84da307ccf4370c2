// SPDX-License-Identifier: Apache-2.0
public import GLibLoop

/// How a property of an exported object is read and set.
public struct PropertyAccess: Sendable {
    /// Makes the property's value, of the type that the XML says.
    public let get: @LoopActor (MethodCall) throws(ErrorReply) -> Value
    /// Takes a new value, whose type was checked; nil when the property cannot be set.
    public let set: (@LoopActor (MethodCall, Value) throws(ErrorReply) -> Void)?

    /// A property; the closures receive the call, so that they can look at who asks.
    public init(
        get: @escaping @LoopActor (MethodCall) throws(ErrorReply) -> Value,
        set: (@LoopActor (MethodCall, Value) throws(ErrorReply) -> Void)? = nil
    ) {
        self.get = get
        self.set = set
    }

    /// A property that cannot be set and is the same for everybody.
    public static func readOnly(_ get: @escaping @LoopActor () -> Value) -> PropertyAccess {
        PropertyAccess(get: { _ throws(ErrorReply) in get() })
    }
}

/// One interface of one exported object.
@LoopActor final class Export {
    let path: ObjectPath
    let interface: Interface
    let properties: [MemberName: PropertyAccess]
    let admit: (@LoopActor (MethodCall) -> ErrorReply?)?
    let handler: @LoopActor (MethodCall) -> Void
    let cPath: CText

    init(
        _ interface: Interface, at path: ObjectPath, properties: [MemberName: PropertyAccess],
        admit: (@LoopActor (MethodCall) -> ErrorReply?)?,
        handler: @escaping @LoopActor (MethodCall) -> Void
    ) {
        self.path = path
        self.interface = interface
        self.properties = properties
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
}

/// Ends an export when it is cancelled or dropped.
@LoopActor public final class Registration {
    /// Where the interface is exported.
    public nonisolated let path: ObjectPath
    /// What is exported.
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

    /// Ends the export; calls that come later find no such interface.
    public func cancel() {
        connection?.objects.remove(export)
    }

    /// Sends a signal of the interface, to everybody who asked for it or to `destination` alone.
    ///
    /// The types of `values` must be those of the XML.
    ///
    /// - Throws: `MarshalError` for values that no message may hold.
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

    /// Tells everybody who asked that properties have new values.
    ///
    /// - Parameters:
    ///   - values: The new values, of the types that the XML says.
    ///   - invalidated: Properties whose new value is not sent.
    /// - Throws: `MarshalError` for values that no message may hold.
    public func propertiesChanged(
        _ values: [MemberName: Value], invalidated: [MemberName] = []
    ) throws(MarshalError) {
        let signal = Message.signal(
            path: path, interface: StandardInterfaces.properties, member: "PropertiesChanged")
        let changed = Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
        try signal.append(
            .string(interface.name.rawValue), .vardict(changed),
            .strings(invalidated.map(\.rawValue)))
        connection?.send(signal)
    }
}

extension Connection {
    /// Exports an interface; its methods are called from the moment this returns.
    ///
    /// Calls whose argument types differ from the XML are refused before `handler` sees them.
    ///
    /// - Parameters:
    ///   - interface: What is exported; an object has it once.
    ///   - path: The object.
    ///   - properties: The access to each property that the XML has, to every one.
    ///   - admit: Looks at each call of a method or property of the interface first; what it returns is
    ///     the answer, and nil lets the call through.
    ///   - handler: Answers the calls.
    public func export(
        _ interface: Interface, at path: ObjectPath,
        properties: [MemberName: PropertyAccess] = [:],
        admit: (@LoopActor (MethodCall) -> ErrorReply?)? = nil,
        handler: @escaping @LoopActor (MethodCall) -> Void
    ) -> Registration {
        let export = Export(
            interface, at: path, properties: properties, admit: admit, handler: handler)
        objects.add(export)
        return Registration(self, export)
    }
}
