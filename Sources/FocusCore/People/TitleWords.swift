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

    /// Words before the sender of a mail, by their first byte.
    static let mailLeads = Dictionary(grouping: allMailLeads) { $0.utf8.first ?? 0 }

    private static let allMailLeads = [
        "new mail from ", "new email from ", "new e-mail from ", "mail from ", "email from ",
        "e-mail from ", "neue mail von ", "neue e-mail von ", "mail von ", "e-mail von ",
        "nouveau courriel de ", "courriel de ", "nouvel e-mail de ", "nouveau mail de ",
        "e-mail de ", "mail de ", "nuevo correo de ", "correo nuevo de ", "correo de ",
        "nuova e-mail da ", "nuova mail da ", "e-mail da ", "mail da ", "novo e-mail de ",
        "nieuwe e-mail van ", "nieuwe mail van ", "e-mail van ", "mail van ", "ny e-post från ",
        "e-post från ", "ny e-post fra ", "e-post fra ",
    ]

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
        // Geary's titles in other languages; only letters of ASCII are compared in lower case.
        "missatge nou", "missatges nous", "nová zpráva", "nové zprávy", "ny besked",
        "nye beskeder", "Νέο μήνυμα", "Νέα μηνύματα", "mezu berria", "mezu berriak",
        "uusi viesti", "uusia viestejä", "mensaxe nova", "mensaxes novas", "nova poruka",
        "Új levél", "Új levelek", "pesan baru", "nowa wiadomość", "nowe wiadomości", "mesaj nou",
        "mesaje noi", "nová správa", "nové správy", "novo sporočilo", "nova sporočila",
        "nytt meddelande", "nya meddelanden", "ny melding", "nye meldinger", "yeni ileti",
        "Новое сообщение", "Новых сообщения", "Новых сообщений", "новых сообщений",
        "Нове повідомлення", "Нові повідомлення", "Нова порука", "Нове поруке", "Новы ліст",
        "Новыя лісты",
        "Жаңа хабар", "הודעה חדשה", "הודעות חדשות", "پیام جدید", "ახალი შეტყობინება",
        "新着メッセージ", "新消息", "新訊息",
        // The sender is not known.
        "unknown", "unbekannt", "inconnu", "desconocido", "sconosciuto", "desconhecido",
        "onbekend",
    ]

    /// Words between the sender and the group where a client sets both names off with isolates.
    /// Behind other words, the group may come first.
    static let between: Set<String> = ["in", "im", "dans", "en", "em", "i", "w", "v", "в", "у"]

    /// `From:` as mail clients write it. Only letters of ASCII are compared in lower case.
    static let mailFrom = [
        "from:", "von:", "de:", "de :", "da:", "di:", "van:", "vanaf:", "från:", "fra:", "frá:",
        "от:", "От:", "Від:", "Ад:", "od:", "Од:", "Шаље:", "Šalje:", "Από:", "lähettäjä:",
        "feladó:", "kimden:", "kellelt:", "saatja:", "nork:", "nuo:", "de la:", "desde:",
        "des de:", "dari:", "daripada:", "pošiljatelj:", "Từ:", "差出人:", "보낸 사람:", "寄件者：", "来自：",
        "من:", "از:", "प्रेषक:", "จาก:",
    ]

    /// The words before the senders in Mailnag's bodies, and those behind them.
    static let mailnagFrom = [
        "from ", "von ", "de ", "da ", "od ", "z ", "från ", "dari ", "от ", "шаље ",
    ]
    static let mailnagOthers = [
        " and others", " und anderen", " et d’autres", " e altri", " e outros", " i altres",
        " och andra", " a další", " i innych", " i drugih", " dan lainnya", " и други", " и других",
    ]

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
