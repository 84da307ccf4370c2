// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import FocusFiles

@Suite("focusd.conf(5), focus(5), focus-filter(5)") struct ManPageTests {
    /// Returns the page's source with its escapes undone.
    private func page(_ name: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent("Sources/FocusFiles/Documentation/\(name)")
        return try String(contentsOf: file, encoding: .utf8).replacing("\\-", with: "-")
            .replacing("\\&", with: "")
    }

    /// Returns the text between `.EX` and `.EE`.
    private func example(_ page: String) throws -> String {
        let begin = try #require(page.firstRange(of: ".EX\n"))
        let end = try #require(page.firstRange(of: ".EE\n"))
        return String(page[begin.upperBound..<end.lowerBound])
    }

    private func expect(_ page: String, describes keys: some Sequence<String>) {
        for key in keys { #expect(page.contains(" \(key)="), "\(key)") }
    }

    @Test("focusd.conf(5) describes every key, and its example is good")
    func configuration() throws {
        let page = try page("focusd.conf.5")
        for (group, keys) in Configuration.keys {
            #expect(page.contains("[\(group.uppercased())]"), "\(group)")
            expect(page, describes: keys)
        }
        #expect(page.contains("[HOOK NAME]"))
        expect(page, describes: Configuration.hookKeys)
        let configuration = try Configuration(
            bytes: Array(example(page).utf8), path: "focusd.conf")
        #expect(configuration.criticalApps == [AppID("org.example.Alarm")])
    }

    @Test("focus(5) describes every key, and its example is good")
    func focus() throws {
        let page = try page("focus.5")
        expect(page, describes: FocusFileKind.focus.keys + FocusFileReader.scheduleKeys)
        expect(
            page,
            describes: KeyFileReader.ruleKeys + FocusFileReader.triggerKeys + [
                FocusFileReader.predicateKey
            ])
        expect(page, describes: FocusFileKind.always.keys)
        let file = try FocusFile(id: FocusID("work"), contents: example(page), path: "work.focus")
        #expect(file.focus.rules.count == 1)
        #expect(file.focus.filters.count == 1)
    }

    @Test("focus-filter(5) describes every key and type, and its example is good")
    func filter() throws {
        let page = try page("focus-filter.5")
        expect(page, describes: FilterFileReader.filterKeys + FilterFileReader.parameterKeys)
        for kind in ParameterType.Kind.allCases {
            #expect(page.contains(" \(kind.rawValue)"), "\(kind.rawValue)")
        }
        let app = AppID("org.example.Chat")
        let declarations = try FilterFile.read(
            Array(try example(page).utf8), of: app, path: "org.example.Chat.focus-filter",
            locale: "de_DE.UTF-8")
        #expect(declarations.map(\.title) == ["Konto"])
        #expect(declarations.first?.parameters.first?.cases.map(\.title) == ["Work", "Home"])
    }
}
