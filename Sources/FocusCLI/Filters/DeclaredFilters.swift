// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import Predicates

/// Filters in the apps' declaration files, with the values of a Focus. Readable without focusd.
struct DeclaredFilters {
    /// All filters in declaration files, with the values of the Focus. The state of the apps is
    /// unknown: no app can be asked.
    let summaries: [FilterSummary]
    /// Problems of the declaration files.
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
