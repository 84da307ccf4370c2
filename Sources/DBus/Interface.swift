// SPDX-License-Identifier: Apache-2.0
public import GLibLoop

/// An interface that objects can be exported with: what introspection XML says about it.
public final class Interface: Sendable {
    /// A method, with its types in one piece.
    public final class Method: Sendable {
        /// The method's name.
        public let name: MemberName
        /// The types of what it takes, one after the other.
        public let input: Signature
        /// The types of what it returns, one after the other.
        public let output: Signature

        let cName: CText
        let cInput: CText

        init(_ description: InterfaceDescription.Method) throws(InvalidName) {
            name = try MemberName(description.name)
            input = try Signature(description.input.map(\.signature).joined())
            output = try Signature(description.output.map(\.signature).joined())
            cName = CText(name.rawValue)
            cInput = CText(input.rawValue)
        }
    }

    /// A property.
    public struct Property: Sendable {
        /// The property's name.
        public let name: MemberName
        /// Its type.
        public let signature: Signature
        /// Whether peers may read it.
        public let isReadable: Bool
        /// Whether peers may set it.
        public let isWritable: Bool
    }

    /// The interface's name.
    public let name: InterfaceName
    /// Its methods, in the order of the XML.
    public let methods: [Method]
    /// The types that each of its signals carries.
    public let signals: [MemberName: Signature]
    /// Its properties, in the order of the XML.
    public let properties: [Property]
    /// The text of its `<interface>` element, exactly as it was given.
    public let xml: String

    let cName: CText

    /// Checks the names and signatures of a description.
    public init(_ description: InterfaceDescription) throws(InvalidName) {
        name = try InterfaceName(description.name)
        cName = CText(description.name)
        var methods: [Method] = []
        for method in description.methods { methods.append(try Method(method)) }
        self.methods = methods
        var signals: [MemberName: Signature] = [:]
        for signal in description.signals {
            signals[try MemberName(signal.name)] = try Signature(
                signal.arguments.map(\.signature).joined())
        }
        self.signals = signals
        var properties: [Property] = []
        for property in description.properties {
            properties.append(
                Property(
                    name: try MemberName(property.name),
                    signature: try Signature(property.signature),
                    isReadable: property.isReadable, isWritable: property.isWritable))
        }
        self.properties = properties
        xml = description.xml
    }

    /// The interface called `name` in introspection XML.
    ///
    /// - Throws: `InterfaceError` when the XML is wrong or has no such interface.
    public convenience init(_ name: InterfaceName, xml: String) throws(InterfaceError) {
        let all = try InterfaceDescription.parse(xml)
        guard let description = all.first(where: { $0.name == name.rawValue }) else {
            throw InterfaceError(message: "the XML has no interface \(name)")
        }
        do throws(InvalidName) {
            try self.init(description)
        } catch {
            throw InterfaceError(message: error.description)
        }
    }

    /// The method called `name`.
    public func method(_ name: MemberName) -> Method? {
        methods.first { $0.name == name }
    }

    /// The property called `name`.
    public func property(_ name: MemberName) -> Property? {
        properties.first { $0.name == name }
    }

    func method(named name: UnsafePointer<CChar>) -> Method? {
        for method in methods where unsafe method.cName.equals(name) { return method }
        return nil
    }
}
