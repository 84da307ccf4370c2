// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusWire
import Predicates

extension FileProblem {
    /// The problem as `Control` sends it.
    var value: Value { builder.value }

    /// The problem of a file that focusd reads.
    func value(of kind: Settings.FileKind) -> Value {
        var fields = builder
        fields.set("kind", kind.rawValue)
        let name = file.split(separator: "/").last ?? ""
        if kind == .focus, name.hasSuffix(FocusDirectory.ending) {
            fields.set("focus", String(name.dropLast(FocusDirectory.ending.count)))
        }
        return fields.value
    }

    private var builder: FieldsBuilder {
        var fields = FieldsBuilder()
        if !file.isEmpty { fields.set("file", file) }
        fields.set("line", line.map { .uint32(UInt32(clamping: $0)) })
        fields.set("group", group?.cut(toBytes: Limits.listedTextBytes))
        fields.set("key", key?.cut(toBytes: Limits.listedTextBytes))
        fields.set("reason", reason.cut(toBytes: Limits.listedTextBytes))
        fields.set("in-force", textInForce?.rawValue)
        return fields
    }
}

extension ConfigurationEntries {
    /// The answer of `Control.Configuration`.
    var value: Value {
        var fields = FieldsBuilder()
        fields.set("file", path)
        fields.set("revision", revision.description)
        let entries = entries.map { entry in
            var fields = FieldsBuilder()
            fields.set("group", entry.group)
            fields.set("key", entry.key)
            fields.set("value", entry.value?.wire)
            fields.set("set", .boolean(entry.isSet))
            fields.set("from", entry.origin)
            fields.set("locked-by", entry.lock)
            return fields.value
        }
        fields.set("entries", FieldsBuilder.list(bounded: entries))
        fields.set("problems", FieldsBuilder.list(problems.map(\.value)))
        return fields.value
    }
}

extension FocusFile {
    /// The answer of `Control.GetFocus`.
    func value(
        revision: FileRevision, origin: FocusCatalog.Origin, lock: String?, isActive: Bool,
        problems: [FileProblem]
    ) -> Value {
        var fields = FieldsBuilder()
        fields.set("id", id.rawValue)
        fields.set("revision", revision.description)
        if origin != .builtIn { fields.set("file", path) }
        fields.set("origin", origin.rawValue)
        fields.set("locked-by", lock)
        fields.set("active", .boolean(isActive))
        fields.set("problems", FieldsBuilder.list(problems.map(\.value)))
        setSettings(&fields)
        return fields.value
    }

    private func setSettings(_ fields: inout FieldsBuilder) {
        fields.set("name", focus.name)
        fields.set("icon", focus.icon)
        fields.set("color", focus.color)
        fields.set("apps-mode", focus.apps.mode.rawValue)
        fields.set("apps", .strings(appList.map(\.rawValue)))
        fields.set("people-mode", focus.people.mode.rawValue)
        fields.set("people", .strings(peopleList))
        fields.set("allowed-sites", .strings(focus.allowedSites.sorted()))
        fields.set("silenced-sites", .strings(focus.silencedSites.sorted()))
        fields.set("time-sensitive", .boolean(focus.timeSensitive))
        fields.set("time-sensitive-except", .strings(timeSensitiveExcept.map(\.rawValue)))
        fields.set("repeat-breaks-through", .boolean(focus.repeatBreaksThrough))
        fields.set("hide-badges", .boolean(focus.hideBadges))
        fields.set("summary", .boolean(focus.summary))
        fields.set("deliver", .strings(focus.deliverAt.map(\.text)))
        fields.set("schedules", FieldsBuilder.list(focus.schedules.map(\.value)))
        fields.set("triggers", .strings(focus.triggers.sorted().map(\.text)))
        fields.set("rules", FieldsBuilder.list(rules))
        fields.set("filters", FieldsBuilder.list(focus.filters.map(value)))
    }

    fileprivate var rules: [Value] { focus.rules.map(value) }

    private func value(_ rule: Rule) -> Value {
        var fields = FieldsBuilder()
        fields.set("name", rule.name)
        fields.set("when", condition(ofRule: rule.name) ?? rule.when.description)
        fields.set("do", rule.effect.rawValue)
        return fields.value
    }

    private func value(_ filter: FilterConfiguration) -> Value {
        var fields = FieldsBuilder()
        fields.set("app", filter.app.rawValue)
        fields.set("filter", filter.filter)
        fields.set("predicate", filter.predicate?.description)
        var parameters = FieldsBuilder()
        for name in filter.parameters.keys.sorted() {
            parameters.set(name, parameter(name, ofFilter: filter.filter, of: filter.app))
        }
        fields.set("parameters", parameters.value)
        return fields.value
    }
}

extension AlwaysRules {
    /// Sets the keys that a change of `always.focus` sets.
    ///
    /// - Parameter file: the file with the spelling of the user; nil for the rules in force.
    func set(_ fields: inout FieldsBuilder, _ file: FocusFile?) {
        let focus = file?.focus
        fields.set("name", "Always")
        fields.set("apps-mode", (focus?.apps ?? apps).mode.rawValue)
        fields.set(
            "apps",
            .strings(
                file.map { $0.appList.map(\.rawValue) } ?? apps.members.map(\.rawValue).sorted()))
        fields.set("people-mode", (focus?.people ?? people).mode.rawValue)
        fields.set(
            "people",
            .strings(file?.peopleList ?? people.members.map(\.folded).sorted()))
        fields.set("allowed-sites", .strings((focus?.allowedSites ?? allowedSites).sorted()))
        fields.set("silenced-sites", .strings((focus?.silencedSites ?? silencedSites).sorted()))
        fields.set("new-apps", (file?.newApps ?? newApps).rawValue)
        fields.set("count-in-badge", .boolean(file?.countsInBadge ?? countsInBadge))
        let known = rules.map { rule in
            var fields = FieldsBuilder()
            fields.set("name", rule.name)
            fields.set("when", rule.when.description)
            fields.set("do", rule.effect.rawValue)
            return fields.value
        }
        fields.set("rules", FieldsBuilder.list(file?.rules ?? known))
    }
}
