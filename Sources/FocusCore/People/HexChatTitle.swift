// SPDX-License-Identifier: Apache-2.0

/// The titles of HexChat in English, such as `Private message from: NICK (NETWORK)`.
///
/// Titles in other languages and titles about something else name no person.
enum HexChatTitle {
    /// The words before the nick, in lower case. In a channel, the channel is in the brackets.
    private static let leads = [
        (words: "private message from: ", isInChannel: false),
        (words: "highlighted message from: ", isInChannel: true),
        (words: "channel message from: ", isInChannel: true),
    ]

    /// Returns the sender, then the channel.
    static func people(_ title: String) -> [String] {
        let title = PeopleReader.trimmed(title.utf8[...])
        guard let lead = leads.first(where: { PeopleReader.startsFolded(title, with: $0.words) }),
            title.last == UInt8(ascii: ")")
        else { return [] }
        let rest = title.dropFirst(lead.words.utf8.count)
        // No nick contains a blank or a bracket. The name of a network may.
        guard let blank = rest.firstIndex(of: UInt8(ascii: " ")),
            rest[blank...].starts(with: " (".utf8),
            let nick = PeopleReader.name(PeopleReader.trimmed(rest[..<blank]))
        else { return [] }
        guard lead.isInChannel,
            let channel = PeopleReader.name(
                PeopleReader.trimmed(rest[blank...].dropFirst(2).dropLast()))
        else { return [nick] }
        return [nick, channel]
    }
}
