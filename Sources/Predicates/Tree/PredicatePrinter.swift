// SPDX-License-Identifier: Apache-2.0

/// Writes a tree in its canonical form.
///
/// The form is that of Apple's `predicateFormat`, except where a parser could not read it back:
/// keys that are not names are written `hints["x-key"]`, reserved words used as keys `#IN`,
/// floating-point numbers keep their fraction (`1.0`), and control characters are escaped.
struct PredicatePrinter {
    private(set) var text = ""

    mutating func print(_ node: PredicateNode) {
        switch node {
        case .constant(let value):
            text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .comparison(let comparison):
            print(comparison)
        case .and(let members):
            printMembers(members, " AND ")
        case .or(let members):
            printMembers(members, " OR ")
        case .not(let member):
            text += "NOT "
            printMember(member)
        }
    }

    private mutating func printMembers(_ members: [PredicateNode], _ separator: String) {
        for (index, member) in members.enumerated() {
            if index > 0 { text += separator }
            printMember(member)
        }
    }

    private mutating func printMember(_ member: PredicateNode) {
        bracketed(member.isCompound) { $0.print(member) }
    }

    private mutating func bracketed(_ needed: Bool, _ body: (inout PredicatePrinter) -> Void) {
        if needed { text += "(" }
        body(&self)
        if needed { text += ")" }
    }

    private mutating func print(_ comparison: PredicateComparison) {
        switch comparison.modifier {
        case .direct: break
        case .any: text += "ANY "
        case .all: text += "ALL "
        }
        print(comparison.left)
        text += " \(comparison.comparisonOperator.rawValue)"
        if !comparison.options.isEmpty {
            text += "["
            for (option, letter) in ComparisonOptions.letters
            where comparison.options.contains(option) {
                text.append(letter)
            }
            text += "]"
        }
        text += " "
        print(comparison.right)
    }

    // MARK: Expressions

    private mutating func print(_ expression: PredicateExpression) {
        switch expression {
        case .literal(let value): print(value)
        case .selfObject: text += "SELF"
        case .keyPath(let path): printKeys(path, first: true)
        case .member(let base, let path):
            bracketed(base.isLoose) { $0.print(base) }
            printKeys(path, first: false)
        case .variable(let name): text += "$\(name)"
        case .assignment(let name, let value):
            text += "$\(name) := "
            print(value)
        case .aggregate(let elements): printList(elements, "{", "}")
        case .binary(let symbol, let left, let right):
            bracketed(left.isOperation) { $0.print(left) }
            text += " \(symbol.rawValue) "
            bracketed(right.isOperation) { $0.print(right) }
        case .negation(let operand):
            text += "-"
            bracketed(operand.isLoose) { $0.print(operand) }
        case .function(let function, let arguments):
            text += function.rawValue
            printList(arguments, "(", ")")
        case .element(let base, let selector):
            bracketed(base.isLoose) { $0.print(base) }
            print(selector)
        case .subquery(let collection, let variable, let predicate):
            text += "SUBQUERY("
            print(collection)
            text += ", $\(variable), "
            print(predicate)
            text += ")"
        case .ternary(let condition, let then, let otherwise):
            text += "TERNARY("
            print(condition)
            text += ", "
            print(then)
            text += ", "
            print(otherwise)
            text += ")"
        case .cast(let value, let type):
            text += "CAST("
            print(value)
            text += ", \"\(type.rawValue)\")"
        }
    }

    private mutating func printList(
        _ elements: [PredicateExpression], _ open: String, _ close: String
    ) {
        text += open
        for (index, element) in elements.enumerated() {
            if index > 0 { text += ", " }
            print(element)
        }
        text += close
    }

    private mutating func print(_ selector: ElementSelector) {
        switch selector {
        case .at(let index):
            text += "["
            print(index)
            text += "]"
        case .first: text += "[FIRST]"
        case .last: text += "[LAST]"
        case .size: text += "[SIZE]"
        }
    }

    private mutating func printKeys(_ path: String, first: Bool) {
        var isFirst = first
        for key in keys(of: path) {
            if isCollectionOperator(key) || isName(key) {
                if !isFirst { text += "." }
                if Keyword(spelledBy: key) != nil { text += "#" }
                text += key
            } else {
                if isFirst { text += "SELF" }
                text += "["
                printString(key)
                text += "]"
            }
            isFirst = false
        }
    }

    // MARK: Constants

    private mutating func print(_ value: PredicateValue) {
        switch value {
        case .null: text += "nil"
        case .boolean(let flag): text += flag ? "1" : "0"
        case .integer(let number): text += "\(number)"
        case .double(let number): text += "\(number)"
        case .string(let string): printString(string)
        case .date(let seconds): text += "CAST(\(fixedPoint(seconds)), \"NSDate\")"
        case .array(let elements):
            text += "{"
            for (index, element) in elements.enumerated() {
                if index > 0 { text += ", " }
                print(element)
            }
            text += "}"
        case .dictionary:
            // Not reached: the builder refuses dictionaries in a tree.
            text += "nil"
        }
    }

    private mutating func printString(_ string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case ..."\u{1f}", "\u{7f}":
                let digits = String(scalar.value, radix: 16)
                text += digits.utf8.count == 1 ? "\\x0\(digits)" : "\\x\(digits)"
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    /// Returns six decimals as Apple prints dates, or the shortest exact form if they are not
    /// enough.
    private func fixedPoint(_ seconds: Double) -> String {
        let scaled = (seconds * 1_000_000).rounded()
        guard scaled.magnitude < 0x1p53, scaled / 1_000_000 == seconds,
            !(seconds == 0 && seconds.sign == .minus)
        else { return "\(seconds)" }
        let micros = Int64(scaled)
        let (whole, fraction) = micros.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(fraction)
        let zeros = String(repeating: "0", count: 6 - digits.count)
        return "\(micros < 0 ? "-" : "")\(whole).\(zeros)\(digits)"
    }
}
