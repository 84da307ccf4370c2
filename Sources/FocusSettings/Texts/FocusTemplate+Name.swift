// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Presentation

extension FocusTemplate {
    /// The name in the user's language, which the Focus made from the template in this window has.
    /// Its file, and so its id, has the English one.
    var shownName: String {
        switch id.rawValue {
        case "do-not-disturb": tr("Do Not Disturb")
        case "sleep": tr("Sleep")
        case "work": tr("Work")
        case "personal": tr("Personal")
        case "driving": tr("Driving")
        case "fitness": tr("Fitness")
        case "gaming": tr("Gaming")
        case "mindfulness": tr("Mindfulness")
        case "reading": tr("Reading")
        case "share": tr("Share")
        case "call": tr("Call")
        default: name
        }
    }
}

extension Focus {
    /// The name. That of Do Not Disturb, which no user has chosen, is in the user's language.
    var shownName: String {
        guard id == .doNotDisturb, let builtIn = FocusTemplate.named(id), name == builtIn.name
        else { return name }
        return builtIn.shownName
    }
}
