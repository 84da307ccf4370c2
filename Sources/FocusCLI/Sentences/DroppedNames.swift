// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// The apps and people that a command line names, to find those that the steps below its failure
/// leave out: a step for one of two people does something else than the user meant.
///
/// Only known names count. A step expresses other words in its own way, as a time. A name that one
/// of the steps has is not left out: some failures have a step for each name.
@LoopActor struct DroppedNames {
    /// A name as the user typed it, and what stands for it in a step, in lower case.
    private typealias Name = (typed: String, meant: [String])

    private let names: [Name]

    /// - Parameter words: the command line without the program's name.
    init(_ words: [String], _ invocation: Invocation) {
        let directory = invocation.apps
        let editor = FocusEditor(invocation)
        let isCommand = words.first.map { first in
            CommandTable.all.contains { $0.words[0] == first[...] }
        }
        let own = words.prefix { $0 != "--" }.dropFirst(isCommand == true ? 1 : 0)
        let typed = own.flatMap { word in
            directory.isName(word) ? [word] : ListWords.splitAtCommas([word])
        }
        var people: KnownPeople?
        names = typed.compactMap { word in
            let isOther = word.hasPrefix("-") || TimeWords.areBegun(by: word)
            guard !isOther, !editor.isNamed(word) else { return nil }
            let name = word.lowercased()
            if directory.isName(word) {
                let app = (try? directory.find(word, isExact: true)) ?? nil
                let ids = app.map { ($0.ids + $0.sentIDs).map(\.rawValue) } ?? []
                let known = ids + (app?.sentNames ?? []) + [app?.name].compactMap(\.self)
                return (word, [name] + known.map { $0.lowercased() })
            }
            let known = people ?? KnownPeople(editor)
            people = known
            let isKnown =
                known.contains(word) || !word.means(.little) && known.withAccents(word) != nil
            guard isKnown else { return nil }
            return (word, [name] + [known.withAccents(word)?.lowercased()].compactMap(\.self))
        }
    }

    /// Returns the lines of a failure. If the steps leave out a name, those with another one say
    /// so, and those without any are not among the lines.
    ///
    /// - Parameters:
    ///   - sentence: the failure's sentence, which may end with a step.
    ///   - hasEffect: returns true for a step that changes something.
    func told(
        in lines: [String], below sentence: String, _ hasEffect: (StepLine) -> Bool
    ) -> [String] {
        let commands = ([sentence] + lines).compactMap { StepLine($0)?.command }
        let dropped = names.filter { name in !commands.contains { Self.has(name, $0) } }
        guard !dropped.isEmpty else { return lines }
        let lead = "Without \(dropped.map { "“\($0.typed.printable)”" }.joinedWithAnd): "
        var isLeftOut = false
        return lines.compactMap { line in
            guard let step = StepLine(line) else { return line }
            if step.goesOn { return isLeftOut ? nil : line }
            isLeftOut = false
            let tellsItself = ["Without ", CommandLineReader.corrected].contains { lead in
                step.lead.hasPrefix(lead)
            }
            guard hasEffect(step), !tellsItself else { return line }
            isLeftOut = !names.contains { Self.has($0, step.command) }
            return isLeftOut ? nil : StepLine(lead: lead, command: step.command).text
        }
    }

    private static func has(_ name: Name, _ command: String) -> Bool {
        // As the shell reads it: 'O'\''Brien'.
        let text = command.replacing("'\\''", with: "'").lowercased()
        func isApart(_ character: Character?) -> Bool {
            character.map { !$0.isLetter && !$0.isNumber } ?? true
        }
        return name.meant.contains { meant in
            !meant.isBlank
                && text.ranges(of: meant).contains { place in
                    isApart(text[..<place.lowerBound].last)
                        && isApart(text[place.upperBound...].first)
                }
        }
    }
}
