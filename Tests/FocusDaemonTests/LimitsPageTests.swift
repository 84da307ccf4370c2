// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Compares the page *Limits* of the documentation with the code.
@Suite struct LimitsPageTests {
    /// A line of the page's tables.
    struct Row {
        let type: String
        let name: String
        let value: String
        let test: String
    }

    private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    private static func texts(below folder: String) throws -> [String] {
        let directory = root.appendingPathComponent(folder)
        let files = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
        var texts: [String] = []
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            texts.append(try String(contentsOf: file, encoding: .utf8))
        }
        return texts
    }

    static func rows() throws -> [Row] {
        try text("Sources/FocusDaemon/FocusDaemon.docc/Limits.md").split(separator: "\n")
            .compactMap { line in
                let cells = line.split(separator: "|").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                guard cells.count == 4, cells[0].hasPrefix("`") else { return nil }
                let constant = cells[0].filter { $0 != "`" }.split(separator: ".")
                return Row(
                    type: String(constant[0]), name: String(constant[1]), value: cells[1],
                    test: cells[3].filter { $0 != "`" })
            }
    }

    /// Returns a constant's value in the form of the page: `32 << 20` as 33,554,432.
    private static func written(_ expression: String) -> String {
        func grouped(_ number: some StringProtocol) -> String {
            var result = ""
            for (index, digit) in number.filter(\.isNumber).reversed().enumerated() {
                if index > 0, index.isMultiple(of: 3) { result = "," + result }
                result = "\(digit)" + result
            }
            return result
        }
        if expression.hasPrefix("Duration.seconds(") { return grouped(expression) + " s" }
        let range = expression.components(separatedBy: "...")
        if range.count == 2 { return "\(grouped(range[0])) to \(grouped(range[1]))" }
        let shift = expression.components(separatedBy: " << ").compactMap { Int($0) }
        if shift.count == 2 { return grouped(String(shift[0] << shift[1])) }
        return grouped(expression)
    }

    /// The constants of the sources, by type and name.
    private static func constants() throws -> [String: String] {
        var constants: [String: String] = [:]
        for text in try texts(below: "Sources") {
            var type = ""
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ")
                for keyword in ["enum", "struct", "class", "extension"] where !line.hasPrefix(" ") {
                    guard let place = words.firstIndex(of: Substring(keyword)),
                        !line.hasPrefix("/"),
                        place + 1 < words.count
                    else { continue }
                    type = String(words[place + 1].prefix { $0.isLetter })
                }
                guard let place = line.range(of: "static let "),
                    let equals = line.range(of: " = ")
                else { continue }
                let name = line[place.upperBound..<equals.lowerBound]
                constants["\(type).\(name)"] = String(line[equals.upperBound...])
            }
        }
        return constants
    }

    @Test func everyValueIsThatOfTheConstant() throws {
        let constants = try Self.constants()
        let rows = try Self.rows()
        #expect(rows.count > 70)
        for row in rows {
            let expression = constants["\(row.type).\(row.name)"]
            #expect(expression.map(Self.written) == row.value, "\(row.type).\(row.name)")
        }
    }

    @Test func everyLimitIsOnThePage() throws {
        let listed = Set(try Self.rows().map { "\($0.type).\($0.name)" })
        for name in try Self.constants().keys {
            let type = name.prefix { $0 != "." }
            guard ["Limits", "FocusFileLimits", "PredicateLimits"].contains(type) else { continue }
            #expect(listed.contains(name), "\(name)")
        }
    }

    @Test func everyTestThatIsNamedExists() throws {
        let tests = try Self.texts(below: "Tests").joined()
        for row in try Self.rows() {
            let isThere =
                tests.contains("func \(row.test)(") || tests.contains("func `\(row.test)`(")
            #expect(isThere, "\(row.test)")
        }
    }
}
