// SPDX-License-Identifier: Apache-2.0
import _FoundationICU

/// The plural categories of CLDR, with their names in string catalogues.
enum PluralCategory: String, Hashable, Sendable, CaseIterable {
    case zero, one, two, few, many, other

    /// Makes the category of a number in a language, by the CLDR rules of Foundation's ICU. The
    /// number counts as written without trailing zeros: 1.0 is equal to 1.
    ///
    /// - Parameter language: A BCP 47 tag. An unknown language has only ``other``.
    init(of number: Double, in language: String) {
        self = .other
        var status = U_ZERO_ERROR
        guard
            let rules = unsafe swift_uplrules_openForType(
                language, UPLURAL_TYPE_CARDINAL, &status)
        else { return }
        defer { unsafe swift_uplrules_close(rules) }
        // The longest keyword has five letters. ICU returns the number of units that it wrote.
        var keyword = [UInt16](repeating: 0, count: 16)
        let count = unsafe swift_uplrules_select(
            rules, number, &keyword, Int32(keyword.count), &status)
        guard status.rawValue <= U_ZERO_ERROR.rawValue, 0...keyword.count ~= Int(count) else {
            return
        }
        let name = String(decoding: keyword.prefix(Int(count)), as: UTF16.self)
        self = PluralCategory(rawValue: name) ?? .other
    }
}
