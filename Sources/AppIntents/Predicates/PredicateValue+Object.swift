// SPDX-License-Identifier: Apache-2.0
import Foundation
import Predicates

extension PredicateValue {
    /// Makes the value of an object; nil for an object that is neither a constant nor a collection
    /// of constants.
    init?(object: Any?) {
        self.init(object, depth: 0)
    }

    private init?(_ object: Any?, depth: Int) {
        guard depth <= PredicateLimits.maximumNesting else { return nil }
        guard let object = object.flatMap(Reflected.unwrapped), !(object is NSNull) else {
            self = .null
            return
        }
        if let scalar = PredicateValue(scalar: object) {
            self = scalar
        } else if let entries = Reflected.entries(of: object) {
            var values: [String: PredicateValue] = [:]
            for (key, value) in entries {
                guard let value = PredicateValue(value, depth: depth + 1) else { return nil }
                values[key] = value
            }
            self = .dictionary(values)
        } else if let elements = Reflected.elements(of: object) {
            var values: [PredicateValue] = []
            for element in elements {
                guard let value = PredicateValue(element, depth: depth + 1) else { return nil }
                values.append(value)
            }
            self = .array(values)
        } else {
            return nil
        }
    }

    /// Makes the value of an object without elements.
    private init?(scalar object: Any) {
        switch object {
        case let text as String: self = .string(text)
        case let text as Substring: self = .string(String(text))
        case let flag as Bool: self = .boolean(flag)
        case let number as any BinaryInteger:
            self = Int64(exactly: number).map(PredicateValue.integer) ?? .double(Double(number))
        case let number as any BinaryFloatingPoint: self = .double(Double(number))
        case let number as NSNumber: self.init(number: number)
        case let number as Decimal: self.init(number: number as NSDecimalNumber)
        case let date as Date: self = .date(date.timeIntervalSinceReferenceDate)
        case let date as NSDate: self = .date(date.timeIntervalSinceReferenceDate)
        case let text as NSString: self = .string(text as String)
        case let id as UUID: self = .string(id.uuidString)
        case let id as NSUUID: self = .string(id.uuidString)
        case let url as URL: self = .string(url.absoluteString)
        case let url as NSURL: self = .string(url.absoluteString)
        default: return nil
        }
    }

    private init(number: NSNumber) {
        switch unsafe UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .double(number.doubleValue)
        case UInt8(ascii: "Q") where number.uint64Value > UInt64(Int64.max):
            self = .double(number.doubleValue)
        default: self = .integer(number.int64Value)
        }
    }
}
