// SPDX-License-Identifier: Apache-2.0
import Predicates
import Testing

/// The option `w`: a text is found only as a whole word.
@Suite struct WholeWordTests {
    @Test(arguments: [
        PredicateCase.yes("SELF CONTAINS[w] 'ad'", "an ad here"),
        .yes("SELF CONTAINS[w] 'ad'", "ad"),
        .yes("SELF CONTAINS[w] 'ad'", "(ad), ad-hoc"),
        .no("SELF CONTAINS[w] 'ad'", "download"),
        .no("SELF CONTAINS[w] 'ad'", "adore"),
        .no("SELF CONTAINS[w] 'ad'", "Brad"),
        .no("SELF CONTAINS[w] 'ad'", "ad_server ad2 2ad"),
        .yes("SELF CONTAINS[w] 'ad'", "download an ad"),
        .yes("SELF CONTAINS[w] 'aa'", "aaa aa"),
        .no("SELF CONTAINS[w] 'aa'", "aaa"),
        .no("SELF CONTAINS[w] 'ad'", "An AD"),
        .yes("SELF CONTAINS[cw] 'ad'", "An AD"),
        // Letters beyond ASCII belong to a word.
        .no("SELF CONTAINS[cdw] 'ad'", "Pfadé, für adé und éad"),
        .yes("SELF CONTAINS[cdw] 'ade'", "für Adé!"),
        .no("SELF CONTAINS[cdw] 'реклам'", "реклама"),
        .yes("SELF CONTAINS[cdw] 'реклама'", "Реклама: новое"),
        .yes("SELF CONTAINS[cdw] 'strasse'", "Große Straße 7"),
        .no("SELF CONTAINS[w] 'e'", "e\u{301}"),
        // Punctuation at an end of the word needs no boundary there.
        .yes("SELF CONTAINS[cdw] 'C++'", "modern c++17"),
        .no("SELF CONTAINS[cdw] 'C++'", "GCC++"),
        .yes("SELF CONTAINS[cdw] '#urgent'", "re:#urgent!"),
        .no("SELF CONTAINS[cdw] '#urgent'", "#urgently"),
        .yes("SELF CONTAINS[cdw] 'urgent'", "#urgent"),
        .yes("SELF CONTAINS[w] '\u{1f3af}'", "a\u{1f3af}b"),
        .yes("SELF CONTAINS[cdw] 'on sale'", "Now On Sale."),
        .no("SELF CONTAINS[cdw] 'on sale'", "on sales"),
        // Scripts without blanks between words, alone and beside Latin letters.
        .yes("SELF CONTAINS[cdw] '広告'", "新しい広告配信"),
        .yes("SELF CONTAINS[cdw] '会议'", "下午会议改期"),
        .yes("SELF CONTAINS[cdw] 'ad'", "新しいAD配信"),
        .no("SELF CONTAINS[cdw] 'ad'", "新しいADS配信"),
        .yes("SELF CONTAINS[cdw] 'ประชุม'", "นัดประชุมด่วน"),
        .yes("SELF CONTAINS[cdw] '광고'", "새 광고가 있습니다"),
        .no("SELF CONTAINS[w] ''", "x"),
    ])
    func wholeWords(_ example: PredicateCase) throws { try example.check() }

    @Test func elementsOfACollectionAreSearchedOneByOne() throws {
        let predicate = try Predicate(format: "ANY SELF CONTAINS[w] 'ad'")
        #expect(try predicate.evaluate(with: PredicateValue.array(["download", "an ad"])))
        #expect(try !predicate.evaluate(with: PredicateValue.array(["download", "adore"])))
    }
}
