// SPDX-License-Identifier: Apache-2.0

extension Sequence where Element == Focus {
    /// The Focuses that share their name with another one, in any letter case: a group for each
    /// name, ordered by id.
    package var withSameNames: [[Focus]] {
        Dictionary(grouping: self) { $0.name.lowercased() }.values.filter { $0.count > 1 }
            .map { $0.sorted { $0.id < $1.id } }.sorted { $0[0].id < $1[0].id }
    }

    /// Returns another Focus that has that name, or that id, in any letter case and with any blanks
    /// around it; the first one by id.
    package func namesake(_ name: String, besides id: FocusID) -> Focus? {
        let folded = name.trimmed.lowercased()
        let found = filter {
            $0.id != id
                && [$0.name.trimmed.lowercased(), $0.id.rawValue.lowercased()].contains(folded)
        }
        return found.min { $0.id < $1.id }
    }
}
