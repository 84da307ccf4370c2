// SPDX-License-Identifier: Apache-2.0

import Predicates
import SeededRandom
import Testing

@testable import FocusCore

/// The index of rules gives the same result as a search of all rules in order.
@Suite struct RuleIndexTests {
    private static let chat = AppID("org.example.Chat")

    private static func rule(
        _ name: String, _ when: String, _ effect: RuleEffect
    ) throws -> Rule {
        Rule(name: name, when: try Predicate(format: when), effect: effect)
    }

    /// Returns the result of a search of all rules in order.
    private static func search(
        _ rules: [Rule], _ notification: Notification
    ) -> (rule: Rule?, faults: [PredicateFault]) {
        let subject = NotificationSubject(notification, level: .active)
        var faults: [PredicateFault] = []
        for rule in rules {
            do {
                if try rule.when.evaluate(with: subject) { return (rule, faults) }
            } catch {
                faults.append(PredicateFault(place: "rule \(rule.name)", message: error.message))
            }
        }
        return (nil, faults)
    }

    // MARK: Random rules

    private static let words = [
        "sale", "Sale", "invoice", "ship", "café", "Straße", "meeting", "ss", "K", "ale", "x", "in",
        "example.org", "im.received", "email", "👍", "9", "sale 9", "note",
    ]
    private static let attributes = [
        "summary", "body", "appName", "category", "appID", "program", "site", "filterCriteria",
        "level", "person", "hints.note",
    ]

    private static func text(_ random: inout SeededGenerator) -> String {
        (0..<random.below(4)).map { _ in words[random.below(words.count)] }
            .joined(separator: random.below(2) == 0 ? " " : "")
    }

    private static func comparison(_ random: inout SeededGenerator) -> String {
        let attribute = attributes[random.below(attributes.count)]
        let word = words[random.below(words.count)]
        let options = ["", "[c]", "[d]", "[cd]"][random.below(4)]
        switch random.below(12) {
        case 0...3: return "\(attribute) CONTAINS\(options) \"\(word)\""
        case 4: return "\"\(word)\" IN\(options) \(attribute)"
        case 5: return "\(attribute) BEGINSWITH\(options) \"\(word)\""
        case 6: return "\(attribute) ENDSWITH\(options) \"\(word)\""
        case 7: return "\(attribute) ==\(options) \"\(word)\""
        case 8: return "\(attribute) != \"\(word)\""
        case 9: return "\(attribute) IN {\"\(word)\", \"sale\"}"
        case 10: return "\(attribute) LIKE\(options) \"*\(word)*\""
        default: return random.below(8) == 0 ? "nosuchkey == 1" : "urgency == \(random.below(3))"
        }
    }

    private static func predicate(_ random: inout SeededGenerator, depth: Int = 0) -> String {
        switch random.below(depth > 1 ? 1 : 6) {
        case 1:
            return "(\(predicate(&random, depth: depth + 1)) AND "
                + "\(predicate(&random, depth: depth + 1)))"
        case 2:
            return "(\(predicate(&random, depth: depth + 1)) OR "
                + "\(predicate(&random, depth: depth + 1)))"
        case 3 where depth > 0: return "NOT \(comparison(&random))"
        default: return comparison(&random)
        }
    }

    private static func notification(_ random: inout SeededGenerator) -> Notification {
        func maybe(_ text: String) -> String? { random.below(3) == 0 ? nil : text }
        return Notification(
            app: AppID(text(&random)), appName: text(&random),
            program: maybe(text(&random)).map { AppID($0) }, summary: text(&random),
            body: text(&random), category: maybe(text(&random)), people: [text(&random)],
            site: maybe(text(&random)), filterCriteria: maybe(text(&random)))
    }

    @Test("many general rules decide as a search in order (issue 20)", arguments: 0..<40)
    func manyGeneralRulesDecideAsASearchInOrder(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rules = try (0..<[3, 20, 100, 200][Int(seed % 4)]).map { number in
            try Self.rule(
                "\(number)", Self.predicate(&random), number % 2 == 0 ? .allow : .silence)
        }
        // Later rules decide only if the earlier ones are not there.
        for first in stride(from: 0, to: rules.count, by: max(1, rules.count / 10)) {
            let some = Array(rules[first...])
            let index = RuleIndex(some)
            for _ in 0..<20 {
                let notification = Self.notification(&random)
                let expected = Self.search(some, notification)
                var folded = FoldedTexts()
                var faults: [PredicateFault] = []
                let found = index.first(
                    matching: notification, .active, place: "rule", &folded, &faults)
                #expect(found == expected.rule, "seed \(seed)")
                #expect(faults == expected.faults, "seed \(seed)")
            }
        }
    }

    /// A rule that is left out because of its needed text would not have matched.
    @Test(
        arguments: [
            "summary CONTAINS[c] \"sale\"", "summary CONTAINS \"Sale\"", "\"ale\" IN[c] body",
            "summary BEGINSWITH[c] \"sale\"", "body ENDSWITH \"ale\"", "summary == \"sale\"",
            "category == \"im.received\" AND body CONTAINS \"x\"",
            "summary CONTAINS[cd] \"cafe\"", "summary CONTAINS \"cafe\"",
            "summary CONTAINS[c] \"strasse\" OR body CONTAINS[c] \"kk\"",
            "summary CONTAINS[c] \"fire\"", "NOT summary CONTAINS \"sale\"",
            "appName == \"Chat\" OR TRUEPREDICATE", "summary CONTAINS \"s\"",
            "summary ==[c] \"SALE\"", "summary CONTAINS[c] \"as\"", "body CONTAINS \"a;b\"",
        ])
    func neededTextsLeaveOutOnlyWhatDoesNotMatch(_ when: String) throws {
        let rules = try (0..<4).map { try Self.rule("\($0)", when, .silence) }
        let index = RuleIndex(rules)
        let texts = [
            "", "sale", "SALE", "a Sale!", "on sale", "café", "cafe\u{301}", "CAFÉ", "cafe",
            "Straße", "STRASSE", "\u{212a}\u{212a}", "kk", "ﬁre", "fire", "ſ", "aſ", "as", "aß",
            "a\u{37e}b", "a;b", "x", "日本", "👍 sale 👍", "s",
        ]
        for summary in texts {
            for body in texts {
                let notification = Notification(
                    app: Self.chat, appName: "Chat", summary: summary, body: body,
                    category: "im.received")
                let subject = NotificationSubject(notification, level: .active)
                let expected = try rules.first { try $0.when.evaluate(with: subject) }
                var folded = FoldedTexts()
                var faults: [PredicateFault] = []
                let found = index.first(
                    matching: notification, .active, place: "", &folded, &faults)
                #expect(found == expected, "\(summary) \(body)")
            }
        }
    }

    /// Issue 15: each of 200 rules folded the same body again.
    @Test func rulesFoldATextOnce() throws {
        let rules = try (0..<200).map { number in
            try Self.rule(
                "\(number)",
                "summary CONTAINS[cdw] \"наука \(number)\" OR body CONTAINS[cdw] \"наука \(number)\"",
                .silence)
        }
        let notification = Notification(
            app: Self.chat, summary: "Новости",
            body: String(repeating: "Ёлка ", count: 1_600) + "Наука 150")
        var folded = FoldedTexts()
        var faults: [PredicateFault] = []
        let found = RuleIndex(rules).first(
            matching: notification, .active, place: "rule", &folded, &faults)
        #expect(found?.name == "150")
        #expect(folded.made == 2)
    }

    /// Every letter of Unicode that the comparisons fold to ASCII letters is known.
    @Test func lettersThatFoldToASCIIAreKnown() throws {
        for value in UInt32(0x80)...0x1_ffff {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let folded = String(scalar).lowercased()
                .uppercased().lowercased()
            let plain = folded.unicodeScalars.prefix { $0.isASCII }.map(String.init).joined()
            guard !plain.isEmpty else { continue }
            for needle in ["q" + plain, plain + "q"] {
                let text = needle.hasPrefix("q") ? "q\(scalar)" : "\(scalar)q"
                let when = "summary CONTAINS[c] \"\(needle)\""
                let predicate = try Predicate(format: when)
                let notification = Notification(app: Self.chat, summary: text)
                let subject = NotificationSubject(notification, level: .active)
                guard try predicate.evaluate(with: subject) else { continue }
                let needed = try #require(NeededText.texts(of: predicate.tree)?.first)
                let pairs = try #require(NeededPairs.rarest(of: [needed]).first)
                let mayContain = TextPairs(notification, .summary).mayContain(pairs)
                #expect(mayContain, "U+\(String(value, radix: 16))")
            }
        }
    }

    /// The index by app gives the same result as a search of all rules in order.
    @Test func indexKeepsTheOrder() throws {
        let apps = ["a", "b", "c"]
        var rules: [Rule] = []
        for number in 0..<60 {
            let app = apps[number % 3]
            let when =
                switch number % 4 {
                case 0: "appID == \"\(app)\" AND summary == \"\(number % 7)\""
                case 1: "\"\(app)\" == appID AND summary == \"\(number % 5)\""
                case 2: "summary == \"\(number % 11)\""
                default: "appID ==[c] \"\(app)\" AND body == \"\(number % 3)\""
                }
            rules.append(try Self.rule("\(number)", when, number % 2 == 0 ? .allow : .silence))
        }
        let index = RuleIndex(rules)
        for app in apps + ["A", "d"] {
            for text in 0..<12 {
                let notification = Notification(
                    app: AppID(app), summary: "\(text)", body: "\(text % 4)")
                let subject = NotificationSubject(notification, level: .active)
                let expected = try rules.first { try $0.when.evaluate(with: subject) }
                var folded = FoldedTexts()
                var faults: [PredicateFault] = []
                let found = index.first(
                    matching: notification, .active, place: "rule", &folded, &faults)
                #expect(found == expected)
            }
        }
    }
}
