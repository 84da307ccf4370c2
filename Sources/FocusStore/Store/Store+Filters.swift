// SPDX-License-Identifier: Apache-2.0

package import FocusCore

// The stored data of Focus filters: the values last told to each filter, its answer under each
// Focus, and the declarations that apps made at run time (`FilterBoard` says when).

extension Store {
    /// Stores the values last told to a filter; nil removes them.
    package func setTold(_ key: FilterKey, _ told: ToldFilter?) throws(StoreError) {
        try change { () throws(StoreError) in
            let sql: SQL = told == nil ? .removeTold : .setTold
            try run(sql, doing: "storing what a filter was told") { statement in
                statement.bind(key)
                if case .values(let values, let isSet) = told {
                    statement.bind(3, copying: FilterCodec.text(ofTold: values, isSet: isSet))
                }
            }
        }
    }

    /// Stores an app's answer under a Focus; nil removes it.
    package func setContext(
        _ key: FilterKey, under focus: FocusID, _ known: KnownContext?
    ) throws(StoreError) {
        try change { () throws(StoreError) in
            let sql: SQL = known == nil ? .removeContext : .setContext
            try run(sql, doing: "storing a filter's context") { statement in
                statement.bind(key)
                statement.bind(3, copying: focus.rawValue)
                guard let known else { return }
                statement.bind(4, copying: known.context.predicate)
                statement.bind(5, copying: known.context.targetContentIdentifierPrefix)
                statement.bind(6, copying: known.values.map(FilterCodec.text(of:)))
            }
        }
    }

    /// Stores an app's declarations at run time. They are never removed.
    package func setDeclarations(
        _ app: AppID, _ declarations: [FilterDeclaration]
    ) throws(StoreError) {
        try change { () throws(StoreError) in
            let sql: SQL = declarations.isEmpty ? .removeDeclarations : .setDeclarations
            try run(sql, doing: "storing an app's filters") { statement in
                statement.bind(1, copying: app.rawValue)
                guard !declarations.isEmpty else { return }
                statement.bind(2, copying: FilterCodec.text(of: declarations))
            }
        }
    }

    /// Returns the values last told to each filter. Unreadable values count as unknown.
    package func told() throws(StoreError) -> [FilterKey: ToldFilter] {
        var all: [FilterKey: ToldFilter] = [:]
        try forEachRow(.told) { row in
            let told = row.optionalText(2).flatMap { try? FilterCodec.told(in: $0) }
            all[row.filterKey] = told ?? .unknown
            return true
        }
        return all
    }

    /// Returns the apps' answers, by Focus. Skips invalid contexts; a context with unreadable
    /// values is out of date.
    package func contexts() throws(StoreError) -> [FilterKey: [FocusID: KnownContext]] {
        var all: [FilterKey: [FocusID: KnownContext]] = [:]
        try forEachRow(.contexts) { row in
            let context = FilterContext(
                predicate: row.optionalText(3),
                targetContentIdentifierPrefix: row.optionalText(4))
            let values = row.optionalText(5).flatMap { try? FilterCodec.values(in: $0) }
            if let known = try? KnownContext(context, values: values) {
                all[row.filterKey, default: [:]][FocusID(rawValue: row.text(2))] = known
            }
            return true
        }
        return all
    }

    /// Returns the apps' declarations at run time. Skips unreadable ones.
    package func declarations() throws(StoreError) -> [AppID: [FilterDeclaration]] {
        var all: [AppID: [FilterDeclaration]] = [:]
        try forEachRow(.declarations) { row in
            let app = AppID(rawValue: row.text(0))
            all[app] = try? FilterCodec.declarations(in: row.text(1), of: app)
            return true
        }
        return all
    }
}

extension Statement {
    fileprivate func bind(_ key: FilterKey) {
        bind(1, copying: key.app.rawValue)
        bind(2, copying: key.filter)
    }

    fileprivate var filterKey: FilterKey {
        FilterKey(AppID(rawValue: text(0)), text(1))
    }
}
