// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("filter suggest and filter choices") @LoopActor struct FilterOfferTests {
    private let focus: Configuration
    private let fake = FakeFilters()

    init() throws {
        focus = try Configuration()
    }

    private func filter(_ arguments: String...) -> RunResult {
        focus(all: ["filter"] + arguments, control: fake.control())
    }

    @Test("suggestions are numbered, with what they show and what they set")
    func suggest() {
        fake.suggestions.append(FilterSuggestion(FilterDisplay(title: ""), values: [:]))
        #expect(
            filter("suggest", "chat").output == """
                1  Work — Dark mode  account=work, alwaysUseDarkMode=on
                2  Home              account=home
                3  Account

                """)
        fake.suggestions.removeLast(2)
        #expect(
            filter("suggest", "chat", "--json").output == """
                [{"title":"Work","subtitle":"Dark mode","image":"",\
                "values":{"account":"work","alwaysUseDarkMode":true}}]

                """)
        fake.suggestions = []
        #expect(filter("suggest", "chat").output == "org.example.Chat has no suggestions.\n")
    }

    @Test("choices are an Enum's cases, or what the app offers, and what matches a text")
    func choices() {
        #expect(
            filter("choices", "chat", "status").output == """
                available    Available
                away         Away
                awayForLong  Gone fishing

                """)
        #expect(filter("choices", "chat", "status", "g").output == "awayForLong  Gone fishing\n")
        #expect(
            filter("choices", "chat", "Account", "account").output == """
                work    Work account  alex@work.example
                home    Home account  alex@home.example
                hockey  Hockey club

                """)
        #expect(
            filter("choices", "chat", "account", "wo").output
                == "work  Work account  alex@work.example\n")
        #expect(filter("choices", "chat", "account", "q").output == "No choice matches “q”.\n")
        #expect(
            filter("choices", "chat", "account", "hock", "--json").output
                == "[{\"value\":\"hockey\",\"title\":\"Hockey club\",\"subtitle\":\"\","
                + "\"image\":\"\"}]\n")
        #expect(filter("choices", "mail", "Mailbox", "mailbox", "hock").code == .done)
    }

    @Test("a parameter that takes any value, and a wrong number of words, are refused")
    func refused() {
        #expect(
            filter("choices", "chat", "alwaysUseDarkMode").errors
                == "focus-switch: alwaysUseDarkMode has no choices; it takes on or off\n")
        #expect(filter("choices", "chat", "AccountFilter").code == .usage)
        #expect(filter("choices", "chat", "account", "a", "b").code == .usage)
        #expect(filter("choices", "chat").code == .usage)
        #expect(filter("choices", "chat", "acount").errors.contains("did you mean “account”?"))
    }

    @Test("an app that does not answer is said to be so, with exit code 1; no focusd with 3")
    func unanswered() throws {
        fake.silent[FakeFilters.chat] = .refused(.appUnavailable, message: "it hangs")
        for words in [["suggest", "chat"], ["choices", "chat", "account"]] {
            let result = focus(all: ["filter"] + words, control: fake.control())
            #expect(result.errors == "focus-switch: org.example.Chat: it hangs\n")
            #expect(result.code == .refused)
        }
        try focus.writeData(
            "focus-filters/a.b.focus-filter",
            "[Filter F]\nTitle=F\nParameters=e;c;\n[Parameter F e]\nType=Entity\nEntityType=E\n"
                + "Optional=true\n[Parameter F c]\nType=Enum\nCases=x;y;\nOptional=true\n")
        #expect(focus("filter", "suggest", "a.b").code == .notReachable)
        #expect(focus("filter", "choices", "a.b", "e").code == .notReachable)
        #expect(focus("filter", "choices", "a.b", "c").output == "x\ny\n")
    }

    @Test("answers of another shape are refused")
    func malformed() {
        let control = fake.control()
        let listed = control.answer
        for (words, member) in [
            (["suggest", "chat"], "SuggestFilters"),
            (["choices", "chat", "account"], "FilterChoices"),
        ] {
            control.answer = { call in
                call.member == "ListFilters" ? listed?(call) : .success([.uint32(1)])
            }
            let result = focus(all: ["filter"] + words, control: control)
            #expect(result.code == .refused)
            #expect(result.errors.contains(member))
        }
    }
}
