// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import FocusFiles

/// A trial with a newcomer: the example of focusd.conf was refused as a whole, and two recipes
/// could not be used together.
@Suite("Examples of focusd.conf in the documentation") struct DocumentedExampleTests {
    /// Returns the texts of the blocks of a page.
    private func blocks(_ page: String) throws -> [String] {
        let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appendingPathComponent("Sources/FocusDaemon/FocusDaemon.docc/\(page).md")
        let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```")
        return stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
            .filter { $0.hasPrefix("ini\n") }.map { String($0.dropFirst(4)) }
    }

    @Test("the example of focusd.conf is good as it stands")
    func wholeFile() throws {
        let examples = try blocks("FocusFiles").filter { $0.contains("[Server]") }
        #expect(!examples.isEmpty)
        for example in examples {
            _ = try Configuration(bytes: Array(example.utf8), path: "focusd.conf")
        }
    }

    @Test("all recipes can be used together")
    func recipes() throws {
        let hooks = try blocks("Recipes").filter { $0.contains("[Hook ") }
        #expect(hooks.count > 4)
        let text = hooks.joined(separator: "\n")
        let configuration = try Configuration(bytes: Array(text.utf8), path: "focusd.conf")
        #expect(configuration.hooks.count == text.components(separatedBy: "[Hook ").count - 1)
    }
}
