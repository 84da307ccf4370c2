// SPDX-License-Identifier: Apache-2.0

extension Sequence where Element == Focus {
    /// The Focuses that share their name with another one, in any letter case: a group for each
    /// name, ordered by id.
    package var withSameNames: [[Focus]] {
        Dictionary(grouping: self) { $0.name.lowercased() }.values.filter { $0.count > 1 }
            .map { $0.sorted { $0.id < $1.id } }.sorted { $0[0].id < $1[0].id }
    }
}
