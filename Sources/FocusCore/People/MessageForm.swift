// SPDX-License-Identifier: Apache-2.0

/// The form in which an app's texts name the sender of a message.
package enum MessageForm: Hashable, Sendable {
    /// The title names the sender, and the group.
    case chat
    case telegram, hexChat
    /// The body is `SENDER: TEXT`.
    ///
    /// - Parameter titleIsGroup: true if the title is the group or the sender; false if it is the
    ///   name of an app.
    case namedText(titleIsGroup: Bool)
    case mail(MailClient)

    /// Returns the form of an app's notifications; nil for an app and a category that name no
    /// people.
    static func form(of app: AppID, category: String?) -> MessageForm? {
        if let form = apps[key(app.rawValue)] { return form }
        guard let category else { return nil }
        if begins(category, with: "im") || begins(category, with: "call") { return .chat }
        return isMail(category) ? .mail(.other) : nil
    }

    /// Returns true for the category of mail.
    static func isMail(_ category: String?) -> Bool {
        category.map { begins($0, with: "email") } ?? false
    }

    /// Returns true for the category itself and its subcategories.
    private static func begins(_ category: String, with root: String) -> Bool {
        guard category.utf8.starts(with: root.utf8) else { return false }
        let rest = category.utf8.dropFirst(root.utf8.count)
        return rest.isEmpty || rest.first == UInt8(ascii: ".")
    }

    /// Returns the id in lower case and without the prefix of a Snap, whose name is mostly that of
    /// the desktop file in other packages.
    static func key(_ id: String) -> String {
        let snap = "snap.".utf8
        guard id.utf8.starts(with: snap) else { return id.lowercased() }
        return Substring(id.utf8.dropFirst(snap.count)).lowercased()
    }

    private static let apps: [String: MessageForm] = {
        var apps: [String: MessageForm] = [:]
        for (form, ids) in [(.chat, chatApps)] + otherChatApps + mailApps {
            for id in ids { apps[key(id)] = form }
        }
        return apps
    }()

    private static let otherChatApps: [(MessageForm, [String])] = [
        (
            .telegram,
            ["org.telegram.desktop", "telegram-desktop", "telegramdesktop", "telegram"]
        ),
        (.hexChat, ["io.github.Hexchat", "hexchat"]),
        (.namedText(titleIsGroup: true), ["org.kde.ruqola", "ruqola"]),
    ]

    private static let mailApps: [(MessageForm, [String])] = [
        (
            .mail(.thunderbird),
            [
                "thunderbird", "thunderbird-default", "thunderbird-esr", "org.mozilla.Thunderbird",
                "eu.betterbird.Betterbird",
            ]
        ),
        (.mail(.evolution), ["org.gnome.Evolution", "evolution", "evolution-alarm-notify"]),
        (
            .mail(.titled),
            ["org.gnome.Geary", "geary", "mailspring", "com.getmailspring.Mailspring"]
        ),
        (.mail(.claws), ["claws-mail", "org.claws_mail.Claws-Mail"]),
        (.mail(.elementary), ["io.elementary.mail", "org.pantheon.mail"]),
        (.mail(.mailnag), ["mailnag"]),
        (.mail(.proton), ["proton-mail", "Proton Mail", "me.proton.Mail"]),
        (.mail(.tuta), ["tutanota-desktop", "com.tutanota.Tutanota"]),
        (
            .mail(.kmail),
            [
                "org.kde.kmail2", "kmail", "org.kde.kmail", "akonadi_newmailnotifier_agent",
                "org.kde.akonadi_newmailnotifier_agent", "New email notify",
            ]
        ),
        (
            .mail(.other),
            [
                "sylpheed", "trojita", "org.kde.trojita", "bluemail", "astroid", "balsa", "neomutt",
                "mutt",
            ]
        ),
    ]

    private static let chatApps = [
        "signal-desktop", "org.signal.Signal", "signal",
        "discord", "com.discordapp.Discord", "dev.vencord.Vesktop", "vesktop",
        "slack", "com.slack.Slack", "element-desktop", "im.riot.Riot",
        "Element", "org.gnome.Fractal", "org.gnome.Polari", "org.kde.neochat", "nheko",
        "im.nheko.Nheko", "io.github.NhekoReborn.Nheko", "com.github.quaternion", "im.dino.Dino",
        "dino", "org.gajim.Gajim", "gajim", "pidgin", "im.pidgin.Pidgin",
        "org.kde.kaidan",
        "im.kaidan.kaidan", "sm.puri.Chatty", "whatsapp-for-linux", "com.rtosta.zapzap",
        "io.github.mimbrero.WhatsAppDesktop", "com.github.eneshecan.WhatsAppForLinux", "whatsdesk",
        "teams-for-linux", "com.github.IsmaelMartinez.teams_for_linux", "Mattermost",
        "mattermost-desktop", "com.mattermost.Desktop", "rocketchat-desktop",
        "chat.rocket.RocketChat",
        "zulip", "org.zulip.Zulip", "wire-desktop", "com.wire.WireDesktop", "session-desktop",
        "network.loki.Session", "net.jami.Jami", "viber", "com.viber.Viber", "skypeforlinux",
        "com.skype.Client", "org.briarproject.Briar", "com.github.linphone.linphone",
        "org.squidowl.halloy", "chat.simplex.simplex", "im.fluffychat.Fluffychat", "cinny",
        "in.cinny.Cinny", "caprine", "com.sindresorhus.Caprine", "ferdium", "org.ferdium.Ferdium",
    ]
}

/// A mail client whose notifications have a form of their own; see `MailSender`.
package enum MailClient: Hashable, Sendable {
    case thunderbird, evolution, titled, kmail, claws, elementary, mailnag, proton, tuta
    /// Clients without such a form, and unknown ones with a category of mail.
    case other
}
