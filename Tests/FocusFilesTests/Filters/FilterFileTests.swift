// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Glibc
import Testing

/// `.focus-filter` files: their declarations, and the errors of invalid files.
@Suite struct FilterFileTests {
    static let app = AppID("org.example.Chat")
    static let key = FilterKey(app, "ChatFilter")

    static let sample = """
        # Chat's filter
        [Filter ChatFilter]
        Title=Chat
        Title[de]=Unterhaltung
        Title[pt_BR]=Bate-papo
        Description=Which account, and how it looks.
        Description[de]=Welches Konto, und wie es aussieht.
        Icon=org.example.Chat
        Parameters=alwaysUseDarkMode;status;account;accounts;until;home;retries;volume;
        X-Vendor=ours

        [Parameter ChatFilter alwaysUseDarkMode]
        Title=Always use dark mode
        Type=Bool
        Default=false

        [Parameter ChatFilter status]
        Title=Status
        Title[de]=Stand
        Type=Enum
        Optional=true
        Cases=away;busy;
        CaseTitles=Away;Do not; disturb;
        CaseTitles=Away;Busy\\; really;
        CaseTitles[de]=Abwesend;Beschäftigt;

        [Parameter ChatFilter account]
        Title=Account
        Description=Whose messages are shown.
        Type=Entity
        EntityType=Account

        [Parameter ChatFilter accounts]
        Title=Accounts
        Type=[Entity]
        EntityType=Account
        Default=

        [Parameter ChatFilter until]
        Type=Date
        Default=2026-11-21T09:30

        [Parameter ChatFilter home]
        Type=URL
        Optional=true
        Options=true

        [Parameter ChatFilter retries]
        Type=[Int]
        Default=1;-2;

        [Parameter ChatFilter volume]
        Type=Double
        Default=0.5

        """

    static func read(
        _ text: String, locale: String? = "C"
    ) throws(FileProblems) -> [FilterDeclaration] {
        try FilterFile.read(Array(text.utf8), of: app, path: "/f", locale: locale)
    }

    @Test func readsWhatAnAppDeclares() throws {
        let filters = try Self.read(Self.sample)
        let filter = try #require(filters.first)
        #expect(filters.count == 1)
        #expect(filter.key == Self.key)
        #expect(filter.title == "Chat")
        #expect(filter.description == "Which account, and how it looks.")
        #expect(filter.icon == "org.example.Chat")
        let expected = [
            ParameterDeclaration(
                "alwaysUseDarkMode", title: "Always use dark mode", type: ParameterType(.bool),
                defaultValue: .bool(false)),
            ParameterDeclaration(
                "status", title: "Status", type: ParameterType(.enumeration), isOptional: true,
                cases: [
                    ParameterChoice("away", title: "Away"),
                    ParameterChoice("busy", title: "Busy; really"),
                ]),
            ParameterDeclaration(
                "account", title: "Account", description: "Whose messages are shown.",
                type: ParameterType(.entity), entityType: "Account"),
            ParameterDeclaration(
                "accounts", title: "Accounts", type: ParameterType(.entity, isList: true),
                defaultValue: .list(.entity, []), entityType: "Account"),
            ParameterDeclaration(
                "until", type: ParameterType(.date), defaultValue: .text("2026-11-21T09:30")),
            ParameterDeclaration(
                "home", type: ParameterType(.url), isOptional: true, hasOptions: true),
            ParameterDeclaration(
                "retries", type: ParameterType(.int, isList: true),
                defaultValue: .list(.int, [.int(1), .int(-2)])),
            ParameterDeclaration(
                "volume", type: ParameterType(.double), defaultValue: .double(0.5)),
        ]
        #expect(filter.parameters == expected)
    }

    @Test(arguments: [
        ("de_DE.UTF-8", "Unterhaltung", "Stand", ["Abwesend", "Beschäftigt"]),
        ("de", "Unterhaltung", "Stand", ["Abwesend", "Beschäftigt"]),
        ("pt_BR@euro", "Bate-papo", "Status", ["Away", "Busy; really"]),
        ("pt_PT", "Chat", "Status", ["Away", "Busy; really"]),
        ("fr", "Chat", "Status", ["Away", "Busy; really"]),
    ])
    func titlesAreInTheLanguageOfTheLocale(
        _ locale: String, _ title: String, _ parameter: String, _ cases: [String]
    ) throws {
        let filter = try #require(try Self.read(Self.sample, locale: locale).first)
        #expect(filter.title == title)
        #expect(filter.parameters[1].title == parameter)
        #expect(filter.parameters[1].cases.map(\.title) == cases)
    }

    /// The environment in GLib's order: `LANGUAGE` precedes the other variables.
    @Test(arguments: [
        ("LANGUAGE=fr:de LC_ALL=en_US.UTF-8", "Unterhaltung"),
        ("LC_ALL=pt_BR.UTF-8 LC_MESSAGES=de LANG=de", "Bate-papo"),
        ("LC_MESSAGES=de_AT.UTF-8 LANG=pt_BR", "Unterhaltung"),
        ("LANG=de_DE.UTF-8", "Unterhaltung"), ("LANG=C", "Chat"), ("", "Chat"),
    ])
    func withoutALocaleTheEnvironmentSays(_ environment: String, _ title: String) async {
        await #expect(processExitsWith: .success) {
            [environment = environment as String, title = title as String] in
            try FilterFileTests.readInEnvironment(environment, expecting: title)
        }
    }

    /// Call this function only in a process in which no other thread reads the environment.
    static func readInEnvironment(_ environment: String, expecting title: String) throws {
        for name in ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"] { _ = unsafe unsetenv(name) }
        for assignment in environment.split(separator: " ") {
            let parts = assignment.split(separator: "=").map(String.init)
            _ = unsafe setenv(parts[0], parts[1], 1)
        }
        #expect(try read(sample, locale: nil).first?.title == title)
    }

    @Test func severalFiltersKeepTheirOrder() throws {
        let filters = try Self.read("[Filter B]\nTitle=b\n[Filter A]\nTitle=a\n")
        #expect(filters.map(\.key.filter) == ["B", "A"])
    }

    @Test func aFileMayDeclareNothing() throws {
        #expect(try Self.read("") == [])
    }

    @Test func casesWithoutTitlesAreTheirOwn() throws {
        let text = """
            [Filter F]
            Title=F
            Parameters=p;
            [Parameter F p]
            Type=[Enum]
            Cases=a;b;
            Default=b;a;
            """
        let parameter = try #require(try Self.read(text).first?.parameters.first)
        #expect(parameter.cases.map(\.title) == ["a", "b"])
        #expect(parameter.defaultValue == .list(.enumeration, [.text("b"), .text("a")]))
    }

    // MARK: Bad files

    /// Returns a filter `F` with a parameter `p`, whose group has these lines from line 5 on.
    static func withParameter(_ lines: String) -> String {
        "[Filter F]\nTitle=F\nParameters=p;\n[Parameter F p]\n\(lines)\n"
    }

    @Test(arguments: [
        ("Title=x\n", "/f:1: an entry before the first [group]"),
        ("[Filter]\n", "/f:1: group [Filter]: it needs an id: [Filter ID]"),
        ("[Filter a b]\n", "/f:1: group [Filter]: it needs an id: [Filter ID]"),
        ("[Filtre F]\n", "/f:1: group “Filtre” is unknown; did you mean “Filter”?"),
        (
            "[Filter F]\nTitle=F\n[Parameter F]\n",
            "/f:3: group [Parameter]: it needs two ids: [Parameter FILTER NAME]"
        ),
        ("[Filter F]\nDescription=x\n", "/f:1: [Filter F] needs Title="),
        ("[Filter F]\nTitle=F\nIkon=x\n", "/f:3: key “Ikon” is unknown; did you mean “Icon”?"),
        ("[Filter F]\nTitle=F\nIcon[de]=x\n", "/f:3: Icon has no translations"),
        ("[Filter F]\nTitle=F\\q\n", "/f:2: Title: unknown escape"),
        ("[Filter F]\nTitle=F\n[Filter F]\n", "/f:3: [Filter F] is there twice"),
        (
            "[Filter F-1]\nTitle=F\n",
            "/f:1: “F-1” cannot be a filter's id: letters, digits and _, at most 128 of them"
        ),
        ("[Filter F]\nTitle=F\nParameters=p;\n", "/f:3: there is no [Parameter F p]"),
        (
            "[Filter F]\nTitle=F\nParameters=p;p;\n[Parameter F p]\nType=Bool\n",
            "/f:3: Parameters: “p” is there twice"
        ),
        (
            "[Filter F]\nTitle=F\nParameters=a=b;\n",
            "/f:3: Parameters: “a=b” cannot be a parameter's name"
        ),
        (
            "[Filter F]\nTitle=F\n[Parameter F p]\nType=Bool\n",
            "/f:3: [Filter F] does not list “p” in Parameters"
        ),
        ("[Parameter G p]\nType=Bool\n", "/f:1: there is no [Filter G]"),
        (withParameter("Title=p"), "/f:4: [Parameter F p] needs Type="),
        (withParameter("Type=bol"), "/f:5: Type: “bol” is unknown; did you mean “Bool”?"),
        (
            withParameter("Type=Character"),
            "/f:5: Type: “Character” is unknown; there are Bool, Int"
        ),
        (withParameter("Type=[Strin]"), "/f:5: Type: “Strin” is unknown; did you mean “String”?"),
        (
            withParameter("Type=Bool\nOptional=maybe"),
            "/f:6: Optional: expected true or false, got “maybe”"
        ),
        (
            withParameter("Type=Bool\nDefault=maybe"),
            "/f:6: Default: expected true or false, got “maybe”"
        ),
        (withParameter("Type=Int\nDefault=1.5"), "/f:6: Default: expected a whole number"),
        (withParameter("Type=[Int]\nDefault=1;x;"), "/f:6: Default: expected a whole number"),
        (withParameter("Type=Double\nDefault=inf"), "/f:6: Default: expected a number"),
        (withParameter("Type=Date\nDefault=now"), "/f:6: Default: “now” is no date in ISO 8601"),
        (withParameter("Type=String\nDefault=\\q"), "/f:6: Default: unknown escape sequence"),
        (withParameter("Type=Enum"), "/f:4: Cases: an Enum needs them"),
        (
            withParameter("Type=Enum\nCases=a;b;\nCaseTitles=A;"),
            "/f:7: CaseTitles: 1 titles for 2 cases"
        ),
        (
            withParameter("Type=Enum\nCases=a;b;\nCaseImages=A;"),
            "/f:7: CaseImages: 1 images for 2 cases"
        ),
        (withParameter("Type=Int\nMinimum=1.5"), "/f:6: Minimum: expected a whole number"),
        (
            withParameter("Type=Int\nMinimum=5\nMaximum=4"),
            "/f:6: Minimum: 5 is greater than Maximum, 4"
        ),
        (
            withParameter("Type=String\nMaximum=4"),
            "Minimum: they are for parameters of type Int or Double"
        ),
        (
            withParameter("Type=Int\nControl=knob"),
            "/f:6: Control: “knob” is unknown; there are stepper, field, slider"
        ),
        (
            withParameter("Type=String\nControl=field"),
            "/f:6: Control: it is for parameters of type Int or Double"
        ),
        (
            withParameter("Type=Int\nDateParts=time"),
            "/f:6: DateParts: it is for parameters of type Date"
        ),
        (
            withParameter("Type=Enum\nCases=work;home;\nDefault=wrok"),
            "/f:7: Default: “wrok” is unknown; did you mean “work”?"
        ),
    ])
    func aBadFileIsRefusedWithItsLines(_ text: String, _ problem: String) {
        let error = #expect(throws: FileProblems.self) { _ = try Self.read(text) }
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
    }

    @Test func allProblemsAreToldAtOnce() {
        let error = #expect(throws: FileProblems.self) {
            _ = try Self.read("[Filter F]\nIkon=x\n[Filter G]\nTitle=G\nParameters=p;\n")
        }
        #expect(error?.problems.map(\.line) == [1, 2, 5])
    }

    @Test func aFileOfBytesThatAreNotUTF8IsRefused() {
        let error = #expect(throws: FileProblems.self) {
            _ = try FilterFile.read([0x5B, 0xFF], of: Self.app, path: "/f")
        }
        #expect(error?.description == "/f:1: not UTF-8")
    }

    /// Returns a file with that many filters, each with that many parameters.
    static func large(_ filters: Int, _ parameters: Int) -> String {
        (0..<filters).map { filter in
            let names = (0..<parameters).map { "p\($0)" }
            return "[Filter F\(filter)]\nTitle=F\nParameters=\(names.joined(separator: ";"))\n"
                + names.map { "[Parameter F\(filter) \($0)]\nType=Bool\n" }.joined()
        }.joined()
    }

    @Test(arguments: [
        (Limits.filtersPerApp, 1, true), (Limits.filtersPerApp + 1, 1, false),
        (1, Limits.parametersPerFilter, true), (1, Limits.parametersPerFilter + 1, false),
    ])
    func filtersAndParametersHaveLimits(_ filters: Int, _ parameters: Int, _ isGood: Bool) throws {
        let text = Self.large(filters, parameters)
        if isGood {
            #expect(try Self.read(text).count == filters)
        } else {
            let error = #expect(throws: FileProblems.self) { _ = try Self.read(text) }
            #expect(error?.problems.count == 1, "\(error?.description ?? "")")
            #expect(error?.description.contains("more than 64") == true)
        }
    }

    // MARK: Names

    @Test(arguments: [
        ("org.example.Chat", true), ("org.example.chat-app_2", true), ("a.b", true),
        ("firefox", false), ("", false), (".a.b", false), ("a..b", false), ("a.2b", false),
        ("a.b/c", false), ("a.b c", false), ("ä.b", false),
        ("a." + String(repeating: "b", count: Limits.appIDBytes - 2), true),
        ("a." + String(repeating: "b", count: Limits.appIDBytes - 1), false),
    ])
    func aFileIsNamedAfterAnAppOnTheBus(_ id: String, _ isGood: Bool) {
        let app = FilterFile.app(ofFileName: id + ".focus-filter")
        #expect(app == (isGood ? AppID(id) : nil))
        #expect(FilterFile.app(ofFileName: id + ".focus") == nil)
    }

    // MARK: Printing

    @Test func printedDeclarationsReadTheSame() throws {
        let filters = try Self.read(Self.sample)
        let german = try Self.read(Self.sample, locale: "de")
        let text = FilterDeclaration.fileText(of: filters, translations: ["de": german])
        #expect(try Self.read(text) == filters)
        #expect(try Self.read(text, locale: "de_AT") == german)
        #expect(text.contains("\nTitle[de]=Unterhaltung\n"))
        #expect(!text.contains("Icon[de]"))
    }

    @Test(arguments: [
        " leading", "two  spaces ", "\ttab", "new\nline\r", "back\\slash", "semi;colon", "",
        ";", "\\s", "=", "[x]", "#", "ü",
    ])
    func everyTextSurvivesPrinting(_ text: String) throws {
        var filter = FilterDeclaration(Self.key, title: "T", description: text)
        filter.parameters = [
            ParameterDeclaration("s", type: ParameterType(.string), defaultValue: .text(text)),
            ParameterDeclaration(
                "l", type: ParameterType(.string, isList: true),
                defaultValue: .list(.string, [.text(text), .text("x"), .text(text)])),
        ]
        #expect(try Self.read(FilterDeclaration.fileText(of: [filter])) == [filter])
    }
}
