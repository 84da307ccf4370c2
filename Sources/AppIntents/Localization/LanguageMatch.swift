// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Returns the best available language for a wanted language; nil if no language matches.
///
/// The order is: the same tag; the tag without its last subtags; a tag with the same language and
/// script. CLDR's likely subtags add a missing script (`zh-Hant` matches `zh-TW`, `zh-Hans` never
/// does). A tag without a region comes before a tag of another region.
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

/// Returns a tag in the form for comparisons.
private func normalizedTag(_ tag: String) -> String {
    tag.replacing("_", with: "-").lowercased()
}

/// The language and the script of a tag. A missing script is added.
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
