// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop

// `always.focus` is changed as a ``FocusFile`` in the directory of
// ``FocusDirectory/init(always:lockWait:)``, like the file of a Focus. These are the keys that a
// Focus does not have.

extension FocusFile {
    /// The content of `always.focus`.
    var alwaysRules: AlwaysRules {
        var rules = AlwaysRules(lists: focus)
        rules.newApps = newApps
        rules.countsInBadge = countsInBadge
        return rules
    }

    /// The treatment of new apps; of `always.focus` only.
    package var newApps: NewApps {
        (try? keyFile.string(head, "NewApps")).flatMap { NewApps(rawValue: $0) } ?? .deliver
    }

    /// True if badges count the notifications of muted apps; of `always.focus` only.
    package var countsInBadge: Bool { (try? keyFile.boolean(head, "CountInBadge")) ?? true }

    /// Sets the treatment of new apps; refused in the file of a Focus.
    package mutating func setNewApps(_ treatment: NewApps) throws(FocusFileError) {
        try setHead("NewApps", .text(treatment.rawValue))
    }
}

extension FocusID {
    /// The id of `always.focus` among the files of Focuses. No Focus has it: an id begins with no
    /// dot.
    package static let always = FocusID(".always")
}

extension AlwaysRules {
    /// Returns the lists and rules that the file of ``FocusID/always`` has as those of a Focus.
    package init(lists focus: Focus) {
        self.init()
        apps = focus.apps
        people = focus.people
        allowedSites = focus.allowedSites
        silencedSites = focus.silencedSites
        rules = focus.rules
    }
}
