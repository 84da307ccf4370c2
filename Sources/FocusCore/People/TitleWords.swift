// SPDX-License-Identifier: Apache-2.0

/// The words around a name in the titles of messages, calls and mail, in lower case. A language
/// that is missing here costs a name; it never makes a name of other words.
///
/// The words are found by a letter, since each message of a chat is compared with them.
enum TitleWords {
    /// Words before the sender, by their first byte.
    static let leads = Dictionary(grouping: allLeads) { $0.utf8.first ?? 0 }
    /// Words behind the sender, by their last byte.
    static let tails = Dictionary(grouping: allTails) { $0.utf8.last ?? 0 }
    /// Titles that name nobody, by their first byte. With a number before them, a title may go on.
    static let nameless = Dictionary(grouping: allNameless) { $0.utf8.first ?? 0 }

    private static let allLeads = [
        "new message from ", "new direct message from ", "direct message from ", "message from ",
        "incoming video call from ", "incoming call from ", "missed call from ", "call from ",
        "new sms from ", "sms from ", "from ",
        "neue nachricht von ", "neue direktnachricht von ", "direktnachricht von ",
        "nachricht von ", "eingehender videoanruf von ", "eingehender anruf von ",
        "verpasster anruf von ", "anruf von ", "neue sms von ", "sms von ",
        "nouveau message de ", "nouveau message d’", "nouveau message d'", "message de ",
        "message d’", "message d'", "appel entrant de ", "appel manqué de ", "appel de ",
        "nuevo mensaje de ", "mensaje de ", "videollamada entrante de ", "llamada entrante de ",
        "llamada perdida de ", "llamada de ",
        "nuovo messaggio da ", "messaggio da ", "chiamata persa da ", "chiamata da ",
        "nova mensagem de ", "mensagem de ", "chamada perdida de ", "chamada de ",
        "nieuw bericht van ", "bericht van ", "gemiste oproep van ", "oproep van ",
    ]

    /// A tail that is the end of another one comes after it.
    private static let allTails = [
        " sent you a message", " mentioned you", " is calling", " is calling you", " says:",
        " says", " hat dir eine nachricht gesendet", " ruft dich an", " ruft an",
        " vous a envoyé un message", " vous appelle", " appelle", " te ha enviado un mensaje",
        " te está llamando", " te llama", ":",
    ]

    private static let allNameless = [
        "new message", "new messages", "message", "messages", "unread message", "unread messages",
        "new notification", "new notifications", "incoming call", "incoming video call",
        "missed call", "missed calls",
        "neue nachricht", "neue nachrichten", "nachricht", "nachrichten", "ungelesene nachrichten",
        "eingehender anruf", "eingehender videoanruf", "verpasster anruf", "verpasste anrufe",
        "nouveau message", "nouveaux messages", "appel entrant", "appel manqué",
        "nuevo mensaje", "nuevos mensajes", "mensaje nuevo", "mensajes nuevos", "llamada entrante",
        "llamada perdida",
        "nuovo messaggio", "nuovi messaggi", "chiamata in arrivo", "chiamata persa",
        "nova mensagem", "novas mensagens", "chamada perdida",
        "nieuw bericht", "nieuwe berichten", "inkomende oproep", "gemiste oproep",
    ]

    /// Words between the sender and the group where a client sets both names off with isolates.
    /// Behind other words, the group may come first.
    static let between: Set<String> = ["in", "im", "dans", "en", "em", "i", "w", "v", "в", "у"]

    /// The ends of Thunderbird's titles, and the word before the sender in the same language.
    static let mail: [(ends: [String], from: String)] = [
        (["new message", "new messages"], "from"), (["neue nachricht", "neue nachrichten"], "von"),
        (["nouveau message", "nouveaux messages"], "de"),
        (["mensaje nuevo", "mensajes nuevos"], "de"),
        (["nuovo messaggio", "nuovi messaggi"], "da"),
        (["nieuw bericht ontvangen", "nieuwe berichten ontvangen"], "van"),
        (["nova mensagem", "novas mensagens"], "de"),
        (["nytt meddelande", "nya meddelanden"], "från"),
        (["ny meddelelse", "nye meddelelser", "ny melding", "nye meldinger"], "fra"),
        (["новое сообщение", "новых сообщения", "новых сообщений"], "от"),
    ]
}
