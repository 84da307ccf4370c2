// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The one of the available languages that serves a wanted one best; nil when none does.
///
/// In this order: the same tag; the tag without its last subtags; a tag of the same language and
/// script once both are completed by CLDR's likely subtags (`zh-TW` is served by `zh-Hant`, never
/// by `zh-Hans`), one without a region before one of another region.
func bestLanguage(for wanted: String, among available: some Sequence<String>) -> String? {
    let candidates = available.sorted().map { (name: $0, tag: normalizedTag($0)) }
    var subtags = normalizedTag(wanted).split(separator: "-")
    let completed = CompletedLanguage(wanted)
    while !subtags.isEmpty {
        let tag = subtags.joined(separator: "-")
        if let same = candidates.first(where: { $0.tag == tag }),
            CompletedLanguage(same.name) == completed
        {
            return same.name
        }
        subtags.removeLast()
    }
    let related = candidates.filter { CompletedLanguage($0.name) == completed }
    return (related.first { !$0.tag.contains("-") } ?? related.first)?.name
}

/// A tag in the form that comparisons use.
private func normalizedTag(_ tag: String) -> String {
    tag.replacing("_", with: "-").lowercased()
}

/// The language and the script of a tag, the script added where the tag leaves it out.
private struct CompletedLanguage: Equatable {
    let language: String
    let script: String?

    init(_ tag: String) {
        let maximal = Locale.Language(identifier: tag).maximalIdentifier
        let language = Locale.Language(identifier: maximal)
        self.language = language.languageCode?.identifier ?? normalizedTag(tag)
        script = language.script?.identifier
    }
}
