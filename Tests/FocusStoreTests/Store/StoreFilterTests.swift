// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@testable import FocusStore

/// The stored data of Focus filters.
@Suite struct StoreFilterTests {
    static let chat = AppID("org.example.Chat")
    static let filter = FilterKey(chat, "ChatFilter")
    static let other = FilterKey(AppID("org.example.Other"), "F")
    static let work = FocusID("work")
    static let values: ParameterValues = [
        "account": .text("wörk"), "flags": .list(.bool, [.bool(true)]), "level": .double(0.5),
    ]

    static func known(_ predicate: String?, values: ParameterValues? = values) throws
        -> KnownContext
    {
        try KnownContext(
            FilterContext(predicate: predicate, targetContentIdentifierPrefix: "chat/work"),
            values: values)
    }

    static let declaration = FilterDeclaration(
        filter, title: "Chat", description: "…", icon: "chat",
        parameters: [
            ParameterDeclaration(
                "account", title: "Account", type: ParameterType(.enumeration), isOptional: true,
                defaultValue: .text("work"),
                cases: [ParameterChoice("work", title: "Work", subtitle: "8", image: "work")])
        ])

    @Test func toldValuesSurviveAReopen() throws {
        let scratch = try Scratch()
        var store = try Store(path: scratch.path)
        #expect(try store.told().isEmpty)
        try store.setTold(Self.filter, .values([:]))
        try store.setTold(Self.filter, .values(Self.values, isSet: true))
        try store.setTold(Self.other, .unknown)
        try store.commit()
        try store.close()
        store = try Store(path: scratch.path)
        #expect(
            try store.told()
                == [Self.filter: .values(Self.values, isSet: true), Self.other: .unknown])
        try store.setTold(Self.filter, .values([:]))
        try store.setTold(Self.other, nil)
        try store.commit()
        #expect(try store.told() == [Self.filter: .values([:])])
    }

    @Test func contextsAreRememberedByFocus() throws {
        let scratch = try Scratch()
        var store = try Store(path: scratch.path)
        let known = try Self.known(#"SELF == "work""#)
        let outdated = try Self.known(nil, values: nil)
        try store.setContext(Self.filter, under: Self.work, known)
        try store.setContext(Self.filter, under: FocusID("home"), outdated)
        try store.setContext(Self.other, under: Self.work, known)
        try store.commit()
        try store.close()
        store = try Store(path: scratch.path)
        #expect(
            try store.contexts() == [
                Self.filter: [Self.work: known, FocusID("home"): outdated],
                Self.other: [Self.work: known],
            ])
        try store.setContext(Self.filter, under: Self.work, nil)
        try store.setContext(Self.other, under: Self.work, outdated)
        try store.commit()
        #expect(
            try store.contexts() == [
                Self.filter: [FocusID("home"): outdated], Self.other: [Self.work: outdated],
            ])
    }

    @Test func aContextOfTheLargestPredicateIsKept() throws {
        let scratch = try Scratch()
        var store = try Store(path: scratch.path)
        let text = "SELF == \"" + String(repeating: "x", count: 99_990) + "\""
        let known = try Self.known(text)
        try store.setContext(Self.filter, under: Self.work, known)
        try store.commit()
        try store.close()
        store = try Store(path: scratch.path)
        #expect(try store.contexts() == [Self.filter: [Self.work: known]])
    }

    @Test func declarationsAreRememberedByApp() throws {
        let scratch = try Scratch()
        var store = try Store(path: scratch.path)
        let bare = [FilterDeclaration(Self.other, title: "")]
        try store.setDeclarations(Self.chat, [])
        try store.setDeclarations(Self.chat, bare)
        try store.setDeclarations(Self.chat, [Self.declaration])
        try store.setDeclarations(Self.other.app, bare)
        try store.commit()
        try store.close()
        store = try Store(path: scratch.path)
        #expect(
            try store.declarations() == [Self.chat: [Self.declaration], Self.other.app: bare])
        try store.setDeclarations(Self.chat, [])
        try store.commit()
        #expect(try store.declarations() == [Self.other.app: bare])
    }

    @Test func uncommittedFilterDataIsNotRemembered() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try store.setTold(Self.filter, .unknown)
        try store.setContext(Self.filter, under: Self.work, try Self.known(nil))
        try store.setDeclarations(Self.chat, [Self.declaration])
        store.rollback()
        #expect(try store.told().isEmpty)
        #expect(try store.contexts().isEmpty)
        #expect(try store.declarations().isEmpty)
    }

    @Test func anUnreadableValueCostsOnlyItself() throws {
        let scratch = try Scratch()
        let store = try Store(path: scratch.path)
        try store.setTold(Self.filter, .values(Self.values))
        try store.setTold(Self.other, .values(Self.values))
        try store.setContext(Self.filter, under: Self.work, try Self.known("TRUEPREDICATE"))
        try store.setContext(Self.filter, under: FocusID("home"), try Self.known("TRUEPREDICATE"))
        try store.setDeclarations(Self.chat, [Self.declaration])
        try store.setDeclarations(Self.other.app, [Self.declaration])
        try store.commit()
        for sql in [
            "UPDATE filter_told SET parameters = 'v9;0;' WHERE filter = 'F'",
            "UPDATE filter_context SET parameters = 'v9;0;' WHERE focus = 'work'",
            "UPDATE filter_context SET predicate = 'SELF IN' WHERE focus = 'home'",
            "UPDATE filter_declaration SET declarations = 'f1;9;' WHERE app = 'org.example.Other'",
        ] {
            try store.database.execute(sql, doing: "testing")
        }
        #expect(try store.told() == [Self.filter: .values(Self.values), Self.other: .unknown])
        let outdated = try Self.known("TRUEPREDICATE", values: nil)
        #expect(try store.contexts() == [Self.filter: [Self.work: outdated]])
        #expect(try store.declarations() == [Self.chat: [Self.declaration]])
    }

    /// A file of the first released schema.
    @Test func aStoreOfVersionOneKeepsWhatItHasAndRemembersFilters() throws {
        let scratch = try Scratch()
        let first = try Store(
            path: scratch.path, patience: .zero, maximumPages: nil,
            migrations: Array(Schema.migrations.prefix(1)))
        #expect(try first.database.integer("PRAGMA user_version", doing: "testing") == 1)
        try first.database.execute(
            """
            INSERT INTO notification VALUES (1, 101, 5, 2, NULL, 0, 0, 1, 0, 'a', ':1.1', NULL, 1, 1, \
            'silence', 'app', NULL, NULL, 'A', 's', 'b', NULL, NULL, NULL, NULL, NULL)
            """, doing: "testing")
        try first.setBadge(Self.chat, 3)
        try first.setValue("x", "y")
        try first.commit()
        try first.close()
        var store = try Store(path: scratch.path)
        #expect(store.setAside == nil)
        #expect(try store.database.integer("PRAGMA user_version", doing: "testing") == 4)
        #expect(try store.live().map(\.key) == [1])
        #expect(try store.badges() == [Self.chat: 3])
        #expect(try store.value("x") == "y")
        #expect(try store.told().isEmpty)
        try store.setTold(Self.filter, .unknown)
        try store.commit()
        try store.close()
        store = try Store(path: scratch.path)
        #expect(try store.told() == [Self.filter: .unknown])
    }
}
