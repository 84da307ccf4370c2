// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Testing

/// The conversion of a Focus file's texts and of typed texts to typed values, and back.
@Suite struct FilterReadingTests {
    static let app = AppID("org.example.Chat")

    static let cases = [
        ParameterChoice("work", title: "At Work"), ParameterChoice("home", title: "Home"),
    ]

    static let declaration = FilterDeclaration(
        FilterKey(app, "F"), title: "F",
        parameters: ParameterType.Kind.allCases.flatMap { kind in
            [false, true].map { isList in
                ParameterDeclaration(
                    (isList ? "list" : "one") + kind.rawValue,
                    type: ParameterType(kind, isList: isList), isOptional: true,
                    cases: kind == .enumeration ? cases : [])
            }
        })

    /// Returns the filter configuration of a Focus's file with these entries.
    static func configuration(_ entries: [String]) throws -> FilterConfiguration {
        let text =
            "[Focus]\nName=F\n[Filter org.example.Chat F]\n" + entries.joined(separator: "\n")
        let file = try FocusFile(id: FocusID("f"), contents: text, path: "/f")
        return try #require(file.focus.filters.first)
    }

    @Test(
        arguments: [
            ("oneBool=true", .bool(true)), ("oneBool=0", .bool(false)),
            ("oneBool=true ", .bool(true)),
            ("oneInt=-3", .int(-3)), ("oneInt=9223372036854775807", .int(.max)),
            ("oneDouble=1.5", .double(1.5)), ("oneDouble=2", .double(2)),
            ("oneString=a;b\\nc\\\\", .text("a;b\nc\\")), ("oneString=", .text("")),
            ("oneDate=2026-11-21T09:30", .text("2026-11-21T09:30")),
            ("oneURL=https://example.org/", .text("https://example.org/")),
            ("oneEnum=work", .text("work")), ("oneEntity=a b", .text("a b")),
            ("listBool=true;false;", .list(.bool, [.bool(true), .bool(false)])),
            ("listInt=1;2", .list(.int, [.int(1), .int(2)])), ("listInt=", .list(.int, [])),
            ("listDouble=0.5;", .list(.double, [.double(0.5)])),
            ("listString=a\\;b;c;", .list(.string, [.text("a;b"), .text("c")])),
            ("listDate=09:30;", .list(.date, [.text("09:30")])),
            ("listURL=x:y;", .list(.url, [.text("x:y")])),
            ("listEnum=home;work;", .list(.enumeration, [.text("home"), .text("work")])),
            ("listEntity=1;2;", .list(.entity, [.text("1"), .text("2")])),
        ] as [(String, ParameterValue)])
    func aFilesTextBecomesAValueOfTheDeclaredType(
        _ entry: String, _ value: ParameterValue
    ) throws {
        let (values, problems) = Self.declaration.read(try Self.configuration([entry]))
        #expect(Array(values.values) == [value])
        #expect(problems == [])
    }

    @Test(arguments: [
        (
            "oneBol=true",
            "oneBol: no parameter of this filter: “oneBol” is unknown; did you mean “oneBool”?"
        ),
        ("oneBool=maybe", "oneBool: expected true or false, got “maybe”"),
        ("oneBool=", "oneBool: expected true or false, got “”"),
        ("oneInt=1.5", "oneInt: expected a whole number, got “1.5”"),
        ("oneInt=9223372036854775808", "oneInt: expected a whole number"),
        ("oneDouble=nan", "oneDouble: expected a number, got “nan”"),
        ("oneDate=21.11.2026", "oneDate: “21.11.2026” is no date in ISO 8601, as 2026-11-21T09:30"),
        ("oneURL=a b", "oneURL: “a b” is no URL"),
        ("oneEnum=wrk", "oneEnum: “wrk” is unknown; did you mean “work”?"),
        ("oneEnum=office", "oneEnum: “office” is unknown; there are work, home"),
        ("oneEntity=", "oneEntity: an empty identifier"),
        ("listInt=1;two;", "listInt: expected a whole number, got “two”"),
        ("listEnum=work;hmoe;", "listEnum: “hmoe” is unknown; did you mean “home”?"),
    ])
    func invalidValueIsReportedAndLeftOut(_ entry: String, _ problem: String) throws {
        let (values, problems) = Self.declaration.read(
            try Self.configuration([entry, "oneString=kept"]))
        #expect(values == ["oneString": .text("kept")])
        #expect(problems.count == 1)
        // The second group begins on line 3.
        #expect(problems.first?.hasPrefix("/f:4: \(problem)") == true, "\(problems)")
    }

    @Test(arguments: [
        (Limits.parameterListEntries, true), (Limits.parameterListEntries + 1, false),
    ])
    func aListHasALimit(_ count: Int, _ isGood: Bool) throws {
        let text = String(repeating: "1;", count: count)
        let (values, problems) = Self.declaration.read(
            try Self.configuration(["listInt=\(text)"]))
        #expect(values.isEmpty == !isGood)
        #expect(problems == (isGood ? [] : ["/f:4: listInt: 1001 entries, more than 1000"]))
    }

    @Test(arguments: [
        (Limits.parameterTextBytes, true), (Limits.parameterTextBytes + 1, false),
    ])
    func aTextHasALimit(_ count: Int, _ isGood: Bool) throws {
        let text = String(repeating: "x", count: count)
        let (values, problems) = Self.declaration.read(
            try Self.configuration(["oneString=\(text)"]))
        #expect(values.isEmpty == !isGood)
        #expect(problems == (isGood ? [] : ["/f:4: oneString: longer than 4096 bytes"]))
    }

    /// Parameters with limits in addition to their types.
    static let narrow: FilterDeclaration = {
        var count = ParameterDeclaration("count", type: ParameterType(.int))
        count.range = ParameterRange(.int(1), .int(100))
        var share = ParameterDeclaration("share", type: ParameterType(.double, isList: true))
        share.range = ParameterRange(nil, .double(1.5))
        var odd = ParameterDeclaration("odd", type: ParameterType(.int), defaultValue: .int(0))
        odd.range = ParameterRange(.int(1), nil)
        var day = ParameterDeclaration("day", type: ParameterType(.date))
        day.dateParts = .date
        var clock = ParameterDeclaration("clock", type: ParameterType(.date))
        clock.dateParts = .time
        return FilterDeclaration(
            FilterKey(app, "F"), title: "F", parameters: [count, share, odd, day, clock])
    }()

    @Test(
        arguments: [
            ("count=1", nil), ("count=100", nil), ("share=-7;1.5;", nil), ("odd=0", nil),
            ("day=2026-11-21", nil), ("day=2026-11-21T09:30", nil), ("clock=09:30", nil),
            ("clock=2026-11-21T09:30", nil),
            ("count=0", "count: 0 is out of range; it takes 1 to 100"),
            ("count=101", "count: 101 is out of range; it takes 1 to 100"),
            ("share=1;1.6;", "share: 1.6 is out of range; it takes at most 1.5"),
            ("odd=-1", "odd: -1 is out of range; it takes at least 1"),
            ("day=09:30", "day: “09:30” has no day; a date is expected, as 2026-11-21"),
            ("clock=2026-11-21", "clock: “2026-11-21” has no time; a time is expected, as 09:30"),
        ] as [(String, String?)])
    func issue18ValuesOutOfRangeAreRefusedWithTheirLine(
        _ entry: String, _ problem: String?
    ) throws {
        let (values, problems) = Self.narrow.read(try Self.configuration(["", "# here", entry]))
        #expect(problems == (problem.map { ["/f:6: \($0)"] } ?? []))
        #expect(values.isEmpty == (problem != nil))
    }

    @Test func issue18WhatIsTypedOutOfRangeIsRefusedWithTheRange() {
        let error = #expect(throws: ParameterTextProblem.self) {
            try Self.narrow.fileValue(of: "count", typed: "500")
        }
        #expect(error?.description == "count: 500 is out of range; it takes 1 to 100")
    }

    @Test func aFilterWithoutParametersSaysSo() throws {
        let bare = FilterDeclaration(FilterKey(Self.app, "F"), title: "F")
        #expect(
            bare.read(try Self.configuration(["x=1"])).problems
                == ["/f:4: x: the filter has no parameters"])
    }

    // MARK: Typed

    @Test(
        arguments: [
            ("oneBool", "yes", .bool(true)), ("oneBool", "OFF", .bool(false)),
            ("oneInt", " 3 ", .int(3)), ("oneDouble", "1e3", .double(1_000)),
            ("oneString", " a;b\\ ", .text(" a;b\\ ")), ("oneString", "", .text("")),
            ("oneDate", "2026-11-21 09:30", .text("2026-11-21T09:30")), ("oneDate", "9", nil),
            ("oneEnum", "WORK", .text("work")), ("oneEnum", "at work", .text("work")),
            ("oneEnum", "nowhere", nil), ("oneEntity", "", nil), ("oneURL", "x", nil),
            ("oneURL", " https://example.org/ ", .text("https://example.org/")),
            ("oneURL", "1:x", nil),
            ("oneURL", "a+b-c.1:x", .text("a+b-c.1:x")), ("oneURL", ":x", nil),
            ("oneURL", "é:x", nil),
            ("oneBool", "maybe", nil), ("nothing", "x", nil),
            ("listString", "a,b", .list(.string, [.text("a"), .text("b")])),
            ("listString", "a\\,b,", .list(.string, [.text("a,b"), .text("")])),
            ("listString", "a\\b\\", .list(.string, [.text("a\\b\\")])),
            ("listString", "", .list(.string, [])), ("listInt", "1,x", nil),
            ("listInt", "1, 2", .list(.int, [.int(1), .int(2)])),
            ("listEnum", "Home,work", .list(.enumeration, [.text("home"), .text("work")])),
        ] as [(String, String, ParameterValue?)])
    func typedTextBecomesAValue(
        _ name: String, _ text: String, _ value: ParameterValue?
    ) throws {
        #expect((try? Self.declaration.value(of: name, typed: text)) == value)
        let written = try? Self.declaration.fileValue(of: name, typed: text)
        #expect(written == value.map { FilterValue($0) })
        guard let written else { return }
        // The file gives the typed value again.
        var file = try FocusFile(
            id: FocusID("f"), contents: "[Focus]\nName=F\n", path: "/f")
        try file.setFilter("F", of: Self.app, parameters: [name: written])
        let configuration = try #require(file.focus.filters.first)
        #expect(Self.declaration.read(configuration).values[name] == value)
    }

    @Test func aTypedValueThatIsWrongSaysWhy() {
        let error = #expect(throws: ParameterTextProblem.self) {
            _ = try Self.declaration.fileValue(of: "oneEnum", typed: "hoem")
        }
        #expect(error?.description == "oneEnum: “hoem” is unknown; did you mean “home”?")
    }

    // MARK: Editing

    @Test func aFilterIsAddedWithAllItsParametersAtOnce() throws {
        let filter = FilterKey(Self.app, "F")
        var file = try FocusFile(
            id: FocusID("f"), contents: "[Focus]\nName=F\n# end\n", path: "/f")
        try file.setFilter(filter.filter, of: filter.app)
        #expect(file.contents == "[Focus]\nName=F\n# end\n\n[Filter org.example.Chat F]\n")
        #expect(file.focus.filters.map(\.parameters) == [[:]])
        try file.setFilter(
            filter.filter, of: filter.app,
            parameters: ["b": .text("1"), "a": .list(["x", "y;"]), "c": nil])
        #expect(
            file.contents
                == "[Focus]\nName=F\n# end\n\n[Filter org.example.Chat F]\na=x;y\\;;\nb=1\n")
        try file.setFilter(filter.filter, of: filter.app, parameters: ["b": nil])
        #expect(file.focus.filters.map(\.parameters) == [["a": "x;y\\;;"]])
    }

    @Test func anEditOfSeveralParametersIsDoneWhollyOrNotAtAll() throws {
        var file = try FocusFile(id: FocusID("f"), contents: "[Focus]\nName=F\n", path: "/f")
        let before = file.contents
        let bad: [[String: FilterValue?]] = [
            ["a": .text("1"), "b": .text("\u{0}")], ["a": .text("1"), "x]y": .text("1")],
            ["a": .text("1"), "Predicate": .text("SELF == 1")],
            Dictionary(uniqueKeysWithValues: (0..<65).map { ("p\($0)", .text("1")) }),
        ]
        for parameters in bad {
            #expect(throws: FocusFileError.self) {
                try file.setFilter("F", of: Self.app, parameters: parameters)
            }
            #expect(file.contents == before)
        }
        #expect(throws: FocusFileError.self) { try file.setFilter("two words", of: Self.app) }
        #expect(file.contents == before)
    }
}
