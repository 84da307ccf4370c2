// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// The article “Adopt Focus filters”, followed to the letter: its files are written, its commands
/// are typed, and its app is played with (issue 18). FocusCLITests check that its sources are those
/// of the programs that this package builds, so nothing is built here.
extension EndToEnd.Examples {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct WalkThroughTests {
        /// The article: each whole file, and each command, in order.
        struct Article {
            var files: [(path: String, text: String)] = []
            var commands: [String] = []

            init() throws {
                let path = Desktop.examples + "../AppIntents/AppIntents.docc/AdoptFocusFilters.md"
                let page = try String(contentsOfFile: path, encoding: .utf8)
                let lines = page.components(separatedBy: "\n")
                var index = 0
                while index < lines.count {
                    defer { index += 1 }
                    guard lines[index].hasPrefix("```") else { continue }
                    let code = lines[(index + 1)...].prefix { $0 != "```" }
                    let text = code.joined(separator: "\n") + "\n"
                    let name = index >= 2 ? lines[index - 2] : ""
                    if lines[index] == "```sh" {
                        commands.append(text)
                    } else {
                        files.append((String(name.dropFirst().dropLast(2)), text))
                    }
                    index += code.count + 1
                }
            }
        }

        @Test func articleIsFollowedToTheLetter() async throws {
            let article = try Article()
            #expect(article.files.count == 11 && article.commands.count == 7)
            try await withDesktop { desktop in
                // The bus of a session reads the user's own folder, too.
                try FileManager.default.createDirectory(
                    atPath: desktop.home + "/data/dbus-1", withIntermediateDirectories: true)
                try FileManager.default.createSymbolicLink(
                    atPath: desktop.home + "/data/dbus-1/services",
                    withDestinationPath: desktop.home + "/services")
                try await desktop.shareEnvironment()
                try await desktop.startWithServer()
                try await shell(article.commands[0], in: desktop.home, desktop)
                let folder = desktop.home + "/Notes"
                for (path, text) in article.files {
                    try desktop.writeFile("\(folder)/\(path)", text)
                }
                try await shell(article.commands[1], in: folder, desktop)
                try await play(article, folder, desktop)
            }
        }

        private func play(
            _ article: Article, _ folder: String, _ desktop: Desktop
        ) async throws {
            let tool = try desktop.client()
            try await tool.waitForFilter("org.example.Notes", "NotesFilter") {
                $0.appState == .activatable
            }
            let shown = try await shell(article.commands[2], in: folder, desktop)
            #expect(shown.contains("whole number, 8 to 40"))
            #expect(shown.contains("Work"))
            let program = desktop.home + "/.local/lib/org.example.Notes/Notes"
            let app = try ExampleProgram([program], environment: desktop.environment)
            try await app.says("Notebook: all, text size 12")
            try await shell(article.commands[3], in: folder, desktop)
            try await app.says("Notebook: work, text size 20")
            try await tool.waitForFilter("org.example.Notes", "NotesFilter", focus: "writing") {
                $0.appPredicate == "SELF IN {\"work\"}"
            }
            try await app.says("Reminded.", to: "remind work Slides")
            try await app.says("Reminded.", to: "remind home Bread")
            #expect(try await desktop.fake.notification(1).summary == "Slides")
            let why = try await shell(article.commands[4], in: folder, desktop)
            #expect(why.contains("Bread") && why.contains("filter"))
            try await app.quit()
            // Now its extension is told, and the app reads what that has kept.
            try await shell(article.commands[5], in: folder, desktop)
            try await tool.waitForFilter("org.example.Notes", "NotesFilter") {
                $0.appState == .running
            }
            let again = try ExampleProgram([program], environment: desktop.environment)
            try await again.says("Notebook: all, text size 12")
            try await again.quit()
            try await shell(article.commands[6], in: folder, desktop)
            #expect(!FileManager.default.fileExists(atPath: program))
        }

        @discardableResult
        private func shell(
            _ command: String, in folder: String, _ desktop: Desktop
        ) async throws -> String {
            let programs = (Programs.path("focus-switch") as NSString).deletingLastPathComponent
            return try await desktop.tool(
                "/bin/sh", "-euc", "cd \(folder)\n\(command)",
                environment: [
                    "PATH": "\(programs):/usr/local/bin:/usr/bin:/bin", "PROGRAMS": programs,
                ]
            ).finish()
        }
    }
}
