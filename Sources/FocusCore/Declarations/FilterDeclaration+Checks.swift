// SPDX-License-Identifier: Apache-2.0

/// A problem with a declaration.
package struct DeclarationFlaw: Error, Hashable, CustomStringConvertible {
    /// The parameter; nil when the problem is in the filter itself.
    package let parameter: String?
    /// The entry of a `.focus-filter` file with the problem (`Default`); nil for the group.
    package let entry: String?
    /// The problem, in words for the app's author.
    package let reason: String

    init(parameter: String? = nil, entry: String? = nil, _ reason: String) {
        self.parameter = parameter
        self.entry = entry
        self.reason = reason
    }

    package var description: String {
        let place = parameter.map { "parameter \($0): " } ?? ""
        return place + (entry.map { "\($0): " } ?? "") + reason
    }
}

extension String {
    /// The text for an error message: only the first scalars of a long text. Scalars and not
    /// characters, since one character can be as long as the text.
    package var quoted: String {
        let beginning = unicodeScalars.prefix(60)
        return beginning.endIndex == unicodeScalars.endIndex
            ? self : String(beginning.dropLast()) + "…"
    }
}

extension FilterDeclaration {
    /// Checks all declarations of one app: ids, limits, types of defaults.
    ///
    /// - Throws: The first problem.
    package static func check(
        _ declarations: [FilterDeclaration], of app: AppID
    ) throws(DeclarationFlaw) {
        guard declarations.count <= Limits.filtersPerApp else {
            throw DeclarationFlaw(
                "\(declarations.count) filters, more than \(Limits.filtersPerApp)")
        }
        var seen: Set<String> = []
        for declaration in declarations {
            guard declaration.key.app == app else {
                throw DeclarationFlaw("filter \(declaration.key.filter) is of another app")
            }
            guard seen.insert(declaration.key.filter).inserted else {
                throw DeclarationFlaw("two filters \(declaration.key.filter)")
            }
            if let flaw = declaration.flaws.first { throw flaw }
        }
    }

    /// Returns true for a valid filter id, which ends an object path: ASCII letters, digits and
    /// `_`.
    package static func isFilterID(_ text: String) -> Bool {
        (1...Limits.filterNameBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

extension FilterDeclaration {
    /// Returns true for a valid parameter name, which is a key of Focus files: letters, digits,
    /// `_`, `-` and `.`. The key `Predicate` is no parameter.
    package static func isParameterName(_ text: String) -> Bool {
        (1...Limits.filterNameBytes).contains(text.utf8.count) && text != "Predicate"
            && text.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter,
                    .otherLetter, .decimalNumber, .nonspacingMark, .spacingMark:
                    true
                default: "_-.".unicodeScalars.contains(scalar)
                }
            }
    }

    /// All problems with the declaration.
    package var flaws: [DeclarationFlaw] {
        var flaws: [DeclarationFlaw] = []
        if !Self.isFilterID(key.filter) {
            flaws.append(
                DeclarationFlaw(
                    "“\(key.filter.quoted)” cannot be a filter's id: letters, digits and _, "
                        + "at most \(Limits.filterNameBytes) of them"))
        }
        flaws += Self.flaws(
            title: title, description: description, image: icon, imageEntry: "Icon")
        if parameters.count > Limits.parametersPerFilter {
            flaws.append(
                DeclarationFlaw(
                    entry: "Parameters",
                    "\(parameters.count) parameters, more than \(Limits.parametersPerFilter)"))
        }
        var seen: Set<String> = []
        for parameter in parameters.prefix(Limits.parametersPerFilter) {
            if !seen.insert(parameter.name).inserted {
                flaws.append(
                    DeclarationFlaw(entry: "Parameters", "“\(parameter.name)” is there twice"))
            }
            flaws += parameter.flaws
        }
        return flaws
    }

    fileprivate static func flaws(
        title: String, description: String, image: String = "", imageEntry: String? = nil,
        parameter: String? = nil
    ) -> [DeclarationFlaw] {
        let texts = [
            ("Title", title, Limits.filterTitleBytes),
            ("Description", description, Limits.filterDescriptionBytes),
            (imageEntry ?? "", image, Limits.filterImageBytes),
        ]
        return texts.compactMap { entry, text, limit in
            guard text.utf8.count > limit else { return nil }
            return DeclarationFlaw(
                parameter: parameter, entry: entry, "longer than \(limit) bytes")
        }
    }
}

extension ParameterDeclaration {
    /// All problems with the parameter.
    fileprivate var flaws: [DeclarationFlaw] {
        guard FilterDeclaration.isParameterName(name) else {
            return [
                DeclarationFlaw(
                    entry: "Parameters", "“\(name.quoted)” cannot be a parameter's name")
            ]
        }
        var flaws = FilterDeclaration.flaws(
            title: title, description: description, parameter: name)
        func report(_ entry: String, _ reason: String) {
            flaws.append(DeclarationFlaw(parameter: name, entry: entry, reason))
        }
        if entityType.utf8.count > Limits.filterNameBytes {
            report("EntityType", "longer than \(Limits.filterNameBytes) bytes")
        }
        if let reason = flawOfCases { report("Cases", reason) }
        if let reason = range?.flaw(for: type) { report("Minimum", reason) }
        if dateParts != .dateTime, type.kind != .date {
            report("DateParts", "it is for parameters of type Date")
        }
        if control != .stepper, type.kind != .int, type.kind != .double {
            report("Control", "it is for parameters of type Int or Double")
        }
        if prompt.utf8.count > Limits.filterTitleBytes {
            report("Prompt", "longer than \(Limits.filterTitleBytes) bytes")
        }
        if let defaultValue {
            if !defaultValue.isOf(type) {
                report("Default", "it is not of type \(type.written)")
            } else if let reason = complaintOfAnyRange(about: defaultValue) {
                report("Default", reason)
            }
        }
        return flaws
    }

    private var flawOfCases: String? {
        guard type.kind == .enumeration else {
            return cases.isEmpty ? nil : "they are for parameters of type Enum"
        }
        if cases.isEmpty, !hasOptions { return "an Enum needs them" }
        if cases.count > Limits.casesPerParameter {
            return "\(cases.count) cases, more than \(Limits.casesPerParameter)"
        }
        var seen: Set<String> = []
        for choice in cases {
            if choice.value.utf8.count > Limits.filterNameBytes
                || choice.title.utf8.count > Limits.filterTitleBytes
                || choice.subtitle.utf8.count > Limits.filterTitleBytes
                || choice.image.utf8.count > Limits.filterImageBytes
            {
                return "“\(choice.value.quoted)” or its title is too long"
            }
            if !seen.insert(choice.value).inserted {
                return "“\(choice.value.quoted)” is there twice"
            }
        }
        return nil
    }

    /// Returns the reason why a value of the right type is not valid for this parameter, or nil.
    package func complaint(about value: ParameterValue) -> String? {
        if let reason = complaintOfAnyRange(about: value) { return reason }
        // The app's own default is valid even if it is out of range.
        guard let range, value != defaultValue, !range.contains(value) else { return nil }
        var shown = value
        if case .list(_, let values) = value, let bad = values.first(where: { !range.contains($0) })
        {
            shown = bad
        }
        return "\(shown.plain) is out of range; it takes \(range.words)"
    }

    /// Does the checks of ``complaint(about:)`` except the range.
    private func complaintOfAnyRange(about value: ParameterValue) -> String? {
        switch value {
        case .bool, .int: return nil
        case .double(let number): return number.isFinite ? nil : "not a finite number"
        case .list(_, let values):
            if values.count > Limits.parameterListEntries {
                return "\(values.count) entries, more than \(Limits.parameterListEntries)"
            }
            for value in values {
                if let reason = complaintOfAnyRange(about: value) { return reason }
            }
            return nil
        case .text(let text): return complaint(aboutText: text)
        }
    }

    /// Maximum number of cases that a complaint lists.
    private static let listedCases = 12

    private func complaint(aboutText text: String) -> String? {
        if text.utf8.count > Limits.parameterTextBytes {
            return "longer than \(Limits.parameterTextBytes) bytes"
        }
        if text.utf8.contains(0) { return "a NUL character" }
        let shown = text.quoted
        switch type.kind {
        case .bool, .int, .double, .string: return nil
        case .date:
            if ISO8601Text.isValid(text) { return dateParts.complaint(about: text) }
            return "“\(shown)” is no date in ISO 8601, as 2026-11-21T09:30, 2026-11-21 or 09:30"
        case .url:
            if Self.isURL(text) { return nil }
            return "“\(shown)” is no URL"
        case .entity: return text.isEmpty ? "an empty identifier" : nil
        case .enumeration:
            // An app with options has more values than it declares.
            if hasOptions || cases.contains(where: { $0.value == text }) { return nil }
            let known = cases.map(\.value)
            if let nearest = NearestWord.find(text, in: known) {
                return "“\(shown)” is unknown; did you mean “\(nearest)”?"
            }
            let list = known.prefix(Self.listedCases).map(\.quoted).joined(separator: ", ")
            let more = known.count > Self.listedCases ? ", …" : ""
            return "“\(shown)” is unknown; there are \(list)\(more)"
        }
    }

    /// Returns true if the text has only characters that are valid in a URI (RFC 3986), or letters
    /// of other scripts.
    private static func isURL(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy { scalar in
                !scalar.properties.isWhitespace && scalar.value > 0x20
                    && !"<>\"\u{7F}".unicodeScalars.contains(scalar)
            }
    }
}
