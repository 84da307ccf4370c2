// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Compares the code in the documentation with the examples, which are compiled and run.
struct DocumentationTests {
    /// The languages of code, and the folders with the files in each language.
    static let sources = [
        "swift": [
            "Sources/ExampleChat", "Sources/ExampleChatExtension", "Sources/ExampleChatShared",
        ],
        "python": ["Sources/ExampleChat/python"],
        "c": ["Sources/ExampleChat/c"],
        "ini": ["Sources/ExampleChat/Desktop", "Sources/ExampleChat/python"],
        "xml": ["Sources/ExampleChat/Desktop"],
        "strings": ["Sources/ExampleChat/Desktop/de.lproj"],
    ]

    /// The pages that quote examples. “Adopt Focus filters” has whole files, which FocusCLITests
    /// compare and EndToEndTests play.
    static let pages = ["PackageAFocusFilter", "FocusFiltersFromAnyLanguage"]

    @Test(arguments: pages)
    func codeOfThePageIsThatOfTheExamples(page: String) throws {
        let blocks = try CodeBlock.all(
            in: Package.text("Sources/AppIntents/AppIntents.docc/\(page).md"))
        let checked = blocks.filter { Self.sources[$0.language] != nil }
        #expect(!checked.isEmpty)
        for block in checked {
            let files = try (Self.sources[block.language] ?? []).flatMap(Package.texts)
            #expect(
                files.contains { $0.contains(block.code) },
                "\(page).md:\(block.line) stands in none of the examples' files")
        }
    }

    /// Issue 18: the extension that the article shows is compiled, with warnings as errors.
    @Test func serviceExtensionOfTheArticleIsCompiled() throws {
        let page = "Sources/UserNotifications/UserNotifications.docc/ChangeRemoteNotifications.md"
        let blocks = try CodeBlock.all(in: Package.text(page)).filter { $0.language == "swift" }
        #expect(blocks.count == 1)
        let sources = try Package.texts("Tests/SDKClients/ServiceTemplate")
        for block in blocks { #expect(sources.contains { $0.contains(block.code) }) }
    }

    /// Every block of code in a page names its language, so that a reader can copy the code.
    @Test(arguments: pages + ["AdoptFocusFilters"])
    func codeOfThePageIsOfAKnownKind(page: String) throws {
        let kinds = Set(Self.sources.keys).union(["sh", "script", "text"])
        for block in try CodeBlock.all(
            in: Package.text("Sources/AppIntents/AppIntents.docc/\(page).md"))
        {
            #expect(kinds.contains(block.language), "\(page).md:\(block.line)")
        }
    }

    @Test func walkThroughTellsEveryStepOfTheTalk() throws {
        let page = try Package.text("Sources/AppIntents/AppIntents.docc/AdoptFocusFilters.md")
        let headings = page.split(separator: "\n").filter { $0.hasPrefix("### ") }
        #expect(
            headings.map { $0.dropFirst(4) } == [
                "Define", "Keep what was set", "Activate", "Give it an identity",
                "Install it for yourself", "Configure", "Filter", "Deactivate",
                "When `perform()` throws", "When `perform()` hangs", "Take it away",
            ])
    }
}

/// A block of code in a page.
private struct CodeBlock {
    let language: String
    let code: String
    /// The number of the block's first line.
    let line: Int

    static func all(in page: String) -> [CodeBlock] {
        var blocks: [CodeBlock] = []
        var open: (language: String, line: Int, code: [Substring])?
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            if line.hasPrefix("```"), let block = open {
                blocks.append(
                    CodeBlock(
                        language: block.language, code: block.code.joined(separator: "\n"),
                        line: block.line))
                open = nil
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), number + 1, [])
            } else {
                open?.code.append(line)
            }
        }
        return blocks
    }
}

/// The files of this package.
private enum Package {
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Returns the texts of the files directly in a folder.
    static func texts(_ folder: String) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: root.appending(path: folder).path)
        return names.compactMap { try? text("\(folder)/\($0)") }
    }

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../..").standardizedFileURL
}
