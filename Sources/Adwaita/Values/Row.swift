// SPDX-License-Identifier: Apache-2.0

/// A row of a page: a title, a subtitle, and a control.
///
/// An intent is the program's own value: the window hands it back when the user works the control.
package struct Row<Intent: Hashable & Sendable>: Hashable, Sendable {
    /// The control of a row.
    package enum Control: Hashable, Sendable {
        /// No control: the row only tells something.
        case none
        /// The row leads elsewhere.
        case link(Intent)
        /// A switch. The intent is for the opposite position.
        case toggle(isOn: Bool, flip: Intent)
        /// A field for one line of text, applied by Enter or by its button.
        case entry(String, apply: Intent)
        /// A list to choose from. The intent of a choice comes when the user chooses it.
        case choice([Choice], selected: Int)
        /// A time of day in minutes since midnight.
        case time(Int, set: Intent)
        /// A line of buttons that each stay pressed or not.
        case flags([Flag])
        /// A drawing of a week, with the subtitle as its description.
        case week([WeekBand])
        /// A number to type or to step. The intent comes with the number as a text.
        case number(Int, in: ClosedRange<Int>, set: Intent)
        /// A number with at most six decimals. The intent comes with the number as a text.
        case decimal(Double, in: ClosedRange<Double>, set: Intent)
        /// A number with a slider, in steps. The intent comes with the number as a text, once the
        /// slider rests.
        case slider(Double, in: ClosedRange<Double>, step: Double, set: Intent)
        /// A colour as `#rrggbb`; nil for none. The intent comes with the new colour.
        case color(String?, set: Intent)
        /// Buttons with icons, of which one is pressed, over the whole row.
        case icons([Flag])
        /// A part of a condition: two short lists and a field.
        case condition(ConditionLine<Intent>)
        /// Rows that the row opens and closes. The intent, if there is one, comes when the user
        /// opens the row: the rows may be made then.
        case details([Row], open: Intent? = nil)
        /// A line of chips that wraps, without a frame and without the row's texts.
        case chips([Chip<Intent>])
        /// Cards side by side, without a frame and without the row's texts.
        case cards([Card<Intent>])
    }

    /// An entry of a list to choose from.
    package struct Choice: Hashable, Sendable {
        package var title: String
        package var intent: Intent

        package init(_ title: String, _ intent: Intent) {
            self.title = title
            self.intent = intent
        }
    }

    /// A button that stays pressed.
    package struct Flag: Hashable, Sendable {
        package var title: String
        /// The full name, for screen readers.
        package var name: String
        package var isOn: Bool
        package var flip: Intent
        /// The name of an icon that replaces the title.
        package var icon: String?

        package init(
            _ title: String, name: String, icon: String? = nil, isOn: Bool, flip: Intent
        ) {
            self.title = title
            self.name = name
            self.icon = icon
            self.isOn = isOn
            self.flip = flip
        }
    }

    /// A picture of a file.
    package struct Picture: Hashable, Sendable {
        package var path: String
        /// The name for screen readers.
        package var name: String

        package init(_ path: String, name: String) {
            self.path = path
            self.name = name
        }
    }

    /// A piece of a subtitle.
    package struct LinkedText: Hashable, Sendable {
        package var text: String
        /// The address of a link, shown when the pointer rests on the link; nil for plain text.
        package var address: String?
        /// Sent by a click on the link.
        package var open: Intent?

        package init(_ text: String, address: String? = nil, open: Intent? = nil) {
            self.text = text
            self.address = address
            self.open = open
        }
    }

    /// The identifier of the row, unique within its page. A row of the same id is updated in place.
    package let id: String
    package var title: String
    package var subtitle: String
    /// The name of an icon, or a path; behind a comma, the icon in place of one that cannot be
    /// shown. Nil for none.
    package var icon: String?
    /// A picture before the texts; nil for none.
    package var picture: Picture?
    /// The subtitle in pieces, some of which are links; empty for a subtitle without links.
    package var linkedSubtitle: [LinkedText] = []
    package var control: Control
    /// Buttons after the control.
    package var buttons: [Button<Intent>]
    /// Entries of a menu of the row, also opened by the menu key.
    package var menu: [Button<Intent>] = []
    /// Keys of the row, in GTK's spelling.
    package var keys: [Shortcut<Intent>] = []
    /// Sent when the user drags the row to the place of the row at that position. Empty
    /// for a row that stays in its place.
    package var places: [Intent] = []
    /// True if the row presses its only button, so that a click on its text does what it says.
    package var pressesButton = false
    /// False to show the row in grey.
    package var isEnabled = true
    /// False to show the control alone in grey. The texts of the row, such as the reason, stay
    /// readable.
    package var isControlEnabled = true
    /// True for a field whose intent comes with each change of its text.
    package var appliesAtOnce = false
    /// True for a field whose text the user alone applies, because it cannot be taken back. Other
    /// fields apply a typed text also when their page or the window closes.
    package var needsEnter = false
    /// True to show the whole title and subtitle, in as many lines as they need.
    package var showsWholeSubtitle = false
    /// True to show a spinner: what the row tells of is under way.
    package var isBusy = false
    /// True if the subtitle is the reason why the row's value was refused.
    package var isFaulty = false
    /// Comes with Escape while the row has the keyboard's focus, in place of the page's own. From
    /// elsewhere on the page, Escape leads to the row first.
    package var cancel: Intent?

    package init(
        _ id: String, _ title: String, _ subtitle: String = "", icon: String? = nil,
        _ control: Control = .none, buttons: [Button<Intent>] = []
    ) {
        self.id = id
        self.title = title
        self.subtitle = subtitle
        self.icon = icon
        self.control = control
        self.buttons = buttons
    }

    /// Creates a row without a subtitle.
    package init(
        _ id: String, _ title: String, _ control: Control, buttons: [Button<Intent>] = []
    ) {
        self.init(id, title, "", control, buttons: buttons)
    }

    /// Creates a row whose title says what its button does.
    package static func action(
        _ id: String, _ title: String, _ subtitle: String, _ button: Button<Intent>
    ) -> Row {
        var row = Row(id, title, subtitle, buttons: [button])
        row.pressesButton = true
        // In a narrow window, a text that is cut would not say what the button does.
        row.showsWholeSubtitle = true
        return row
    }

    /// Creates a row without a subtitle whose title says what its button does.
    package static func action(_ id: String, _ title: String, _ button: Button<Intent>) -> Row {
        action(id, title, "", button)
    }

    /// The row without the properties that may change in place.
    var outline: String {
        let kind =
            switch control {
            case .none: "none"
            case .link: "link"
            case .toggle: "toggle"
            case .entry: "entry"
            case .choice: "choice"
            case .time: "time"
            case .flags: "flags"
            case .week: "week"
            case .number: "number"
            case .decimal: "decimal"
            case .slider: "slider"
            case .color: "color"
            case .icons: "icons"
            case .condition: "condition"
            case .details: "details"
            case .chips: "chips"
            case .cards: "cards"
            }
        return kind + (isBusy ? " busy " : " ") + id
    }

    /// True for a row that opens the rows below it by itself: a reason must not be hidden.
    package var opensByItself: Bool {
        guard case .details(let rows, _) = control else { return false }
        return rows.contains(where: \.isFaulty)
    }

    /// The row in words for a screen reader: the title, the state, the consequence.
    package var spokenName: String {
        var parts = [title]
        if case .toggle(let isOn, _) = control {
            parts.append(isOn ? WindowWords.current.on : WindowWords.current.off)
        }
        if case .choice(let choices, let selected) = control, let chosen = choices[safe: selected] {
            parts.append(chosen.title)
        }
        if !subtitle.isEmpty { parts.append(subtitle) }
        return parts.joined(separator: ", ")
    }
}
