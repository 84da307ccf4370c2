// SPDX-License-Identifier: Apache-2.0
import CGLib

/// What a D-Bus interface offers, read from introspection XML by GLib's parser.
///
/// Names and signatures are as the XML has them: GLib checks the markup, not their grammar.
public struct InterfaceDescription: Hashable, Sendable {
    /// An argument of a method or signal.
    public struct Argument: Hashable, Sendable {
        /// The argument's name; `arg_N` when the XML has none.
        public let name: String
        /// Its type.
        public let signature: String
    }

    /// A method.
    public struct Method: Hashable, Sendable {
        /// The method's name.
        public let name: String
        /// What it takes.
        public let input: [Argument]
        /// What it returns.
        public let output: [Argument]
    }

    /// A signal.
    public struct Signal: Hashable, Sendable {
        /// The signal's name.
        public let name: String
        /// What it carries.
        public let arguments: [Argument]
    }

    /// A property.
    public struct Property: Hashable, Sendable {
        /// The property's name.
        public let name: String
        /// Its type.
        public let signature: String
        /// Whether peers may read it.
        public let isReadable: Bool
        /// Whether peers may set it.
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
    /// The text of its `<interface>` element, exactly as it was given.
    public let xml: String

    /// Every interface that a document has directly below its root `<node>`.
    ///
    /// - Throws: `InterfaceError` when GLib finds the document wrong.
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

/// Why introspection XML was refused.
public struct InterfaceError: Error, Hashable, Sendable {
    /// What is wrong, in GLib's words where it was GLib that found it.
    public let message: String

    /// An error found by whoever uses the description.
    public init(message: String) {
        self.message = message
    }
}

/// The elements of one of GLib's NULL-terminated lists; they belong to the node.
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

/// The text of every `<interface>` element, in order; the document was parsed before.
///
/// GLib keeps no positions, so the text is walked again. In well-formed XML only comments, CDATA
/// sections and quoted attribute values can hold something that looks like a tag but is none.
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
    /// Steps over a tag; says whether it closes itself.
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
