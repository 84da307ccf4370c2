// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// The valid declarations, and the valid values of a parameter.
@Suite struct FilterDeclarationTests {
    static let app = AppID("org.example.Chat")

    static func filter(_ id: String = "ChatFilter", title: String = "Chat") -> FilterDeclaration {
        FilterDeclaration(FilterKey(app, id), title: title)
    }

    static func filter(_ parameters: ParameterDeclaration...) -> FilterDeclaration {
        FilterDeclaration(FilterKey(app, "ChatFilter"), title: "Chat", parameters: parameters)
    }

    static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    static func choices(_ count: Int) -> [ParameterChoice] {
        (0..<count).map { ParameterChoice("c\($0)", title: "") }
    }

    static func parameter(
        _ name: String = "p", _ kind: ParameterType.Kind = .string, isList: Bool = false,
        default value: ParameterValue? = nil, cases: [ParameterChoice] = []
    ) -> ParameterDeclaration {
        ParameterDeclaration(
            name, type: ParameterType(kind, isList: isList), defaultValue: value, cases: cases)
    }

    /// Declarations at each limit, which are valid, and past each limit.
    static let limits: [(FilterDeclaration, FilterDeclaration, String)] = [
        (
            filter(text(Limits.filterNameBytes)), filter(text(Limits.filterNameBytes + 1)),
            "cannot be a filter's id"
        ),
        (
            filter(title: text(Limits.filterTitleBytes)),
            filter(title: text(Limits.filterTitleBytes + 1)), "Title: longer than"
        ),
        (
            FilterDeclaration(
                FilterKey(app, "F"), title: "F",
                description: text(Limits.filterDescriptionBytes),
                icon: text(Limits.filterImageBytes)),
            FilterDeclaration(
                FilterKey(app, "F"), title: "F",
                description: text(Limits.filterDescriptionBytes + 1)), "Description: longer than"
        ),
        (
            filter("F"),
            FilterDeclaration(
                FilterKey(app, "F"), title: "F", icon: text(Limits.filterImageBytes + 1)),
            "Icon: longer than"
        ),
        (
            FilterDeclaration(
                FilterKey(app, "F"), title: "F",
                parameters: (0..<Limits.parametersPerFilter).map { parameter("p\($0)") }),
            FilterDeclaration(
                FilterKey(app, "F"), title: "F",
                parameters: (0...Limits.parametersPerFilter).map { parameter("p\($0)") }),
            "Parameters: 65 parameters, more than 64"
        ),
        (
            filter(parameter(text(Limits.filterNameBytes))),
            filter(parameter(text(Limits.filterNameBytes + 1))), "cannot be a parameter's name"
        ),
        (
            filter(parameter("p", .enumeration, cases: choices(Limits.casesPerParameter))),
            filter(parameter("p", .enumeration, cases: choices(Limits.casesPerParameter + 1))),
            "parameter p: Cases: 257 cases, more than 256"
        ),
        (
            filter(parameter(default: .text(text(Limits.parameterTextBytes)))),
            filter(parameter(default: .text(text(Limits.parameterTextBytes + 1)))),
            "parameter p: Default: longer than"
        ),
        (
            filter(
                parameter(
                    isList: true,
                    default: .list(
                        .string, Array(repeating: .text(""), count: Limits.parameterListEntries)))),
            filter(
                parameter(
                    isList: true,
                    default: .list(
                        .string,
                        Array(repeating: .text(""), count: Limits.parameterListEntries + 1)))),
            "parameter p: Default: 1001 entries, more than 1000"
        ),
    ]

    @Test(arguments: limits.indices)
    func aLimitIsGoodAndOneMoreIsNot(index: Int) {
        let (good, bad, reason) = Self.limits[index]
        #expect(good.flaws == [])
        #expect(bad.flaws.count == 1)
        #expect(bad.flaws.first?.description.contains(reason) == true, "\(bad.flaws)")
    }

    /// A single character may be as long as the whole text.
    @Test func problemWithALongNameIsShort() {
        let long = "a" + String(repeating: "\u{301}", count: 100_000)
        let cases = (0..<Limits.casesPerParameter).map {
            ParameterChoice("\($0)" + String(repeating: "x", count: 100), title: "")
        }
        let bad = [
            Self.filter(long), Self.filter(Self.parameter(long)),
            Self.filter(
                Self.parameter(
                    "p", .enumeration, cases: [ParameterChoice(long, title: "")])),
            Self.filter(
                Self.parameter("p", .enumeration, default: .text("other"), cases: cases)),
        ]
        for filter in bad {
            #expect(!filter.flaws.isEmpty)
            for flaw in filter.flaws {
                #expect(flaw.description.utf8.count < 1_500, "\(flaw.description.prefix(80))")
            }
        }
        #expect(String(repeating: "é", count: 60).quoted == String(repeating: "é", count: 60))
        #expect(
            String(repeating: "é", count: 61).quoted == String(repeating: "é", count: 59) + "…")
    }

    static let bad: [(FilterDeclaration, String)] = [
        (filter(""), "cannot be a filter's id"),
        (filter("two words"), "cannot be a filter's id"),
        (filter("ümlaut"), "cannot be a filter's id"),
        (filter(parameter("")), "cannot be a parameter's name"),
        (filter(parameter("a=b")), "cannot be a parameter's name"),
        (filter(parameter("a[de]")), "cannot be a parameter's name"),
        (filter(parameter("a b")), "cannot be a parameter's name"),
        (filter(parameter("Predicate")), "cannot be a parameter's name"),
        (filter(parameter("p"), parameter("p")), "“p” is there twice"),
        (filter(parameter("p", .enumeration)), "Cases: an Enum needs them"),
        (filter(parameter("p", .string, cases: choices(1))), "are for parameters of type Enum"),
        (filter(parameter("p", .enumeration, cases: choices(1) + choices(1))), "is there twice"),
        (filter(parameter("p", .bool, default: .int(1))), "it is not of type Bool"),
        (
            filter(parameter("p", .int, default: .list(.int, [.int(1)]))),
            "it is not of type Int"
        ),
        (filter(parameter("p", .double, default: .double(.nan))), "not a finite number"),
        (filter(parameter("p", .date, default: .text("tomorrow"))), "is no date in ISO 8601"),
        (filter(parameter("p", .url, default: .text("an url"))), "is no URL"),
        (filter(parameter("p", .entity, default: .text(""))), "an empty identifier"),
        (
            filter(parameter("p", .enumeration, default: .text("c11"), cases: choices(9))),
            "“c11” is unknown; did you mean “c1”?"
        ),
        (
            filter(
                parameter(
                    "p", .enumeration, isList: true, default: .list(.enumeration, [.text("zzz")]),
                    cases: choices(2))), "“zzz” is unknown; there are c0, c1"
        ),
    ]

    @Test(arguments: bad.indices)
    func aFlawIsToldInWords(index: Int) {
        let (declaration, reason) = Self.bad[index]
        #expect(declaration.flaws.count == 1)
        #expect(
            declaration.flaws.first?.description.contains(reason) == true, "\(declaration.flaws)")
    }

    /// An empty value, as of a Swift enumeration with `case none = ""`.
    @Test func aCaseMayBeEmpty() {
        let cases = [ParameterChoice("", title: "None"), ParameterChoice("a", title: "A")]
        #expect(
            Self.filter(Self.parameter("p", .enumeration, default: .text(""), cases: cases)).flaws
                == [])
    }

    @Test func anEnumWithOptionsOfTheAppsOwnNeedsNoCases() {
        var parameter = Self.parameter("p", .enumeration, default: .text("whatever"))
        parameter.hasOptions = true
        #expect(Self.filter(parameter).flaws == [])
    }

    @Test func anAppsDeclarationsAreCheckedTogether() throws {
        let filters = (0..<Limits.filtersPerApp).map { Self.filter("F\($0)") }
        try FilterDeclaration.check(filters, of: Self.app)
        let error = #expect(throws: DeclarationFlaw.self) {
            try FilterDeclaration.check(filters + [Self.filter("More")], of: Self.app)
        }
        #expect(error?.description == "65 filters, more than 64")
        #expect(throws: DeclarationFlaw.self) {
            try FilterDeclaration.check([filters[0], filters[0]], of: Self.app)
        }
        #expect(throws: DeclarationFlaw.self) {
            try FilterDeclaration.check(filters, of: AppID("org.example.Other"))
        }
        #expect(throws: DeclarationFlaw.self) {
            try FilterDeclaration.check(
                [Self.filter(Self.parameter("p", .enumeration))], of: Self.app)
        }
    }

    @Test(arguments: [
        "2026-11-21", "2024-02-29", "09:30", "09:30:15", "23:59:60", "2026-11-21T09:30",
        "2026-11-21T09:30:15.123456789", "2026-11-21T09:30:00Z", "2026-11-21T09:30+01:00",
        "0000-01-01T00:00-23:59",
    ])
    func aDateInISO8601(_ text: String) {
        #expect(ISO8601Text.isValid(text))
    }

    @Test(arguments: [
        "", "today", "2026-11-31", "2023-02-29", "1900-02-29", "2026-13-01", "2026-1-1",
        "24:00", "09:60", "9:30", "09:30Z", "2026-11-21T", "2026-11-21 09:30", "2026-11-21T09:30z",
        "2026-11-21T09:30:15.", "2026-11-21T09:30:15.1234567890", "2026-11-21T09:30+1:00",
        "2026-11-21T09:30+24:00", "2026-11-21T09:30ZZ", "2026-11-21Z", "٢٠٢٦-١١-٢١", "-1:30",
    ])
    func noDateInISO8601(_ text: String) {
        #expect(!ISO8601Text.isValid(text))
    }

    @Test(arguments: [
        ("https://example.org/?q=a%20b#c", true), ("mailto:alex@example.org", true),
        ("relative/path", true), ("https://exämple.org/", true), ("", false),
        ("https://example.org/a b", false), ("https://example.org/<", false), ("a\nb", false),
    ])
    func aURLHasNoSpaces(_ text: String, _ isURL: Bool) {
        let parameter = Self.parameter("p", .url)
        #expect((parameter.complaint(about: .text(text)) == nil) == isURL)
    }
}
