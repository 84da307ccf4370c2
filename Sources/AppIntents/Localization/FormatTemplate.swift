// SPDX-License-Identifier: Apache-2.0

/// The parsed format of a translation.
struct FormatTemplate: Equatable {
    /// A part of a format. Positions count from 0; nil is the next position.
    enum Piece: Equatable {
        case literal(String)
        case argument(position: Int?, FormatSpecifier)
        /// A variable: `%#@name@`.
        case variable(String, position: Int?)
        /// The number of a variable: `%arg`.
        case number
    }

    private(set) var pieces: [Piece] = []

    /// Parses a format; nil if a percent sign has an invalid specifier.
    ///
    /// - Parameter hasNumber: True if `%arg` represents a number in this format.
    init?(_ format: String, hasNumber: Bool = false) {
        var rest = Substring(format)
        while let percent = rest.firstIndex(of: "%") {
            add(rest[..<percent])
            rest = rest[percent...].dropFirst()
            if rest.hasPrefix("%") {
                add("%")
                rest.removeFirst()
            } else if hasNumber, rest.hasPrefix("arg") {
                pieces.append(.number)
                rest.removeFirst(3)
            } else {
                guard let piece = Self.takePiece(&rest) else { return nil }
                pieces.append(piece)
            }
        }
        add(rest)
    }

    private mutating func add(_ text: Substring) {
        guard !text.isEmpty else { return }
        if case .literal(let before) = pieces.last {
            pieces[pieces.count - 1] = .literal(before + text)
        } else {
            pieces.append(.literal(String(text)))
        }
    }

    private static func takePiece(_ rest: inout Substring) -> Piece? {
        let position = takePosition(&rest)
        guard position != .some(-1) else { return nil }
        if rest.hasPrefix("#@") {
            let name = rest.dropFirst(2).prefix { $0 != "@" }
            guard name.endIndex < rest.endIndex, !name.isEmpty else { return nil }
            rest = rest[name.endIndex...].dropFirst()
            return .variable(String(name), position: position)
        }
        return FormatSpecifier(taking: &rest).map { .argument(position: position, $0) }
    }

    /// Removes a position such as `2$`, which is 1 counted from 0. Returns nil without a position,
    /// and -1 for `0$`.
    private static func takePosition(_ rest: inout Substring) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isWholeNumber }
        guard !digits.isEmpty, rest[digits.endIndex...].hasPrefix("$"), let number = Int(digits)
        else { return nil }
        rest = rest[digits.endIndex...].dropFirst()
        return number - 1
    }
}
