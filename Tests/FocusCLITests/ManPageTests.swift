// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("focus-switch(1)") struct ManPageTests {
    /// Returns the page's source with its escapes undone.
    private static let page: String = {
        let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/FocusCLI/Documentation/focus-switch.1")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return ["\\fB", "\\fI", "\\fR", "\\&"].reduce(text) {
            $0.replacingOccurrences(of: $1, with: "")
        }.replacingOccurrences(of: "\\-", with: "-")
    }()

    @Test("it describes every command and every option")
    func commands() {
        for command in CommandTable.all {
            #expect(Self.page.contains("\n\(command.name)"), "\(command.name)")
            for option in command.allOptions {
                #expect(Self.page.contains("--\(option.name)"), "\(command.name) --\(option.name)")
            }
        }
    }

    @Test("it lists every key of the JSON that is printed")
    func keys() throws {
        var known = Set([
            "since", "cause", "missed", "queued", "inhibited", "inhibitors", "server", "vendor",
            "specVersion", "command", "problems", "version", "pid", "faults", "text", "entry",
            "valid", "canonical", "offset", "message", "result", "reloaded", "deleted", "check",
            "ok", "detail", "timeSensitiveExcept", "hideBadges", "repeatBreaksThrough", "deliver",
            "schedules", "rules", "filters", "when", "do", "predicate", "parameters", "mode",
            "list", "file", "schedule", "until", "untilLogout", "days", "word",
            "meaning", "steps", "done", "trigger", "triggers",
        ])
        add(Fixture.entry().json, to: &known)
        add(StatusCommands.json(Fixture.status, mutes: []), to: &known)
        let work = try FocusFile(id: FocusID("work"), contents: "[Focus]\n", path: "")
        add(work.json(hasFile: true), to: &known)
        for reason: Reason in [
            .noFocus, .feedback, .critical, .rule(""), .timeSensitive, .site, .person, .app,
            .repeated, .filter, .allowed, .tooMany, .always(""), .muted(until: nil), .newApp,
            .alwaysSite, .alwaysPerson, .alwaysApp, .duplicate,
        ] {
            known.insert(reason.code)
        }
        let filter = FakeFilters.accountFilter
        add(
            FilterSummary(filter).json(appName: nil, display: FilterDisplay(title: "")), to: &known)
        for parameter in filter.parameters { add(parameter.json(nil, parameter.cases), to: &known) }
        for event: ControlEvent in [
            .focusChanged(nil), .vanished, .missedChanged(count: 1), .filtersChanged,
        ] {
            add(try #require(event.json), to: &known)
        }
        known.formUnion(["problem", "remedy"])
        known.formUnion(ProblemKind.allCases.map(\.rawValue))
        known.formUnion(Counter.allCases.map(\.name))
        for key in known { #expect(Self.page.contains(key), "\(key)") }
    }

    private func add(_ value: JSONValue, to keys: inout Set<String>) {
        switch value {
        case .object(let members):
            for member in members {
                keys.insert(member.name)
                add(member.value, to: &keys)
            }
        case .array(let values): for value in values { add(value, to: &keys) }
        default: break
        }
    }
}
