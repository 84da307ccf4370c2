// SPDX-License-Identifier: Apache-2.0
import CDBus
public import GLibLoop

/// Delivers signals to subscriptions, and keeps the bus's match rules in step with them.
@LoopActor final class SignalTable {
    weak var connection: Connection?
    private var entries: [Entry] = []
    private var uses: [MatchRule: Int] = [:]
    private var owners: [BusName: Owner] = [:]

    /// A subscription.
    final class Entry {
        let rule: MatchRule
        let handler: @LoopActor (Message) -> Void
        fileprivate let matcher: Matcher
        fileprivate let owner: Owner?
        fileprivate var isActive = true

        fileprivate init(
            _ rule: MatchRule, _ owner: Owner?, _ handler: @escaping @LoopActor (Message) -> Void
        ) {
            self.rule = rule
            self.owner = owner
            self.handler = handler
            matcher = Matcher(rule)
        }
    }

    /// The owner of a well-known name that subscriptions have as the sender.
    ///
    /// The bus puts the sender's unique name into signals, and any client can send any signal to
    /// this connection. So a well-known sender must be checked here.
    fileprivate final class Owner {
        var uses = 0
        var uniqueName: CText?
        var changes: Entry?
    }

    func add(_ rule: MatchRule, _ handler: @escaping @LoopActor (Message) -> Void) -> Entry {
        // The order matters: the owner is known before the first signal that the rule lets through.
        let owner = rule.sender.flatMap { follow($0) }
        let entry = Entry(rule, owner, handler)
        entries.append(entry)
        let count = uses[rule, default: 0]
        uses[rule] = count + 1
        if count == 0 { tellBus("AddMatch", rule) }
        return entry
    }

    func remove(_ entry: Entry) {
        guard entry.isActive else { return }
        entry.isActive = false
        entries.removeAll { $0 === entry }
        let count = uses[entry.rule, default: 0]
        if count > 1 {
            uses[entry.rule] = count - 1
        } else {
            uses[entry.rule] = nil
            tellBus("RemoveMatch", entry.rule)
        }
        if let name = entry.rule.sender, let owner = entry.owner { unfollow(name, owner) }
    }

    func dispatch(_ pointer: OpaquePointer) {
        var signal = unsafe ReceivedSignal(pointer)
        // Handlers may subscribe and unsubscribe, so the loop uses a copy of the entries.
        for entry in entries where entry.isActive {
            guard entry.matcher.matches(&signal, owner: entry.owner?.uniqueName) else { continue }
            entry.handler(signal.message)
        }
    }

    private func follow(_ name: BusName) -> Owner? {
        if name.isUnique || name == .bus { return nil }
        let owner = owners[name] ?? Owner()
        owner.uses += 1
        if owner.uses > 1 { return owner }
        owners[name] = owner
        let rule = MatchRule(
            sender: .bus, interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
            arguments: [0: name.rawValue])
        owner.changes = add(rule) { [weak owner] message in
            var reader = message.reader
            reader.skip()
            reader.skip()
            owner?.set(try? reader.string())
        }
        let question = Connection.busCall("GetNameOwner")
        try? question.append(name.rawValue)  // A name cannot have U+0000.
        connection?.call(question) { [weak owner] result in
            var reader = (try? result.get())?.reader
            owner?.set(try? reader?.string())
        }
        return owner
    }

    private func unfollow(_ name: BusName, _ owner: Owner) {
        owner.uses -= 1
        guard owner.uses == 0 else { return }
        owners[name] = nil
        if let changes = owner.changes { remove(changes) }
    }

    private func tellBus(_ member: MemberName, _ rule: MatchRule) {
        guard let connection else { return }
        let message = Connection.busCall(member)
        message.setNoReply()
        // A rule with U+0000 matches nothing, so the bus need not know it.
        guard (try? message.append(rule.text)) != nil else { return }
        connection.send(message)
    }
}

extension SignalTable.Owner {
    fileprivate func set(_ name: String?) {
        uniqueName = name.flatMap { $0.isEmpty ? nil : CText($0) }
    }
}

/// A signal that is converted to a `Message` once, and only if necessary.
@safe private struct ReceivedSignal {
    let pointer: OpaquePointer
    private(set) lazy var message = unsafe Message(received: pointer)

    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }
}

/// A match rule in a form that compares with signals without copying their texts.
private struct Matcher {
    private let sender: CText?
    private let needsOwner: Bool
    private let path: CText?
    private let pathNamespace: CText?
    private let interface: CText?
    private let member: CText?
    private let arguments: [Int: CText]
    private let argument0Namespace: CText?
    private let isImpossible: Bool

    init(_ rule: MatchRule) {
        needsOwner = rule.sender.map { !$0.isUnique && $0 != .bus } ?? false
        sender = needsOwner ? nil : rule.sender.map { CText($0.rawValue) }
        path = rule.path.map { CText($0.rawValue) }
        pathNamespace = rule.pathNamespace.flatMap { $0 == .root ? nil : CText($0.rawValue) }
        interface = rule.interface.map { CText($0.rawValue) }
        member = rule.member.map { CText($0.rawValue) }
        arguments = rule.arguments.mapValues { CText($0) }
        // A message cannot have U+0000, and C would see only the text before it.
        isImpossible = rule.arguments.values.contains { $0.utf8.contains(0) }
        argument0Namespace = rule.argument0Namespace.map { CText($0) }
    }

    func matches(_ signal: inout ReceivedSignal, owner: CText?) -> Bool {
        let message = unsafe signal.pointer
        return unsafe !isImpossible && Self.equal(member, dbus_message_get_member(message))
            && Self.equal(interface, dbus_message_get_interface(message))
            && Self.equal(path, dbus_message_get_path(message))
            && isBelow(dbus_message_get_path(message))
            && (!needsOwner || owner != nil)
            && Self.equal(needsOwner ? owner : sender, dbus_message_get_sender(message))
            && ((arguments.isEmpty && argument0Namespace == nil)
                || matchesArguments(signal.message))
    }

    private static func equal(_ wanted: CText?, _ found: UnsafePointer<CChar>?) -> Bool {
        guard let wanted else { return true }
        guard let found = unsafe found else { return false }
        return unsafe wanted.equals(found)
    }

    private func isBelow(_ path: UnsafePointer<CChar>?) -> Bool {
        guard let pathNamespace else { return true }
        guard let path = unsafe path else { return false }
        return unsafe pathNamespace.isPrefix(of: path, separator: UInt8(ascii: "/"))
    }

    private func matchesArguments(_ message: Message) -> Bool {
        var reader = message.reader
        var left = arguments.count
        var number = 0
        var hasNamespace = argument0Namespace == nil
        while !reader.atEnd, left > 0 || !hasNamespace {
            let wanted = arguments[number]
            if wanted != nil || (number == 0 && !hasNamespace) {
                let prefix = number == 0 ? argument0Namespace : nil
                let isMatch = unsafe try? reader.withCString { found in
                    unsafe (wanted?.equals(found) ?? true)
                        && (prefix?.isPrefix(of: found, separator: UInt8(ascii: ".")) ?? true)
                }
                guard isMatch == true else { return false }
                if wanted != nil { left -= 1 }
                if prefix != nil { hasNamespace = true }
            } else {
                reader.skip()
            }
            number += 1
        }
        return left == 0 && hasNamespace
    }
}

/// Ends a subscription on cancellation or deallocation.
@LoopActor public final class Subscription {
    private weak var table: SignalTable?
    private let entry: SignalTable.Entry

    init(_ table: SignalTable, _ entry: SignalTable.Entry) {
        self.table = table
        self.entry = entry
    }

    isolated deinit {
        cancel()
    }

    /// Ends the subscription; its handler is not called again.
    public func cancel() {
        table?.remove(entry)
    }
}

extension Connection {
    /// Calls `handler` with every signal that matches `rule`, including signals to this connection
    /// alone.
    ///
    /// Does not wait for the bus. The bus receives the rule before any message that is sent later.
    public func subscribe(
        _ rule: MatchRule, _ handler: @escaping @LoopActor (Message) -> Void
    ) -> Subscription {
        Subscription(signals, signals.add(rule, handler))
    }
}
