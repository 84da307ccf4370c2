// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Predicates

// Mistakes in predicates for which a file is not refused: an older release may have accepted the
// file, and its other lines hold.

extension FocusFile {
    /// The mistakes in the predicates of rules and filters, by line.
    package var doubts: [FileProblem] {
        let rules = focus.rules.compactMap { rule in
            doubt(about: rule.when, .rule(name: rule.name), "When", "rule “\(rule.name)”")
        }
        let filters = focus.filters.compactMap { filter in
            filter.predicate.flatMap {
                doubt(
                    about: $0, .filter(app: filter.app.rawValue, id: filter.filter),
                    FocusFileReader.predicateKey, "filter “\(filter.filter)”")
            }
        }
        return (rules + filters).sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    }

    private func doubt(
        about predicate: Predicate, _ group: FocusGroup, _ key: String, _ owner: String
    ) -> FileProblem? {
        guard let doubt = PredicateDoubt(about: predicate) else { return nil }
        let name = groupName(of: group)
        let meant = doubt.meant.map { ": \($0)" } ?? ""
        return FileProblem(
            file: path, line: name.flatMap { keyFile.line(ofGroup: $0, key: key) }, group: name,
            key: key, reason: "\(owner): \(doubt.message)\(meant)")
    }
}

extension Configuration {
    /// The mistakes in the predicates of hooks, by the hook's name. They name no path: a hook may
    /// be the administrator's.
    package var doubts: [FileProblem] {
        hooks.sorted { $0.name < $1.name }.compactMap { hook in
            guard let doubt = hook.when.flatMap({ PredicateDoubt(about: $0) }) else { return nil }
            let meant = doubt.meant.map { ": \($0)" } ?? ""
            return FileProblem(
                file: ConfigurationFile.name, group: "Hook \(hook.name)", key: "When",
                reason: "hook “\(hook.name)”: \(doubt.message)\(meant)")
        }
    }
}

extension AlwaysFile {
    /// The mistakes in the predicates of the user's current file. None if the file has problems:
    /// then its earlier text is in force.
    package var doubts: [FileProblem] {
        guard let bytes = try? FileSystem.read(path),
            let file = try? FocusFile(id: .always, bytes: bytes, path: path)
        else { return [] }
        return file.doubts
    }
}
