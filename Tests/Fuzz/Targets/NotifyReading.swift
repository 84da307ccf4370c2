// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Predicates

/// `Notify` calls: any call is refused or decided.
enum NotifyReading {
    private static let signature = Array("susssasa{sv}i".utf8)[...]
    private static let identity = SenderIdentity(processID: 7)

    /// Reads a body. The first byte selects the byte order.
    static func readBody(_ input: ArraySlice<UInt8>) throws(Disagreement) {
        let order = input.first ?? 0
        let untrusted = UntrustedMessage(
            .methodCall, member: "Notify", signature: signature, isBigEndian: order & 1 == 1,
            body: input.dropFirst())
        // focusd never gets bytes that libdbus refuses.
        if let message = untrusted.message { try judge(message) }
    }

    /// Reads valid hints with random names and values, made from the bytes.
    static func readHints(_ input: ArraySlice<UInt8>) throws(Disagreement) {
        var source = ByteSource(input)
        var hints: [DictionaryEntry] = []
        while !source.isEmpty, hints.count < 40 {
            let name = source.below(4) == 0 ? source.text() : names[source.below(names.count)]
            let value = source.value(source.type())
            hints.append(DictionaryEntry(key: .string(name), value: .variant(value)))
        }
        let actions = (0..<source.below(5)).map { _ in source.text() }
        let message = Message.methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        do throws(MarshalError) {
            try message.append(
                .string("Fuzz"), .uint32(1), .string("icon"), .string("summary"), .string("body"),
                .strings(actions), .dictionary(key: "s", value: "v", hints), .int32(-1))
        } catch {
            // Nested too deeply: an error here, before libdbus would abort.
            return
        }
        let bytes = (try? message.marshalled()) ?? []
        guard let received = try? Message.demarshal(bytes) else {
            throw Disagreement("libdbus refuses what we wrote")
        }
        try judge(received)
        let dictionary = Value.dictionary(key: "s", value: "v", hints)
        try agree((try? received.arguments())?[6], dictionary, "hints")
    }

    private static let names = [
        "urgency", "category", "desktop-entry", "interruption-level", "filterCriteria",
        "x-focusd-person", "x-focusd-thread", "x-canonical-private-synchronous", "synchronous",
        "x-dunst-stack-tag", "transient",
        "value", "image-data", "sender-pid", "x-key",
    ]

    private static func judge(_ message: Message) throws(Disagreement) {
        let call: NotifyCall
        do throws(ErrorReply) {
            call = try NotifyCall(message, from: identity)
        } catch {
            return
        }
        var sent = Urgency.normal.rawValue
        MessageHints(message: message).find("urgency") { sent = NotifyCall.sentUrgency(&$0) }
        try agree(sent, call.notification.urgency.rawValue, "urgency")
        try decide(call)
    }

    /// Decides with rules that look up hints in the message; no hint may stop a decision.
    private static func decide(_ call: NotifyCall) throws(Disagreement) {
        let decision = policy.decide(call.notification)
        try agree(decision.reason, policy.decide(call.notification).reason, "decision")
    }

    private static let policy: Policy = {
        var focus = Focus(id: FocusID("fuzz"), name: "Fuzz")
        focus.rules = [
            "ANY hints.value == 3", "hints.category CONTAINS[cd] 'a'", "ANY people LIKE '*a*'",
            "hints['image-data'][0] > 5", "SUBQUERY(hints.value, $v, $v == 1).@count > 2",
        ].enumerated().compactMap { index, text in
            (try? Predicate(format: text)).map {
                Rule(name: "\(index)", when: $0, effect: .silence)
            }
        }
        return Policy(focus: focus, GeneralRules(), aliases: { _ in [] })
    }()
}

extension Message {
    /// A call without content, for readers that need a message in addition to its bytes.
    static var empty: Message {
        .methodCall(destination: nil, path: "/", interface: "org.example.Fuzz", member: "Fuzz")
    }
}
