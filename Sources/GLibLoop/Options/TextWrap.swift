// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Returns the text in lines of at most `width` columns, broken between words.
    ///
    /// A word that is longer than a line gets its own line, or several lines.
    ///
    /// - Parameter breaksWords: true to break a word that is longer than a line, in a path after a
    ///   slash if possible.
    package func wrapped(to width: Int, breaksWords: Bool = false) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ") {
            if !line.isEmpty, line.shownColumns + 1 + String(word).shownColumns > width {
                lines.append(line)
                line = ""
            }
            guard breaksWords, word.columns > width else {
                line += line.isEmpty ? String(word) : " \(word)"
                continue
            }
            let pieces = word.pieces(of: width)
            lines += pieces.dropLast()
            line = pieces.last ?? ""
        }
        return lines + [line]
    }

    /// Returns a message in lines of at most `width` columns, as by ``wrapped(to:breaksWords:)``.
    /// If it needs several, each command at its end, behind a colon, has lines of its own and can
    /// be pasted.
    ///
    /// - Parameter program: the first word of the commands.
    package func messageLines(width: Int, program: String) -> [String] {
        guard shownColumns > width, let range = firstRange(of: ": \(program) ") else {
            return wrapped(to: width)
        }
        let commands = self[range.upperBound...]
            .replacing(", or \(program) ", with: ", \(program) ").split(separator: ", \(program) ")
        return String(self[...range.lowerBound]).wrapped(to: width)
            + commands.flatMap { TerminalText.command("\(program) \($0)", width: width) }
    }
}

extension Substring {
    /// Returns a long word in pieces of at most `width` columns.
    fileprivate func pieces(of width: Int) -> [String] {
        let separators = contains("/") ? "/" : "-_.,="
        var pieces: [String] = []
        var piece = ""
        for character in self {
            if piece.columns + character.columns > width, !piece.isEmpty {
                let end = piece.lastIndex { separators.contains($0) }.map(piece.index(after:))
                pieces.append(String(piece[..<(end ?? piece.endIndex)]))
                piece = String(piece[(end ?? piece.endIndex)...])
            }
            piece.append(character)
        }
        return pieces + [piece]
    }
}

extension TerminalText {
    /// Returns a command line to copy. A long command line continues after a backslash, not between
    /// an option and its value; so does a word that is longer than a line, without a blank.
    package static func command(_ command: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = " "
        let parts = shellParts(command)
        for (word, next) in zip(parts, parts.dropFirst() + [""]) {
            let isOption = word.hasPrefix("--") && !next.isEmpty && !next.hasPrefix("-")
            let whole = word.columns + (isOption ? 1 + next.columns : 0)
            let unit = whole + 8 <= width ? whole : word.columns
            if line.columns + unit + 3 > width, line.contains(where: { $0 != " " }) {
                lines.append(line + " \\")
                line = "     "
            }
            line += " "
            let room = width - line.columns - 2
            let pieces = word.columns > room ? shellPieces(word, width: room) : [word]
            for piece in pieces.dropLast() {
                lines.append(line + piece + "\\")
                line = ""
            }
            line += pieces.last ?? ""
        }
        return lines + [line]
    }

    /// Returns a long word in pieces that a shell joins to the word if a backslash ends each line.
    /// Returns a word with several quotes whole.
    private static func shellPieces(_ word: String, width: Int) -> [String] {
        guard width > 10, !word.contains("\\"), !word.contains("\"") else { return [word] }
        guard word.contains("'") else { return word[...].pieces(of: width) }
        let inner = word.dropFirst().dropLast()
        guard word.hasPrefix("'"), word.hasSuffix("'"), !inner.contains("'") else { return [word] }
        return inner.pieces(of: width - 2).map { "'\($0)'" }
    }

    /// Returns the parts of a command line, split at blanks outside quotes.
    private static func shellParts(_ command: String) -> [String] {
        var parts: [String] = []
        var part = ""
        var quote: Character?
        var isEscaped = false
        for character in command {
            if isEscaped {
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == " " {
                parts.append(part)
                part = ""
                continue
            }
            part.append(character)
        }
        return parts + [part]
    }
}
