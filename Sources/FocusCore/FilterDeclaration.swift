// SPDX-License-Identifier: Apache-2.0

/// One Focus filter of one app.
package struct FilterKey: Hashable, Comparable, Sendable {
    package let app: AppID
    /// The filter's id; of a Swift app the name of the intent's type.
    package let filter: String

    package init(_ app: AppID, _ filter: String) {
        self.app = app
        self.filter = filter
    }

    package static func < (left: FilterKey, right: FilterKey) -> Bool {
        (left.app, left.filter) < (right.app, right.filter)
    }
}

/// One choice of a parameter of type Enum, an entity, or an option that an app offers.
package struct ParameterChoice: Hashable, Sendable {
    /// What a Focus's file holds: the case's value, the entity's identifier.
    package var value: String
    package var title: String
    package var subtitle: String
    /// An icon name, or a URI (`file:`, `data:`); empty for none.
    package var image: String

    package init(_ value: String, title: String, subtitle: String = "", image: String = "") {
        self.value = value
        self.title = title
        self.subtitle = subtitle
        self.image = image
    }
}

/// A parameter that the user can set in a Focus filter.
package struct ParameterDeclaration: Hashable, Sendable {
    package var name: String
    package var title: String
    package var description: String
    package var type: ParameterType
    /// Whether it may be nil. One that may not and has no default is required.
    package var isOptional: Bool
    package var defaultValue: ParameterValue?
    /// What the app calls the entities, for parameters of type Entity.
    package var entityType: String
    /// The cases of an Enum, in the app's order.
    package var cases: [ParameterChoice]
    /// Whether the app offers values of its own (`Options`).
    package var hasOptions: Bool
    /// The values of an Int or Double that the parameter takes; nil for all. A default of the app's
    /// own may lie outside.
    package var range: ParameterRange?
    /// The parts that a Date is about.
    package var dateParts = DateParts.dateTime
    /// The control for an Int or Double.
    package var control = NumberControl.stepper
    /// A sentence that asks the user for a value; empty for none.
    package var prompt = ""

    /// True for a parameter that the user has to set before the app is told anything.
    package var isRequired: Bool { !isOptional && defaultValue == nil }

    package init(
        _ name: String, title: String = "", description: String = "", type: ParameterType,
        isOptional: Bool = false, defaultValue: ParameterValue? = nil, entityType: String = "",
        cases: [ParameterChoice] = [], hasOptions: Bool = false
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.type = type
        self.isOptional = isOptional
        self.defaultValue = defaultValue
        self.entityType = entityType
        self.cases = cases
        self.hasOptions = hasOptions
    }
}

/// What an app lets the user set per Focus (DESIGN §6).
package struct FilterDeclaration: Hashable, Sendable {
    package var key: FilterKey
    package var title: String
    package var description: String
    /// An icon name or path; empty for none.
    package var icon: String
    /// In the order in which they are shown.
    package var parameters: [ParameterDeclaration]

    package init(
        _ key: FilterKey, title: String, description: String = "", icon: String = "",
        parameters: [ParameterDeclaration] = []
    ) {
        self.key = key
        self.title = title
        self.description = description
        self.icon = icon
        self.parameters = parameters
    }

    /// What the filter receives for what the user set (nothing, when no Focus that sets it is
    /// on): defaults filled in, absent where nil.
    ///
    /// - Throws: the first parameter, in the declaration's order, that is required and not set.
    package func delivery(
        _ configured: ParameterValues
    ) throws(MissingParameter) -> ParameterValues {
        var values: ParameterValues = [:]
        for parameter in parameters {
            if let value = configured[parameter.name] ?? parameter.defaultValue {
                values[parameter.name] = value
            } else if !parameter.isOptional {
                throw MissingParameter(name: parameter.name)
            }
        }
        return values
    }
}

/// A required parameter has no value.
package struct MissingParameter: Error, Hashable {
    package let name: String

    package init(name: String) {
        self.name = name
    }
}

/// What an app answers about one set of values: which of its notifications to let through, and
/// which of its windows to bring forward.
package struct FilterContext: Hashable, Sendable {
    /// A predicate in the canonical format; nil filters nothing.
    package var predicate: String?
    package var targetContentIdentifierPrefix: String?

    package init(predicate: String? = nil, targetContentIdentifierPrefix: String? = nil) {
        self.predicate = predicate
        self.targetContentIdentifierPrefix = targetContentIdentifierPrefix
    }
}

/// How an app shows one configuration of its filter.
package struct FilterDisplay: Hashable, Sendable {
    package var title: String
    package var subtitle: String
    /// As ``ParameterChoice/image``.
    package var image: String

    package init(title: String, subtitle: String = "", image: String = "") {
        self.title = title
        self.subtitle = subtitle
        self.image = image
    }
}
