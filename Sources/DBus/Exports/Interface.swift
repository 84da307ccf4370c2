// SPDX-License-Identifier: Apache-2.0
public import GLibLoop

/// An interface for exported objects, as its introspection XML describes it.
public final class Interface: Sendable {
    /// A method, with its argument types joined.
    public final class Method: Sendable {
        /// The method's name.
        public let name: MemberName
        /// The types of the input arguments, joined.
        public let input: Signature
        /// The types of the output arguments, joined.
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
        /// The property's type.
        public let signature: Signature
        /// True if peers may read the property.
        public let isReadable: Bool
        /// True if peers may set the property.
        public let isWritable: Bool
    }

    /// The interface's name.
    public let name: InterfaceName
    /// The methods, in the order of the XML.
    public let methods: [Method]
    /// The argument types of each signal.
    public let signals: [MemberName: Signature]
    /// The properties, in the order of the XML.
    public let properties: [Property]
    /// The text of the `<interface>` element, exactly as given.
    public let xml: String

    let cName: CText

    /// Checks the names and signatures of a description.
    ///
    /// - Throws: `InvalidName` for the first invalid name or signature.
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

    /// Reads the interface `name` from introspection XML.
    ///
    /// - Throws: `InterfaceError` if the XML is invalid or has no such interface.
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

    /// Returns the property with this name.
    public func property(_ name: MemberName) -> Property? {
        properties.first { $0.name == name }
    }

    func method(named name: UnsafePointer<CChar>) -> Method? {
        for method in methods where unsafe method.cName.equals(name) { return method }
        return nil
    }
}
