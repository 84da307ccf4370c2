// SPDX-License-Identifier: Apache-2.0

// The stored form of parameter values and declarations: a text that begins with its kind and
// version. A text is written after its length in bytes (`4:work`), a number before a `;`. So
// nothing needs escapes, and the reader never looks ahead further than necessary.

/// A stored text that is damaged, of another kind, or of a later version.
package enum FilterCodecError: Error, Hashable {
    case unknownVersion
    case damaged
}

/// Converts values and declarations to texts and back.
package enum FilterCodec {
    private static let valuesVersion = "v1;"
    private static let toldVersion = "t1;"
    private static let declarationsVersion = "f2;"
    /// The previous version, in which a parameter ends with the flag for options.
    private static let firstDeclarationsVersion = "f1;"

    /// Returns values as a text. Equal values have equal texts.
    package static func text(of values: ParameterValues) -> String {
        var writer = CodecWriter(valuesVersion)
        writer.count(values.count)
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            writer.text(name)
            writer.value(value)
        }
        return writer.written
    }

    package static func values(in text: String) throws(FilterCodecError) -> ParameterValues {
        var reader = try CodecReader(text, version: valuesVersion)
        var values: ParameterValues = [:]
        for _ in 0..<(try reader.count()) {
            let name = try reader.text()
            values[name] = try reader.value()
        }
        try reader.finish()
        return values
    }

    /// Returns the values that a filter got, and if a Focus set the filter, as a text.
    package static func text(ofTold values: ParameterValues, isSet: Bool) -> String {
        toldVersion + (isSet ? "T" : "F") + text(of: values)
    }

    /// Reads a text of ``text(ofTold:isSet:)``, or the bare values that earlier versions wrote.
    /// Bare values count as set by no Focus.
    package static func told(in text: String) throws(FilterCodecError) -> ToldFilter {
        guard text.hasPrefix(toldVersion) else {
            return .values(try values(in: text), isSet: false)
        }
        let rest = text.dropFirst(toldVersion.count)
        guard let flag = rest.first, flag == "T" || flag == "F" else { throw .damaged }
        return .values(try values(in: String(rest.dropFirst())), isSet: flag == "T")
    }

    /// Returns the declarations of one app as a text, without the app's id.
    package static func text(of declarations: [FilterDeclaration]) -> String {
        var writer = CodecWriter(declarationsVersion)
        writer.count(declarations.count)
        for declaration in declarations {
            writer.text(declaration.key.filter)
            writer.text(declaration.title)
            writer.text(declaration.description)
            writer.text(declaration.icon)
            writer.count(declaration.parameters.count)
            for parameter in declaration.parameters { writer.parameter(parameter) }
        }
        return writer.written
    }

    package static func declarations(
        in text: String, of app: AppID
    ) throws(FilterCodecError) -> [FilterDeclaration] {
        let isFirst = text.hasPrefix(firstDeclarationsVersion)
        var reader = try CodecReader(
            text, version: isFirst ? firstDeclarationsVersion : declarationsVersion)
        var declarations: [FilterDeclaration] = []
        for _ in 0..<(try reader.count()) {
            var declaration = FilterDeclaration(
                FilterKey(app, try reader.text()), title: try reader.text())
            declaration.description = try reader.text()
            declaration.icon = try reader.text()
            for _ in 0..<(try reader.count()) {
                declaration.parameters.append(try reader.parameter(isFirst: isFirst))
            }
            declarations.append(declaration)
        }
        try reader.finish()
        return declarations
    }
}

private struct CodecWriter {
    private(set) var written: String

    init(_ version: String) { written = version }

    mutating func count(_ count: Int) { written += "\(count);" }

    mutating func text(_ text: String) {
        written += "\(text.utf8.count):"
        written += text
    }

    mutating func flag(_ flag: Bool) { written += flag ? "T" : "F" }

    mutating func value(_ value: ParameterValue) {
        switch value {
        case .bool(let flag): self.flag(flag)
        case .int(let number): written += "i\(number);"
        case .double(let number): written += "d\(number.bitPattern);"
        case .text(let text):
            written += "s"
            self.text(text)
        case .list(let kind, let values):
            written += "["
            text(kind.rawValue)
            count(values.count)
            for value in values { self.value(value) }
        }
    }

    mutating func parameter(_ parameter: ParameterDeclaration) {
        text(parameter.name)
        text(parameter.title)
        text(parameter.description)
        text(parameter.type.written)
        flag(parameter.isOptional)
        flag(parameter.defaultValue != nil)
        if let value = parameter.defaultValue { self.value(value) }
        text(parameter.entityType)
        count(parameter.cases.count)
        for choice in parameter.cases {
            text(choice.value)
            text(choice.title)
            text(choice.subtitle)
            text(choice.image)
        }
        flag(parameter.hasOptions)
        for bound in [parameter.range?.lower, parameter.range?.upper] {
            flag(bound != nil)
            if let bound { value(bound) }
        }
        text(parameter.dateParts.rawValue)
        text(parameter.control.rawValue)
        text(parameter.prompt)
    }
}

private struct CodecReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: String, version: String) throws(FilterCodecError) {
        let prefix = Array(version.utf8)
        rest = Array(text.utf8)[...]
        guard rest.starts(with: prefix) else {
            throw FilterCodecError.unknownVersion
        }
        rest.removeFirst(prefix.count)
    }

    func finish() throws(FilterCodecError) {
        if !rest.isEmpty { throw FilterCodecError.damaged }
    }

    /// Reads a number and the `end` character after it.
    private mutating func number<Number: FixedWidthInteger>(
        _ type: Number.Type, to end: Unicode.Scalar
    ) throws(FilterCodecError) -> Number {
        // A number has at most 20 characters; 24 bounds the search.
        guard let place = rest.prefix(24).firstIndex(of: UInt8(ascii: end)),
            let number = Number(String(decoding: rest[..<place], as: UTF8.self))
        else { throw FilterCodecError.damaged }
        rest = rest[(place + 1)...]
        return number
    }

    mutating func count() throws(FilterCodecError) -> Int {
        let count = try number(Int.self, to: ";")
        // Each counted item takes at least one byte.
        guard (0...rest.count).contains(count) else { throw FilterCodecError.damaged }
        return count
    }

    mutating func text() throws(FilterCodecError) -> String {
        let size = try number(Int.self, to: ":")
        guard (0...rest.count).contains(size),
            let text = String(validating: rest.prefix(size), as: UTF8.self)
        else { throw FilterCodecError.damaged }
        rest.removeFirst(size)
        return text
    }

    private mutating func byte() throws(FilterCodecError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw FilterCodecError.damaged }
        return byte
    }

    mutating func flag() throws(FilterCodecError) -> Bool {
        switch try byte() {
        case UInt8(ascii: "T"): return true
        case UInt8(ascii: "F"): return false
        default: throw FilterCodecError.damaged
        }
    }

    mutating func value() throws(FilterCodecError) -> ParameterValue {
        guard rest.first == UInt8(ascii: "[") else { return try plainValue() }
        rest.removeFirst()
        guard let kind = ParameterType.Kind(rawValue: try text()) else {
            throw FilterCodecError.damaged
        }
        var values: [ParameterValue] = []
        for _ in 0..<(try count()) { values.append(try plainValue()) }
        return .list(kind, values)
    }

    /// Reads a value that is not a list.
    private mutating func plainValue() throws(FilterCodecError) -> ParameterValue {
        switch try byte() {
        case UInt8(ascii: "T"): return .bool(true)
        case UInt8(ascii: "F"): return .bool(false)
        case UInt8(ascii: "i"): return .int(try number(Int64.self, to: ";"))
        case UInt8(ascii: "d"):
            return .double(Double(bitPattern: try number(UInt64.self, to: ";")))
        case UInt8(ascii: "s"): return .text(try text())
        default: throw FilterCodecError.damaged
        }
    }

    /// - Parameter isFirst: true if the text has the first version.
    mutating func parameter(isFirst: Bool) throws(FilterCodecError) -> ParameterDeclaration {
        let name = try text()
        let title = try text()
        let description = try text()
        guard let type = ParameterType(written: try text()) else { throw FilterCodecError.damaged }
        var parameter = ParameterDeclaration(
            name, title: title, description: description, type: type)
        parameter.isOptional = try flag()
        if try flag() { parameter.defaultValue = try value() }
        parameter.entityType = try text()
        for _ in 0..<(try count()) {
            let value = try text()
            let title = try text()
            let subtitle = try text()
            parameter.cases.append(
                ParameterChoice(value, title: title, subtitle: subtitle, image: try text()))
        }
        parameter.hasOptions = try flag()
        if isFirst { return parameter }
        let lower = try flag() ? try value() : nil
        let upper = try flag() ? try value() : nil
        parameter.range = ParameterRange(lower, upper)
        guard let parts = DateParts(rawValue: try text()),
            let control = NumberControl(rawValue: try text())
        else { throw FilterCodecError.damaged }
        parameter.dateParts = parts
        parameter.control = control
        parameter.prompt = try text()
        return parameter
    }
}
