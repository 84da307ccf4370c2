// SPDX-License-Identifier: Apache-2.0

import FocusWire
import Foundation
import GLibLoop
import Testing

@testable import FocusCLI

/// The package that `filter new` writes (issue 18).
@Suite("filter new") @LoopActor struct FilterTemplateTests {
    private nonisolated static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../..").standardizedFileURL

    private nonisolated static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Compares with the sources that this package builds and EndToEndTests run.
    @Test("the sources are those that are built and run")
    func sources() throws {
        for file in FilterTemplate.sources {
            let built = try Self.text("Tests/SDKClients/Notes/\(file.path)")
            #expect(String(built.drop { $0 != "\n" }.dropFirst(2)) == file.text)
        }
    }

    @Test("the walk-through has every file, whole, and no other")
    func walkThrough() throws {
        let page = try Self.text("Sources/AppIntents/AppIntents.docc/AdoptFocusFilters.md")
        var named: [String: String] = [:]
        let lines = page.components(separatedBy: "\n")
        for (index, line) in lines.enumerated()
        where line.hasPrefix("`") && line.hasSuffix("`:") && lines[index + 2].hasPrefix("```") {
            let code = lines[(index + 3)...].prefix { $0 != "```" }
            named[String(line.dropFirst().dropLast(2))] = code.joined(separator: "\n") + "\n"
        }
        let files = FilterTemplate(app: FilterTemplate.exampleID).files
        #expect(Set(named.keys) == Set(files.map(\.path)))
        for file in files { #expect(named[file.path] == file.text, "\(file.path)") }
        // All other blocks are commands.
        let blocks = lines.filter { $0.hasPrefix("```") && $0 != "```" }
        #expect(blocks.count { $0 != "```sh" } == files.count)
    }

    @Test(
        "a module's name is made from the app's id",
        arguments: [
            ("org.example.Notes", "Notes"), ("org.example.my-notes", "MyNotes"),
            ("org.example.my_notes", "MyNotes"), ("org.example.Foundation", "AppFoundation"),
            ("org.example._", "App"), ("org.example.x2", "X2"), ("org.example.self", "AppSelf"),
            ("org.example.type", "AppType"), ("org.example.dispatch", "AppDispatch"),
        ])
    nonisolated func names(_ app: String, _ name: String) {
        #expect(FilterTemplate(app: app).name == name)
    }

    @Test("every file has the app's names, and none the example's")
    func filled() {
        let files = FilterTemplate(app: "io.acme.my-mail", focusd: "/opt/\"focusd\"").files
        for file in files {
            #expect(!file.text.contains("Notes") && !file.path.contains("Notes"), "\(file.path)")
        }
        let paths = files.map(\.path)
        #expect(paths.contains("io.acme.my-mail.FocusFilter.service"))
        #expect(paths.contains("Sources/MyMailShared/MyMailFilter.swift"))
        #expect(files[0].text.contains(#"path: "/opt/\"focusd\"""#))
    }

    @Test("the package is written into an empty folder, and into no other")
    func written() throws {
        let temporary = FileManager.default.temporaryDirectory
            .appending(path: "template-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: temporary) }
        let focus = try Configuration()
        let root = Self.root.path
        let result = focus("filter", "new", "org.example.Mail", temporary, "--focusd", root)
        #expect(result.code == .done && result.errors.isEmpty)
        #expect(result.output.contains("  Sources/MailShared/MailFilter.swift\n"))
        #expect(result.output.contains("focus-switch filter add org.example.Mail --focus FOCUS"))
        // The build folder has no Info.plist.
        #expect(result.output.contains("FOCUSD_APP_ID=org.example.Mail swift run Mail\n"))
        for file in FilterTemplate(app: "org.example.Mail", focusd: root).files {
            let path = temporary + "/" + file.path
            #expect(try String(contentsOfFile: path, encoding: .utf8) == file.text)
            #expect(FileManager.default.isExecutableFile(atPath: path) == file.isProgram)
        }
        let again = focus("filter", "new", "org.example.Mail", temporary)
        #expect(again.code == .refused)
        #expect(again.errors.contains("is there already; choose an empty folder"))
    }

    /// A trial with a newcomer: the first step failed, and a note below it gave the reason.
    @Test("a folder without focusd's sources is named in the first step")
    func sourcesAreElsewhere() throws {
        let temporary = FileManager.default.temporaryDirectory
            .appending(path: "template-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: temporary) }
        let focus = try Configuration()
        let result = focus(
            "filter", "new", "org.example.Mail", temporary, "--focusd", "/nonexistent")
        #expect(result.code == .done)
        #expect(
            result.output.contains(
                """
                Next:
                  name the folder of focusd's sources in \(temporary)/Package.swift: they are not in \
                /nonexistent
                  cd \(temporary) && ./install

                """), "\(result.output)")
        try FileManager.default.removeItem(atPath: temporary)
        // Issue 17: the JSON came without a word about it.
        let json = focus(
            "filter", "new", "org.example.Mail", temporary, "--focusd", "/nonexistent", "--json")
        #expect(json.code == .done)
        let note = "note: name the folder of focusd's sources in "
        #expect(json.errors.hasPrefix(note), "\(json.errors)")
        #expect(try JSONValue(parsing: json.output)["app"] == .string("org.example.Mail"))
    }

    @Test("an invalid app id is refused", arguments: ["Notes", "org.example.2", "org..x", "a b.c"])
    func badIDs(_ id: String) throws {
        let focus = try Configuration()
        let result = focus("filter", "new", id)
        #expect(result.code == .usage)
        #expect(result.errors.contains("cannot be an app id"))
    }
}
