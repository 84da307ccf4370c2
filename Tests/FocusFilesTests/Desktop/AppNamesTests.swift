// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Foundation
import Testing

@Suite("AppNames") struct AppNamesTests {
    @Test("the name is the desktop file's, in the language, from the most important directory")
    func names() throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("app-names-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        func write(_ directory: String, _ app: String, _ text: String) throws {
            let folder = root.appendingPathComponent("\(directory)/applications")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appendingPathComponent("\(app).desktop")
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        try write("home", "a.b.Chat", "[Desktop Entry]\nName=Chat\nName[de]=Schwatz\n")
        try write("shared", "a.b.Chat", "[Desktop Entry]\nName=Hidden\n")
        try write("shared", "a.b.Mail", "[Desktop Entry]\nName=Mail\n")
        try write("shared", "a.b.Nameless", "[Desktop Entry]\nName=\n")
        try write("shared", "a.b.Bad", "Name=no group\n")
        let variables = [
            "XDG_DATA_HOME": root.path + "/home", "XDG_DATA_DIRS": root.path + "/shared",
        ]
        let directories = BaseDirectories { variables[$0] }
        let names = AppNames(directories, locale: "C")
        #expect(names.file(named: AppID("a.b.Chat"))?.name == "Chat")
        #expect(names.file(named: AppID("a.b.Mail"))?.name == "Mail")
        #expect(
            AppNames(directories, locale: "de_DE.UTF-8").file(named: AppID("a.b.Chat"))?.name
                == "Schwatz")
        for app in ["a.b.Nameless", "a.b.Bad", "a.b.Gone", "", "../applications/a.b.Mail"] {
            #expect(names.file(named: AppID(app))?.name == nil, "\(app)")
        }
    }

    /// Issue 15: a notification of an app without a file has all files read, on the loop.
    @Test("a directory with too many, or too long, desktop files has no more read than the limit")
    func manyFiles() throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("app-names-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        func write(_ directory: String, _ app: String, bytes: Int = 0) throws {
            let file = root.appendingPathComponent("\(directory)/applications/\(app).desktop")
            let text = "[Desktop Entry]\nName=\(app)\n" + String(repeating: "#", count: bytes)
            try Data(text.utf8).write(to: file)
        }
        for directory in ["long", "many", "last"] {
            try FileManager.default.createDirectory(
                at: root.appendingPathComponent("\(directory)/applications"),
                withIntermediateDirectories: true)
        }
        let fitting = AppNames.maximumBytes >> 20
        for number in 0...fitting { try write("long", "a\(number)", bytes: 1 << 20) }
        for number in 0...AppNames.maximumFiles { try write("many", "b\(10_000 + number)") }
        try write("last", "c")
        let variables = [
            "XDG_DATA_HOME": root.path + "/long",
            "XDG_DATA_DIRS": root.path + "/many:" + root.path + "/last",
        ]
        let names = AppNames(BaseDirectories { variables[$0] }, locale: "C")
        let found = names.installed.map(\.id.rawValue)
        #expect(found.filter { $0.hasPrefix("a") }.count == fitting)
        #expect(found.filter { $0.hasPrefix("b") }.count == AppNames.maximumFiles)
        #expect(!found.contains("b\(10_000 + AppNames.maximumFiles)"))
        #expect(found.last == "c")
        // A file with the app's own id is found in any case.
        #expect(names.file(named: AppID("b\(10_000 + AppNames.maximumFiles)"))?.name != nil)
    }
}
