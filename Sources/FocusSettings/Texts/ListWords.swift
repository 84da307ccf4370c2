// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Presentation

/// Lists of a Focus in words.
extension SettingsState {
    func peopleText(_ focus: Focus) -> String {
        let count = focus.people.members.count
        return switch focus.people.mode {
        case .allow:
            count == 0 ? tr("Nobody") : plural(count, "Only one person", "Only \(count) people")
        case .silence:
            count == 0
                ? tr("Everyone") : plural(count, "All but one person", "All but \(count) people")
        }
    }

    func appsText(_ focus: Focus) -> String {
        let count = focus.apps.members.count
        return switch focus.apps.mode {
        case .allow:
            count == 0 ? tr("No app") : plural(count, "Only one app", "Only \(count) apps")
        case .silence:
            count == 0 ? tr("All apps") : plural(count, "All but one app", "All but \(count) apps")
        }
    }

    func sitesText(_ focus: Focus) -> String {
        let (allowed, silenced) = (focus.allowedSites.count, focus.silencedSites.count)
        let texts = [
            allowed == 0 ? nil : plural(allowed, "One allowed", "\(allowed) allowed"),
            silenced == 0
                ? nil
                : allowed == 0
                    ? plural(silenced, "One silenced", "\(silenced) silenced")
                    : plural(silenced, "one silenced", "\(silenced) silenced"),
        ].compactMap { $0 }
        return texts.isEmpty ? tr("None") : listed(texts)
    }

    func rulesText(_ focus: Focus) -> String {
        let count = focus.rules.count
        return count == 0
            ? tr("None") : plural(count, "One, before the lists", "\(count), before the lists")
    }
}
