// SPDX-License-Identifier: Apache-2.0

/// A category of the app's notifications. The next run needs it for the requests that are due
/// before the app sets its categories.
struct ArchivedCategory: Archived {
    private let identifier: String
    private let actions: [ArchivedAction]
    private let intents: [String]
    private let options: UInt
    private let placeholder, summary: String

    init(_ category: UNNotificationCategory) {
        identifier = category.identifier
        actions = category.actions.map(ArchivedAction.init)
        intents = category.intentIdentifiers
        options = category.options.rawValue
        placeholder = category.hiddenPreviewsBodyPlaceholder
        summary = category.categorySummaryFormat
    }

    var category: UNNotificationCategory {
        UNNotificationCategory(
            identifier: identifier, actions: actions.map(\.action), intentIdentifiers: intents,
            hiddenPreviewsBodyPlaceholder: placeholder, categorySummaryFormat: summary,
            options: UNNotificationCategoryOptions(rawValue: options))
    }
}

private struct ArchivedAction: Codable {
    private let identifier, title: String
    private let options: UInt
    private let icon: ArchivedIcon?
    /// Nil for an action without a text field.
    private let field: ArchivedField?

    init(_ action: UNNotificationAction) {
        identifier = action.identifier
        title = action.title
        options = action.options.rawValue
        icon = action.icon.map(ArchivedIcon.init)
        field = (action as? UNTextInputNotificationAction).map(ArchivedField.init)
    }

    var action: UNNotificationAction {
        let options = UNNotificationActionOptions(rawValue: options)
        guard let field else {
            return UNNotificationAction(
                identifier: identifier, title: title, options: options, icon: icon?.icon)
        }
        return UNTextInputNotificationAction(
            identifier: identifier, title: title, options: options, icon: icon?.icon,
            textInputButtonTitle: field.button, textInputPlaceholder: field.placeholder)
    }
}

private struct ArchivedField: Codable {
    let button, placeholder: String

    init(_ action: UNTextInputNotificationAction) {
        button = action.textInputButtonTitle
        placeholder = action.textInputPlaceholder
    }
}

private struct ArchivedIcon: Codable {
    private let name: String
    private let isSystemImage: Bool

    init(_ icon: UNNotificationActionIcon) {
        name = icon.name
        isSystemImage = icon.isSystemImage
    }

    var icon: UNNotificationActionIcon {
        isSystemImage
            ? UNNotificationActionIcon(systemImageName: name)
            : UNNotificationActionIcon(templateImageName: name)
    }
}
