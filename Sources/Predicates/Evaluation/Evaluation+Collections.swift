// SPDX-License-Identifier: Apache-2.0

extension Evaluation {
    /// Follows key-value coding from a value. Only collection operators recurse, and a key path has
    /// at most ``PredicateLimits/maximumCollectionOperators``.
    mutating func follow(
        _ steps: ArraySlice<PathStep>, from start: PredicateValue
    ) throws(PredicateEvaluationError) -> PredicateValue {
        var value = start
        for (index, step) in zip(steps.indices, steps) {
            switch step {
            case .key(let key):
                try meter.charge(1)
                // A dictionary is asked for one entry, an array for a value of each member.
                switch value {
                case .array, .string: try meter.chargeReading(value)
                default: break
                }
                guard let next = value.value(forKey: key) else {
                    throw PredicateEvaluationError("unknown key '\(key.prefix(100))'")
                }
                value = next
            case .collectionOperator(let collectionOperator):
                return try apply(collectionOperator, to: value, then: steps[(index + 1)...])
            }
        }
        return value
    }

    private mutating func apply(
        _ collectionOperator: CollectionOperator, to value: PredicateValue,
        then steps: ArraySlice<PathStep>
    ) throws(PredicateEvaluationError) -> PredicateValue {
        if case .null = value { return collectionOperator == .count ? .integer(0) : .null }
        guard let elements = value.elements else {
            throw PredicateEvaluationError(
                "@\(collectionOperator.rawValue) needs a collection, not \(value.kindName)")
        }
        if collectionOperator == .count { return .integer(Int64(elements.count)) }
        var operands: [PredicateValue] = []
        for element in elements {
            try meter.charge(1)
            let operand = try follow(steps, from: element)
            if case .null = operand { continue }
            operands.append(operand)
        }
        switch collectionOperator {
        case .count: return .integer(Int64(operands.count))
        case .sum: return try call(.sum, [.array(operands)])
        case .avg: return try call(.average, [.array(operands)])
        case .min: return try call(.min, [.array(operands)])
        case .max: return try call(.max, [.array(operands)])
        case .unionOfObjects: return .array(operands)
        case .distinctUnionOfObjects: return .array(try distinct(operands))
        case .unionOfArrays: return .array(try flattened(operands))
        case .distinctUnionOfArrays: return .array(try distinct(try flattened(operands)))
        }
    }

    private mutating func flattened(
        _ collections: [PredicateValue]
    ) throws(PredicateEvaluationError) -> [PredicateValue] {
        var result: [PredicateValue] = []
        for collection in collections {
            guard let elements = collection.elements else {
                throw PredicateEvaluationError(
                    "@unionOfArrays needs collections, not \(collection.kindName)")
            }
            try meter.charge(elements.count)
            result += elements
        }
        return result
    }

    /// Returns the first of each group of equal elements, in order.
    private mutating func distinct(
        _ elements: [PredicateValue]
    ) throws(PredicateEvaluationError) -> [PredicateValue] {
        try meter.chargeReading(elements)
        var seen: Set<ObjectKey> = []
        return elements.filter { seen.insert(ObjectKey($0)).inserted }
    }

    /// Selects a part of a collection: `[0]`, `["key"]`, `[FIRST]`, `[LAST]`, `[SIZE]`.
    mutating func select(
        _ selector: CompiledSelector, from collection: PredicateValue
    ) throws(PredicateEvaluationError) -> PredicateValue {
        if case .null = collection { return .null }
        if case .at(let index) = selector {
            return try element(of: collection, at: try value(of: index))
        }
        guard let elements = collection.elements else {
            throw PredicateEvaluationError(
                "an index needs a collection, not \(collection.kindName)")
        }
        switch selector {
        case .first: return elements.first ?? .null
        case .last: return elements.last ?? .null
        case .size, .at: return .integer(Int64(elements.count))
        }
    }

    private func element(
        of collection: PredicateValue, at index: PredicateValue
    ) throws(PredicateEvaluationError) -> PredicateValue {
        switch (collection, index) {
        case (.array(let elements), .integer(let position)):
            guard let position = Int(exactly: position), elements.indices.contains(position) else {
                throw PredicateEvaluationError("index \(position) is out of range")
            }
            return elements[position]
        case (.dictionary(let entries), .string(let key)):
            return entries[key] ?? .null
        default:
            throw PredicateEvaluationError(
                "\(collection.kindName) has no element at \(index.kindName)")
        }
    }

    /// Returns the result of an operator; nil if an operand is nil.
    mutating func combine(
        _ left: PredicateValue, _ symbol: BinaryOperator, _ right: PredicateValue
    ) throws(PredicateEvaluationError) -> PredicateValue {
        if case .null = left { return .null }
        if case .null = right { return .null }
        switch (symbol, left, right) {
        case (.union, _, _), (.intersect, _, _), (.minus, _, _):
            return try combineSets(left, symbol, right)
        case (.add, .date(let date), let seconds):
            return .date(date + (try number(seconds, for: "+")).double)
        case (.subtract, .date(let date), .date(let earlier)):
            return .double(date - earlier)
        case (.subtract, .date(let date), let seconds):
            return .date(date - (try number(seconds, for: "-")).double)
        default:
            let left = try number(left, for: symbol.rawValue)
            return try left.applying(symbol, try number(right, for: symbol.rawValue)).value
        }
    }

    private mutating func combineSets(
        _ left: PredicateValue, _ symbol: BinaryOperator, _ right: PredicateValue
    ) throws(PredicateEvaluationError) -> PredicateValue {
        guard let left = left.elements, let right = right.elements else {
            throw PredicateEvaluationError("\(symbol.rawValue) needs collections")
        }
        if symbol == .union { return .array(try distinct(left + right)) }
        try meter.chargeReading(left)
        try meter.chargeReading(right)
        let others = Set(right.map { ObjectKey($0) })
        let kept = symbol == .intersect
        return .array(try distinct(left.filter { others.contains(ObjectKey($0)) == kept }))
    }
}
