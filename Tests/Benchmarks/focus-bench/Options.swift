// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The options of the command line.
struct Options {
    static let usage = """
        usage: focus-bench [--short] [--rounds N] [--json FILE] [--programs DIRECTORY] [NAME...]
               focus-bench --list

        Without names it runs every benchmark; --short those that suit CI, with fewer rounds and
        targets relaxed by 2 wherever they depend on the machine's mood. BENCH_ROUNDS is another
        way to say --rounds. The figures also go to a file as JSON: .build/bench.json, unless --json
        names another. It exits with 1 when a target is missed, or the file cannot be written.
        """

    private(set) var isShort = false
    private(set) var lists = false
    private(set) var rounds: Int?
    private(set) var json = ".build/bench.json"
    /// The folder of the programs, which is that of this one.
    private(set) var programs = (CommandLine.executable as NSString).deletingLastPathComponent
    private(set) var names: [String] = []

    init(_ arguments: ArraySlice<String>) throws {
        rounds = try ProcessInfo.processInfo.environment["BENCH_ROUNDS"].map(Self.number)
        var rest = arguments
        while let word = rest.popFirst() {
            switch word {
            case "--short": isShort = true
            case "--list": lists = true
            case "--rounds": rounds = try Self.number(Self.value(of: word, &rest))
            case "--json": json = try Self.value(of: word, &rest)
            case "--programs": programs = try Self.value(of: word, &rest)
            case _ where word.hasPrefix("-"): throw Failure("\(word) is not an option")
            default: names.append(word)
            }
        }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String
    {
        guard let value = rest.popFirst() else { throw Failure("\(option) needs a value") }
        return value
    }

    private static func number(_ text: String) throws -> Int {
        guard let number = Int(text), 1...100 ~= number else {
            throw Failure("\(text) is not a number of rounds (1 to 100)")
        }
        return number
    }
}

extension CommandLine {
    /// The path of this program.
    static var executable: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    }
}
