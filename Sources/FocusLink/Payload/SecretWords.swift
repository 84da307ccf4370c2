// SPDX-License-Identifier: Apache-2.0

import Sodium

/// A secret as words that a person can copy from one screen to another: a word for each byte, and a
/// last one that finds mistakes.
package enum SecretWords {
    /// Returns the words of a secret.
    package static func text(_ secret: [UInt8]) -> String {
        (secret + [check(secret)]).map { words[Int($0)] }.joined(separator: " ")
    }

    /// Reads the words, in any letter case, with any blanks or dashes between. The first four
    /// letters of a word are enough.
    package static func secret(_ untrusted: String) throws(SecretWordsError) -> [UInt8] {
        let given = untrusted.lowercased().split { !$0.isLetter }
        var bytes: [UInt8] = []
        for word in given {
            guard let number = numbers[String(word.prefix(4))],
                word.count >= 4 || words[Int(number)].count == word.count
            else { throw SecretWordsError.unknown(String(word)) }
            bytes.append(number)
        }
        guard bytes.count == LinkGroup.secretBytes + 1, let last = bytes.popLast() else {
            throw SecretWordsError.count(given.count)
        }
        guard last == check(bytes) else { throw SecretWordsError.mistake }
        return bytes
    }

    private static func check(_ secret: [UInt8]) -> UInt8 {
        Sodium.derive(16, from: secret, for: "focus-link words")[0]
    }

    private static let numbers = Dictionary(
        uniqueKeysWithValues: words.enumerated().map { (String($1.prefix(4)), UInt8($0)) })

    /// 256 words that differ in their first four letters.
    static let words = """
        acorn actor adopt agent album alley amber angle apple april arrow aspen atlas attic
        audio autumn avenue awake bacon badge bagel baker bamboo banjo barrel basil beard bench
        berry bishop blanket bloom board bonus border bottle branch brick bronze bucket button
        cable camel canoe carbon castle cedar cello chalk cherry chimney circle citrus clever
        clover cobalt coffee comet copper coral cotton cousin crayon cricket crystal curtain
        dancer dawn decade degree delta denim desert diamond dinner dolphin donkey dragon drum
        eagle earth easel echo eight elbow elder ember empire engine equal evening fabric
        falcon family feather fern fiddle finger flame flute forest fossil fountain fox frost
        galaxy garlic gentle giant ginger glass globe goat golden gravel grove guitar gulf
        habit hammer harvest hazel helmet hockey honey horse house humble hunter icicle igloo
        indigo island ivory jacket jelly jewel jigsaw jolly journey jungle kayak kettle kitten
        knot koala ladder lagoon lantern lemon lentil library lily linen lion lizard lobster
        lotus lunar magnet mango maple marble meadow melon metal mirror mitten monkey moss
        motor museum napkin nectar needle nickel night noble north novel nutmeg oasis ocean
        olive onion opera orange orchid otter oval oxygen paddle palace panda paper parrot
        pebble pencil pepper piano pigeon pilot planet plum pocket polar pony potato prairie
        puddle purple quartz quilt rabbit radio raven ribbon river robin rocket rose ruby
        saddle salmon sandal satin scarf school shadow silver simple sketch snow spider spoon
        square stone sugar summer sunset swan table temple thunder tiger timber tomato trumpet
        tulip tunnel turtle umbrella union valley velvet village
        """.split { $0.isWhitespace }.map(String.init)
}

/// The reason why words are no secret.
package enum SecretWordsError: Error, Hashable {
    case unknown(String)
    case count(Int)
    case mistake

    /// The reason, for people.
    var message: String {
        switch self {
        case .unknown(let word): "“\(word)” is none of the words that setup shows"
        case .count(let count): "there are \(LinkGroup.secretBytes + 1) words, not \(count)"
        case .mistake: "one of the words is not the one that setup showed"
        }
    }
}
