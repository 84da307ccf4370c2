// SPDX-License-Identifier: Apache-2.0

import FocusCore

extension FocusDirectory {
    /// Creates a Focus from the text of a file that somebody gave to the user. Replaces nothing: if
    /// the id or the name is in use, the new Focus gets the next number. A name that means
    /// something else on the command line, such as `off` or `Work 1h`, gets the word Focus.
    ///
    /// - Parameters:
    ///   - contents: the text of the file.
    ///   - fileName: the name of the file, which the id is made from.
    package func importFocus(
        _ contents: [UInt8], fileName: String
    ) throws(FocusFileError) -> FocusFile {
        let stem =
            fileName.hasSuffix(Self.ending)
            ? String(fileName.dropLast(Self.ending.count)) : fileName
        let made = Self.isValid(stem) ? stem : Self.id(for: stem)
        let base = made.isEmpty ? "focus" : made
        let known = load()
        let focuses = known.focuses.values
        // No Focus has an empty id.
        let isFree = { NameObstacle($0, of: FocusID(""), among: focuses) == nil }
        let id = Self.free(base, { "-\($0)" }) { isFree($0) && !known.hasFile(FocusID($0)) }
        var file = try parse(FocusID(id), contents)
        let own = file.focus.name
        let named = OtherUse(of: own, among: focuses) == nil ? own : own + " Focus"
        let name = Self.free(named, { " (\($0))" }, isFree)
        if name != own { try file.setName(name) }
        let new = file
        return try create(file.id, template: FocusTemplate(id: file.id, name: name)) { $0 = new }
    }

    /// Returns the text, or else the text with the first number from 2 on that is free.
    private static func free(
        _ text: String, _ ending: (Int) -> String, _ isFree: (String) -> Bool
    ) -> String {
        if isFree(text) { return text }
        var number = 2
        while !isFree(text + ending(number)) { number += 1 }
        return text + ending(number)
    }
}
