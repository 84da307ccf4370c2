// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire

/// A wish of the user: what a control of the window stands for.
///
/// Intents of controls with a text come with the text beside them.
enum Intent: Hashable, Sendable {
    /// Opens a page of the sidebar.
    case open(Place)
    /// Opens a page that *Back* leaves.
    case push(Place)
    case back

    case activate(FocusID, ActivationEnd)
    case deactivate
    /// Has the session bus start focusd.
    case start

    /// Changes a Focus's file.
    case edit(FocusID, FocusEdit)
    /// Creates a Focus from a template.
    case create(FocusID)
    /// Creates an empty Focus; the text is its name.
    case createNamed
    case askToDelete(FocusID)
    case delete(FocusID)
    /// Takes the last change back.
    case undo

    /// Changes the text of the page's search field.
    case search(Place)
    /// Changes the schedule that is being made.
    case draft(DraftEdit)
    case addDraft(FocusID)

    case act(ClientID, String)
    case deliver([ClientID])
    case markRead([ClientID])
    case dismiss([ClientID])
    case askToClear
    case clearMissed
    /// Reads more of the history.
    case older
    case readAgain
    /// Closes a question without an answer.
    case nothing
}

/// A change of a schedule that has no file yet.
enum DraftEdit: Hashable, Sendable {
    case name
    case day(Weekday, Bool)
    case days(Set<Weekday>)
    case from
    case to
}

typealias Page = PageContent<Intent>
typealias Group = RowGroup<Intent>
typealias SettingsRow = Row<Intent>
typealias SettingsButton = Button<Intent>
