// SPDX-License-Identifier: Apache-2.0

/// The words that mean something in a sentence: verbs with what they ask for, and the words around
/// names. A new synonym is one more word in a row of ``table``.
///
/// A sentence is read in one way, whether it stands in place of a command (``Sentence``), behind a
/// Focus (``FocusWords``) or behind a command of ours that it does not fit (``ListSentence``):
///
/// 1. The first words tell the intent: `block` is ``Row/silence``.
/// 2. ``SpokenPhrase`` sorts the other words into roles: apps, people, exceptions, a Focus, an end
///    and a condition.
/// 3. ``SpokenPhrase/steps(to:_:)`` makes the lines with commands of an intent and its roles. There
///    are none if a word has no role: a step never leaves out what the user typed.
/// 4. Without such lines, the answer is that of our own command with the same words
///    (``OwnAnswer``), or the help of the commands that the words name.
/// 5. ``RehearsedSteps`` tries each line before it is printed.
enum SpokenWords {
    /// A list of words.
    enum Row: String, CaseIterable {
        // Verbs in place of a command.
        case allow, silence, hide, unblock, unallow, unsilence, remove, create
        case end, pause, begin, turn, mode, remind, ask, view, change, stopping
        // Words around names that decide what is meant.
        case and, except, with, exclude, deny, turnRound, only, never, nothing, everything
        case reach, modal, through, add, detach, contain, condition, later
        // Words that mean little of their own.
        case polite, article, pronoun, speaker, lead, kind, little, filler, noun, sender, between,
            focus
        case current, state, ofFocus, ofName, muteCondition, pointing, own, from, value
        // Words of conditions, of times and of questions.
        case runs, aroundState, link, denial, telling, device, place, dayPart
        case moment, timePart, besideTime, aroundQuestion, writing, unseen, aroundWhy
        // Kinds of members.
        case app, person, site, word
    }

    /// A row: its name, then its words in lower case. `+` includes another row.
    static let table = """
        allow add allow allowing allowlist importance important let letting permit permitting
        allow priorities priority whitelist
        silence ban blacklist block blocking blocklist deny forbid ignore ignoring mute muting reject
        silence silence silencing
        hide hide hiding
        unblock unblock
        unallow disallow unallow
        unsilence unsilence
        remove remove rm
        create create new
        end deactivate end exit quit stop
        pause disable pause
        begin activate enable resume start unpause
        turn an begin bitte change ein focus launch please put switch turn use
        mode mode profile set-mode
        remind defer delay later postpone remind
        ask are is was what what's who
        view display get open see show view
        change change modify
        stopping disable end false finish of quit stop

        and and or und oder & + plus
        except besides but except excepting excluding
        with with without
        exclude but except neither never nor not
        deny block mute no not silence without
        turnRound +allow +silence +hide +remove delete dont drop exclude minus skip unallow unblock
        turnRound unmute unsilence
        only just only
        never don't never no
        nothing nobody none noone nothing
        everything anything apps notification notifications popups sounds
        reach call contact disturb interrupt message notify ping reach text
        modal can could may must shall should
        through through throu thru trough tru
        add add
        detach delete drop remove rm
        contain contain containing contains mention mentioning mentions saying says
        condition automatically during each every if once when whenever while
        later after at in

        polite again immediately mode now please right
        article a an the my new
        speaker i i'm im we
        pronoun he her him i it me myself she that them these they this those us we you
        lead at by during focus for in inside into my on the to under when while with within
        lead bei beim für im mit während zu avec dans en pendant pour con durante para
        kind call calls email emails mail mails text texts
        little +and +exclude +lead a about also an any anything app apps as both call calls else every
        little everywhere from globally help just message messages nothing notification
        little notifications of only others people person please something through
        filler +article again also any both else everywhere globally now of please
        ofName message messages notification notifications popups
        noun anything everything message messages notification notifications +kind
        sender about by for from in me notification notifications notifying of popups showing sounds
        sender telling
        between at by from in inside of on via
        focus focus mode
        current current focus it mode session
        state +polite +current the my this that normal
        ofFocus activate auf enable into over start to turn zu +turn +mode +state
        muteCondition +condition after at before in inside on outside unless within bei beim im
        muteCondition während wenn pendant quand durante cuando
        pointing her him it that them these this those whole
        own computer desktop device laptop machine me myself pc phone us
        from by from of
        value as into is to

        runs active open opened opens run running runs start started starts use used using
        aroundState +runs a am an are any as at being by connected current i i'm im in is it itself
        aroundState joined my on the there to we we're with
        link a called named the to with
        denial away before after cannot close closed closes disconnect disconnected disconnects down
        denial empty end ended ends except exit exits free gone just leave leaves leaving left lost
        denial neither never no nor not off only out outside over quit quits stop stopped stops
        denial unless until without
        telling are at connected for has in is says shows till until
        device bluetooth charger display dock headphones headset internet keyboard monitor mouse
        device monitors phone phones projector screen screens server speaker speakers tv
        place home library location office place school university work
        dayPart afternoon afternoons daily dawn day days dusk evening evenings hour morning mornings
        dayPart night nights sunrise sunset time week
        moment again awhile briefly currently immediately later meanwhile monthly now once overnight
        moment permanently soon temporarily today tomorrow tonight weekly yesterday
        timePart afternoon afternoons day days evening evenings hour hours minute minutes moment
        timePart month months morning mornings night nights time week weeks while year
        besideTime after all am before between each few next one pm right since this til till two
        besideTime until whole
        aroundQuestion a all an any anything are been currently did do focus has have i is it list
        aroundQuestion me mode my now right something that the was we were what what's who
        writing by history miss missed said say send sent write written wrote
        unseen blocked didn't hidden isn't missed muted never no not silenced silent wasn't
        aroundWhy am appear are been come delivered did do does get got has have i is it last me my
        aroundWhy newest one popup quiet reach see show showing shown that this up was were

        app app application apps program
        person contact contacts people person persons user users
        site site sites website websites
        word keyword keywords word words
        """

    private static let rows: [String: Set<String>] = {
        var rows: [String: Set<String>] = [:]
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            for word in words.dropFirst() {
                let others = word.count > 1 && word.hasPrefix("+")
                rows[words[0], default: []].formUnion(
                    others ? rows[String(word.dropFirst())] ?? [] : [word])
            }
        }
        return rows
    }()

    /// Returns the words of a row, in lower case.
    static func words(_ row: Row) -> Set<String> { rows[row.rawValue] ?? [] }

    /// Several words that are read as one, in lower case.
    private static let pairs = [
        (["leave", "me", "alone"], "no"), (["shut", "up"], "no"), (["be", "quiet"], "no"),
        (["no", "longer"], "never"), (["no", "more"], "no"), (["no", "one"], "nobody"),
        (["do", "not"], "don't"),
    ]

    /// Returns the words with each pair such as “no one” as one word.
    static func joined(_ words: [String]) -> [String] {
        var words = words
        for (pair, word) in pairs {
            while let place = words.indices.first(where: { place in
                words[place...].starts(with: pair) { $0.lowercased() == $1 }
            }) {
                words.replaceSubrange(place..<(place + pair.count), with: [word])
            }
        }
        return words
    }
}

extension StringProtocol {
    /// Returns true for a word of one of the rows, in any letter case.
    func means(_ rows: SpokenWords.Row...) -> Bool {
        let word = lowercased().replacing("’", with: "'")
        return rows.contains { SpokenWords.words($0).contains(word) }
    }
}
