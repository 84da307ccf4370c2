// SPDX-License-Identifier: Apache-2.0
import Foundation

extension OSLogMessage {
    /// Creates a message from a printf format with Apple's privacy words.
    init(format: String, _ arguments: [Any?]) {
        var pieces: [OSLogInterpolation.Piece] = []
        var rest = Substring(format)
        var next = arguments[...]
        while let percent = rest.firstIndex(of: "%") {
            pieces.append(.literal(String(rest[..<percent])))
            rest = rest[percent...].dropFirst()
            var ahead = rest
            if rest.first == "%" {
                pieces.append(.literal("%"))
                rest.removeFirst()
            } else if let specifier = Specifier(taking: &ahead) {
                rest = ahead
                if specifier.conversion == "m" {
                    let text = unsafe String(cString: strerror(errno))
                    pieces.append(.value({ text }, isScalar: true, specifier.privacy, .none))
                } else if let argument = next.popFirst() {
                    pieces.append(specifier.piece(argument))
                } else {
                    pieces.append(.literal("<missing>"))
                }
            } else {
                pieces.append(.literal("%"))
            }
        }
        pieces.append(.literal(String(rest)))
        self.init(pieces)
    }
}

/// One specifier: `%{public}.2f` without the percent sign.
private struct Specifier {
    private(set) var privacy = OSLogPrivacy.auto
    private(set) var flags = ""
    private(set) var conversion: Character = "@"

    /// Maximum digits of a field width. C libraries fail for very wide fields.
    private static let maximumDigits = 3

    init?(taking rest: inout Substring) {
        if rest.first == "{", let end = rest.firstIndex(of: "}") {
            for word in rest[..<end].dropFirst().split(separator: ",") {
                switch word.drop(while: { $0 == " " }) {
                case "public": privacy = .public
                case "private": privacy = .private
                case "sensitive": privacy = .sensitive
                case "mask.hash": privacy = .private(mask: .hash)
                default: break
                }
            }
            rest = rest[end...].dropFirst()
        }
        let flags = rest.prefix { "-+ 0#.123456789".contains($0) }
        rest = rest[flags.endIndex...]
        let length = rest.prefix { "hlqLzjt".contains($0) }
        rest = rest[length.endIndex...]
        guard let letter = rest.first, "@dDiuUxXoOfFeEgGaAcCsSpm".contains(letter) else {
            return nil
        }
        rest.removeFirst()
        conversion = letter
        let numbers = flags.split { !$0.isNumber }
        if numbers.allSatisfy({ $0.count <= Self.maximumDigits }) { self.flags = String(flags) }
    }

    func piece(_ argument: Any?) -> OSLogInterpolation.Piece {
        let isScalar =
            switch argument {
            case is Bool, is any BinaryInteger, is any BinaryFloatingPoint, is NSNumber: true
            default: false
            }
        let text = text(argument)
        return .value({ text }, isScalar: isScalar, privacy, .none)
    }

    /// Returns the argument, formatted by C if its type matches the specifier.
    private func text(_ argument: Any?) -> String {
        guard let argument else { return "(null)" }
        if "dDi".contains(conversion), let number = whole(argument) {
            return String(format: "%\(flags)lld", number)
        }
        if "uUxXoO".contains(conversion), let number = whole(argument) {
            let letter = conversion == "U" ? "u" : conversion == "O" ? "o" : conversion
            return String(format: "%\(flags)ll\(letter)", UInt64(bitPattern: number))
        }
        if "fFeEgGaA".contains(conversion), let number = fraction(argument) {
            return String(format: "%\(flags)\(conversion)", number)
        }
        return "\(argument)"
    }

    private func whole(_ argument: Any) -> Int64? {
        switch argument {
        case let flag as Bool: flag ? 1 : 0
        case let number as any BinaryInteger: Int64(truncatingIfNeeded: number)
        case let number as NSNumber: number.int64Value
        default: nil
        }
    }

    private func fraction(_ argument: Any) -> Double? {
        switch argument {
        case let number as any BinaryFloatingPoint: Double(number)
        case let number as any BinaryInteger: Double(number)
        case let number as NSNumber: number.doubleValue
        default: nil
        }
    }
}
