// SPDX-License-Identifier: Apache-2.0
import CGLib

/// The members of a D-Bus interface, read from introspection XML by GLib's parser.
///
/// Names and signatures are unchecked copies: GLib validates the markup, not their grammar.
public struct InterfaceDescription: Hashable, Sendable {
    /// An argument of a method or signal.
    public struct Argument: Hashable, Sendable {
        /// The argument's name; `arg_N` if the XML has none.
        public let name: String
        /// The argument's type.
        public let signature: String
    }

    /// A method.
    public struct Method: Hashable, Sendable {
        /// The method's name.
        public let name: String
        /// The arguments of a call.
        public let input: [Argument]
        /// The arguments of its reply.
        public let output: [Argument]
    }

    /// A signal.
    public struct Signal: Hashable, Sendable {
        /// The signal's name.
        public let name: String
        /// The arguments of the signal.
        public let arguments: [Argument]
    }

    /// A property.
    public struct Property: Hashable, Sendable {
        /// The property's name.
        public let name: String
        /// The property's type.
        public let signature: String
        /// True if peers may read the property.
        public let isReadable: Bool
        /// True if peers may set the property.
        public let isWritable: Bool
    }

    /// The interface's name.
    public let name: String
    /// Its methods, in the order of the XML.
    public let methods: [Method]
    /// Its signals, in the order of the XML.
    public let signals: [Signal]
    /// Its properties, in the order of the XML.
    public let properties: [Property]
    /// The text of the `<interface>` element, unchanged.
    public let xml: String

    /// Returns every interface directly below the root `<node>` of a document.
    ///
    /// - Throws: `InterfaceError` if GLib rejects the document.
    public static func parse(_ xml: String) throws(InterfaceError) -> [InterfaceDescription] {
        var error: UnsafeMutablePointer<GError>?
        guard let node = unsafe g_dbus_node_info_new_for_xml(xml, &error) else {
            let reason = unsafe error.map { unsafe GLibError(taking: $0).message }
            throw InterfaceError(message: reason ?? "not introspection XML")
        }
        defer { unsafe g_dbus_node_info_unref(node) }
        let interfaces = unsafe list(node.pointee.interfaces)
        let texts = interfaceElements(of: xml)
        guard unsafe texts.count == interfaces.count else {
            throw InterfaceError(message: "interfaces must stand directly below the root node")
        }
        return unsafe zip(interfaces, texts).map { interface, text in
            unsafe InterfaceDescription(interface.pointee, xml: text)
        }
    }

    private init(_ info: GDBusInterfaceInfo, xml: String) {
        unsafe name = String(cString: info.name)
        methods = unsafe list(info.methods).map { method in
            unsafe Method(
                name: String(cString: method.pointee.name),
                input: arguments(method.pointee.in_args),
                output: arguments(method.pointee.out_args))
        }
        signals = unsafe list(info.signals).map { signal in
            unsafe Signal(
                name: String(cString: signal.pointee.name),
                arguments: arguments(signal.pointee.args))
        }
        properties = unsafe list(info.properties).map { property in
            let flags = unsafe property.pointee.flags.rawValue
            return unsafe Property(
                name: String(cString: property.pointee.name),
                signature: String(cString: property.pointee.signature),
                isReadable: flags & G_DBUS_PROPERTY_INFO_FLAGS_READABLE.rawValue != 0,
                isWritable: flags & G_DBUS_PROPERTY_INFO_FLAGS_WRITABLE.rawValue != 0)
        }
        self.xml = xml
    }
}

/// The reason why introspection XML was refused.
public struct InterfaceError: Error, Hashable, Sendable {
    /// A description of the mistake, by GLib if its parser found it.
    public let message: String

    /// Creates the error of a mistake that a user of the description finds.
    public init(message: String) {
        self.message = message
    }
}

/// Returns the elements of one of GLib's NULL-terminated lists, which belong to the node.
private func list<Info>(
    _ start: UnsafeMutablePointer<UnsafeMutablePointer<Info>?>?
) -> [UnsafeMutablePointer<Info>] {
    guard var next = unsafe start else { return unsafe [] }
    var elements: [UnsafeMutablePointer<Info>] = unsafe []
    while let element = unsafe next.pointee {
        unsafe elements.append(element)
        unsafe next += 1
    }
    return unsafe elements
}

private func arguments(
    _ start: UnsafeMutablePointer<UnsafeMutablePointer<GDBusArgInfo>?>?
) -> [InterfaceDescription.Argument] {
    unsafe list(start).map { argument in
        let name = unsafe argument.pointee.name.map { unsafe String(cString: $0) }
        return unsafe InterfaceDescription.Argument(
            name: name ?? "", signature: String(cString: argument.pointee.signature))
    }
}

/// Returns the text of every `<interface>` element, in order. The document was parsed before.
///
/// GLib keeps no positions, so the text is scanned again. In well-formed XML only comments, CDATA
/// sections and quoted attribute values can contain text that looks like a tag.
private func interfaceElements(of xml: String) -> [String] {
    let bytes = Array(xml.utf8)
    var elements: [String] = []
    var start: Int?
    var position = 0

    func has(_ text: StaticString) -> Bool {
        bytes[position...].starts(with: text.description.utf8)
    }
    func skip(past text: StaticString) {
        while position < bytes.count, !has(text) { position += 1 }
        position = min(position + text.utf8CodeUnitCount, bytes.count)
    }
    /// Skips a tag. Returns true for a tag that closes itself.
    func skipTag() -> Bool {
        var quote: UInt8?
        var previous: UInt8 = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return previous == UInt8(ascii: "/")
            }
            previous = byte
        }
        return true
    }
    func end() {
        guard let from = start else { return }
        elements.append(String(decoding: bytes[from..<position], as: UTF8.self))
        start = nil
    }

    while position < bytes.count {
        if has("<!--") {
            skip(past: "-->")
        } else if has("<![CDATA[") {
            skip(past: "]]>")
        } else if has("</interface") {
            _ = skipTag()
            end()
        } else if has("<interface") {
            start = position
            if skipTag() { end() }
        } else if bytes[position] == UInt8(ascii: "<") {
            _ = skipTag()
        } else {
            position += 1
        }
    }
    return elements
}
