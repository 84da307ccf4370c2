// SPDX-License-Identifier: Apache-2.0

/// Identifies one Focus filter of one app.
package struct FilterKey: Hashable, Comparable, Sendable {
    package let app: AppID
    /// The filter's id; for a Swift app the name of the intent's type.
    package let filter: String

    package init(_ app: AppID, _ filter: String) {
        self.app = app
        self.filter = filter
    }

    package static func < (left: FilterKey, right: FilterKey) -> Bool {
        (left.app, left.filter) < (right.app, right.filter)
    }
}

/// A choice of a parameter of type Enum, an entity, or an option that an app offers.
package struct ParameterChoice: Hashable, Sendable {
    /// The text in a Focus's file: the case's value or the entity's identifier.
    package var value: String
    package var title: String
    package var subtitle: String
    /// An icon name or a URI (`file:`, `data:`); empty for none.
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
    /// True if the value may be nil. Otherwise a parameter without a default is required.
    package var isOptional: Bool
    package var defaultValue: ParameterValue?
    /// The app's name for the entities, for parameters of type Entity.
    package var entityType: String
    /// The cases of an Enum, in the app's order.
    package var cases: [ParameterChoice]
    /// True if the app offers values at run time (`Options`).
    package var hasOptions: Bool
    /// The valid values of an Int or Double; nil for all. The app's own default may be out of
    /// range.
    package var range: ParameterRange?
    /// The parts of a Date that the parameter uses.
    package var dateParts = DateParts.dateTime
    /// The control for an Int or Double.
    package var control = NumberControl.stepper
    /// A question that asks the user for a value; empty for none.
    package var prompt = ""

    /// True for a parameter that the user must set before the app gets a call.
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

/// A Focus filter as its app declares it: the parameters that the user sets per Focus.
package struct FilterDeclaration: Hashable, Sendable {
    package var key: FilterKey
    package var title: String
    package var description: String
    /// An icon name or path; empty for none.
    package var icon: String
    /// The parameters in display order.
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

    /// Returns the values to send for the user's configuration, which is empty when no active Focus
    /// sets the filter. Fills in defaults and leaves out nil values.
    ///
    /// - Throws: The first parameter, in the declaration's order, that is required and not set.
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

/// A required parameter without a value.
package struct MissingParameter: Error, Hashable {
    package let name: String

    package init(name: String) {
        self.name = name
    }
}

/// An app's answer for one set of values: a predicate that selects the notifications to let
/// through, and a prefix that selects the windows to bring forward.
package struct FilterContext: Hashable, Sendable {
    /// A predicate in the canonical format; nil filters nothing.
    package var predicate: String?
    package var targetContentIdentifierPrefix: String?

    package init(predicate: String? = nil, targetContentIdentifierPrefix: String? = nil) {
        self.predicate = predicate
        self.targetContentIdentifierPrefix = targetContentIdentifierPrefix
    }
}

/// The texts and picture with which an app shows one configuration of its filter.
package struct FilterDisplay: Hashable, Sendable {
    package var title: String
    package var subtitle: String
    /// An icon name or URI, like ``ParameterChoice/image``.
    package var image: String

    package init(title: String, subtitle: String = "", image: String = "") {
        self.title = title
        self.subtitle = subtitle
        self.image = image
    }
}
