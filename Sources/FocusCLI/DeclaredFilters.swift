// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import Predicates

/// What the apps' declaration files and a Focus's file tell without focusd.
struct DeclaredFilters {
    /// All filters that files declare, with what the Focus sets of each. Whether apps run is not known:
    /// none can be asked.
    let summaries: [FilterSummary]
    /// What is wrong with the declaration files.
    let problems: [String]

    init(_ directories: BaseDirectories, locale: String, _ focus: Focus?) {
        let catalog = FilterDirectories(directories, locale: locale).load()
        problems = catalog.problems.map(\.description)
        summaries = catalog.declarations.values.flatMap(\.self).map { declaration in
            let configuration = focus?.filters.first { $0.key == declaration.key }
            guard let configuration else { return FilterSummary(declaration, source: .file) }
            let (values, problems) = declaration.read(configuration)
            return FilterSummary(
                declaration, source: .file, isConfigured: true, values: values,
                predicate: configuration.predicate?.description, problems: problems)
        }
    }
}
