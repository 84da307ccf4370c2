// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Foundation
import TestSupport
import Testing

@testable import FocusSettings

/// Focuses without a version in force: refused files, and files that are gone.
@Suite struct RefusedFocusTests {
    private static let work = SettingsStateTests.work

    /// Returns the catalog of a directory with the file of *Work*.
    private func catalog(_ text: String) throws -> FocusCatalog {
        let home = try makeTemporaryDirectory("refused")
        defer { try? FileManager.default.removeItem(atPath: home) }
        try FileManager.default.createDirectory(
            atPath: home + "/focusd/focuses", withIntermediateDirectories: true)
        try text.write(
            toFile: home + "/focusd/focuses/work.focus", atomically: true, encoding: .utf8)
        let directories = BaseDirectories { name in
            switch name {
            case "HOME", "XDG_CONFIG_HOME": home
            case "XDG_CONFIG_DIRS": home + "/none"
            default: nil
            }
        }
        return FocusDirectory(directories).load()
    }

    @Test("issue 21: a Focus whose file was never valid has a place, with the reason and the file")
    func aRefusedFocusHasAPlace() throws {
        var state = SettingsState()
        state.firstRun.isOver = true
        state.service = .running
        var effects: [Effect] = []
        state.handle(.files(try catalog("[Focus]\nName=Work\nApps=maybe\n")), into: &effects)
        let item = try #require(state.content.sidebar.first { $0.id == "focus work" })
        #expect(item.icon == "dialog-warning-symbolic")
        #expect(item.badgeName == "its file has a problem")
        effects = SettingsStateTests.effects(&state, item.open)
        // focusd has no such Focus.
        #expect(!effects.contains(.readFilters(Self.work)))
        #expect(state.content.sidebar.first { $0.isSelected }?.id == "focus work")
        let row = try #require(state.page.row("file 0"))
        #expect(row.subtitle.hasSuffix("/focusd/focuses/work.focus, line 3"))
        guard case .openFile(let path)? = row.buttons.first?.intent else {
            Issue.record("the file cannot be opened")
            return
        }
        #expect(path.hasSuffix("/focusd/focuses/work.focus"))
        let folder = String(path.dropLast("/work.focus".count))
        #expect(state.page.row("folder")?.buttons.first?.intent == .openFile(folder))
        #expect(state.page.notice == nil)
        // The page stays open while the file is mended, and shows the Focus then.
        state.handle(.files(try catalog("[Focus]\nName=Job\nApps=maybe\n")), into: &effects)
        #expect(state.place == .focus(Self.work))
        state.handle(.files(try catalog("[Focus]\nName=Job\n")), into: &effects)
        #expect(state.place == .focus(Self.work))
        #expect(state.page.title == "Job")
        #expect(state.content.sidebar.filter { $0.id == "focus work" }.map(\.title) == ["Job"])
    }

    @Test("issue 21: Now tells of a Focus that went off with its file")
    func aLostFocusIsTold() throws {
        var state = try SettingsStateTests.state()
        state.status?.lost = LostFocus(
            focus: FocusID("gym"), name: "Gym", time: SettingsStateTests.now)
        let sentence = "Gym went off because its file was deleted ("
        #expect(state.page.groups.first?.description.hasPrefix(sentence) == true)
        state.status?.lost?.isRefused = true
        let refusal = "Gym went off because its file could not be used ("
        #expect(state.page.groups.first?.description.hasPrefix(refusal) == true)
        state.status?.lost?.isRefused = false
        // Another Focus may have come on by that.
        state.status?.activation = Activation(
            focus: Self.work, since: SettingsStateTests.now, cause: .schedule, schedule: "office",
            until: SettingsStateTests.now.adding(3_600_000))
        #expect(state.page.groups.first?.id == "active")
        #expect(state.page.groups.first?.description.hasPrefix(sentence) == true)
        state.status?.lost = nil
        #expect(state.page.groups.first?.description == "")
    }
}
