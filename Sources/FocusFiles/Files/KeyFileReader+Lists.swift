// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Predicates

// The entries that a Focus's file and `always.focus` have in common.

extension KeyFileReader {
    static let ruleKeys = ["When", "Do"]

    /// Returns the rule of a group `[Rule NAME]`.
    mutating func rule(_ name: String, _ group: String) -> Rule? {
        allowKeys(Self.ruleKeys, in: group)
        let when = require("When", in: group) ? predicate(group, "When") : nil
        let effect = require("Do", in: group) ? choice(group, "Do", of: RuleEffect.self) : nil
        guard let when, let effect else { return nil }
        return Rule(name: name, when: when, effect: effect)
    }

    /// Returns the hosts of a list of web sites.
    mutating func sites(_ group: String, _ key: String) -> Set<String> {
        var hosts: Set<String> = []
        for entry in list(group, key) ?? [] {
            if let site = WebSite(entry) {
                hosts.insert(site.host)
            } else {
                report(
                    "\(key): expected host names, with semicolons between them", in: group,
                    key: key)
            }
        }
        return hosts
    }

    /// Returns a list and its effect; nil if neither is set.
    mutating func policy<Member>(
        _ group: String, _ modeKey: String, _ listKey: String, _ member: (String) -> Member
    ) -> ListPolicy<Member>? {
        let entries = list(group, listKey) ?? []
        if let mode = choice(group, modeKey, of: ListPolicy<Member>.Mode.self) {
            return ListPolicy(mode: mode, members: Set(entries.map(member)))
        }
        if !entries.isEmpty, file.line(ofGroup: group, key: modeKey) == nil {
            report(
                "\(listKey) needs \(modeKey)=allow or \(modeKey)=silence", in: group, key: listKey)
        }
        return nil
    }

    /// Reports a missing entry.
    mutating func require(_ key: String, in group: String) -> Bool {
        if file.line(ofGroup: group, key: key) != nil { return true }
        add(
            "[\(group)] needs \(key)=", line: file.line(ofGroup: group), group: group, key: key)
        return false
    }

    mutating func predicate(_ group: String, _ key: String) -> Predicate? {
        guard let text = text(group, key) else { return nil }
        do throws(PredicateSyntaxError) {
            return try Predicate(format: text)
        } catch {
            report("\(key): \(error)", in: group, key: key)
            return nil
        }
    }
}
