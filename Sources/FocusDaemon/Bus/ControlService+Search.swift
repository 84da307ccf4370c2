// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusStore
import FocusWire
import GLibLoop
import Predicates

/// Calls that search the stored notifications.
extension ControlService {
    /// Answers `CountEntries`, later.
    func countEntries(
        _ call: MethodCall, _ query: SurveyQuery, by group: CountedGroup
    ) throws(ErrorReply) {
        engine.endBatch()
        let rules = engine.clock.rules
        let task = CountTask(
            by: group, day: { rules.dayText(at: $0) },
            name: { [files = engine.desktopFiles] in files.label(of: $0) })
        try survey.answer(call, query.entries, with: task)
    }

    /// Answers `MatchEntries`, later.
    func matchEntries(
        _ call: MethodCall, _ text: String, _ query: SurveyQuery
    ) throws(ErrorReply) {
        engine.endBatch()
        let predicate: Predicate
        do throws(PredicateSyntaxError) {
            predicate = try Predicate(format: text)
        } catch {
            throw ErrorReply(WireError.invalidArgs, "\(error)")
        }
        let task = MatchTask(predicate, listing: query.listed) { [engine] in engine.wire($0) }
        try survey.answer(call, query.entries, with: task)
    }

    /// Answers `ExplainEntries`, later.
    func explainEntries(
        _ call: MethodCall, _ query: SurveyQuery, _ draft: DraftFocus
    ) throws(ErrorReply) {
        engine.endBatch()
        try survey.admit(call)
        let name = draft.focus ?? engine.state.activation?.focus.rawValue ?? ""
        guard let focus = try focus(named: name), let file = settings.file(of: focus.id) else {
            return try explain(call, query, as: nil)
        }
        guard !draft.changes.isEmpty else { return try explain(call, query, as: focus) }
        // Each change reads the text again.
        let changes = draft.changes
        try edits.run(for: call, { _ in file.changed(by: changes) }) { [weak self] result in
            switch result {
            case .success(let file):
                do throws(ErrorReply) {
                    try self?.explain(call, query, as: file.focus)
                } catch {
                    call.fail(error)
                }
            case .failure(let error): call.fail(error)
            }
        }
    }

    private func explain(
        _ call: MethodCall, _ query: SurveyQuery, as focus: Focus?
    ) throws(ErrorReply) {
        let policy = engine.makePolicy(
            focus, focus.map { filters.board.predicates(for: $0) } ?? [:])
        let files = engine.desktopFiles
        let task = ExplainTask(policy, listing: query.listed) { files.label(of: $0) }
        try survey.answer(call, query.entries, with: task)
    }

    // MARK: Apps and people

    /// Answers a call that lists apps or people, after some turns of the loop.
    ///
    /// - Parameter list: makes the answer from what all notifications have named.
    func listSeen(
        _ call: MethodCall,
        _ list: @escaping @LoopActor (ControlService, SeenTally) throws(ErrorReply) -> Value
    ) {
        seen.count(for: call) { [weak self] tally in
            guard let self else { return }
            guard let tally else {
                return call.fail(WireError.failed, "the store cannot be read")
            }
            do throws(ErrorReply) {
                reply(call, [try list(self, tally)])
            } catch {
                call.fail(error)
            }
        }
    }

    /// Returns a page of the apps that have sent notifications.
    func apps(_ query: SeenQuery, _ tally: SeenTally) throws(ErrorReply) -> Value {
        let facts = AppFacts(
            badges: engine.state.live.badges.all,
            muted: AppList(engine.state.mutes.all.map(\.app)),
            critical: AppList(
                settings.configuration.criticalApps, aliases: engine.aliases(of:)),
            privates: engine.state.configuration.privateApps,
            filters: Dictionary(grouping: filters.board.declaredFilters, by: \.app)
                .mapValues(\.count))
        let (page, hasMore) = try Self.page(tally.apps, query) { $0.id.rawValue }
        let values = engine.desktopFiles.lookingOnce {
            page.enumerated().map { index, app in
                var fields = app.fields
                set(&fields, app, tally.figures(of: app.id), facts)
                if hasMore, index == page.count - 1 { fields.set("next", app.id.rawValue) }
                return fields.value
            }
        }
        return FieldsBuilder.list(values)
    }

    private func set(
        _ fields: inout FieldsBuilder, _ app: SeenApp, _ figures: SeenFigures, _ facts: AppFacts
    ) {
        let file = engine.desktopFiles.file(of: app.id)
        fields.set("name", file?.name ?? app.names.first { !$0.isEmpty } ?? app.id.rawValue)
        fields.set("icon", file?.icon)
        set(&fields, figures)
        fields.set("badge", .uint32(facts.badges[app.id] ?? 0))
        fields.set("sandboxed", .boolean(figures.isSandboxed))
        fields.set("filters", .uint32(UInt32(clamping: facts.filters[app.id] ?? 0)))
        fields.set("critical", .boolean(facts.critical.contains(app.id)))
        fields.set("private", .boolean(facts.privates.contains(app.id)))
        fields.set("muted", .boolean(facts.muted.contains(app.id)))
    }

    private func set(_ fields: inout FieldsBuilder, _ figures: SeenFigures) {
        fields.set("first", figures.first.map { .int64($0.rawValue) })
        fields.set("came", .uint32(UInt32(clamping: figures.came)))
        fields.set("silenced", .uint32(UInt32(clamping: figures.silenced)))
    }

    /// Returns a page of the people whom notifications have named.
    func people(_ query: SeenQuery, _ tally: SeenTally) throws(ErrorReply) -> Value {
        let (page, hasMore) = try Self.page(tally.people, query, \.name)
        let values = page.enumerated().map { index, person in
            var fields = person.fields
            set(&fields, tally.figures(ofPerson: person.name))
            if hasMore, index == page.count - 1 { fields.set("next", person.name) }
            return fields.value
        }
        return FieldsBuilder.list(values)
    }

    private static func page<Item>(
        _ all: [Item], _ query: SeenQuery, _ name: (Item) -> String
    ) throws(ErrorReply) -> ([Item], hasMore: Bool) {
        var rest = all[...]
        if let after = query.after {
            guard let index = all.firstIndex(where: { name($0) == after }) else {
                throw ErrorReply(
                    WireError.notFound, "“\(after)” is not in the list; read it from its beginning")
            }
            rest = all[(index + 1)...]
        }
        return (Array(rest.prefix(query.limit)), rest.count > query.limit)
    }
}

/// Facts about all apps, collected once for a page.
private struct AppFacts {
    let badges: [AppID: UInt32]
    let muted: AppList
    let critical: AppList
    let privates: AppList
    let filters: [AppID: Int]
}

extension FocusFile {
    /// Returns the file with changes.
    fileprivate func changed(by changes: [FocusChange]) -> Result<FocusFile, FocusFileError> {
        Result { () throws(FocusFileError) in
            var file = self
            try file.apply(changes)
            return file
        }
    }
}
