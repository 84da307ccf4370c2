// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire

/// The differences that a comparison has found.
struct Findings {
    var lost: [String] = []
    var duplicated: [String] = []

    var isEmpty: Bool { lost.isEmpty && duplicated.isEmpty }
}

/// The state of focusd and the real server at one time.
struct Observation {
    let status: ServiceStatus
    let entries: [String: [Fields]]
    let badges: [String: UInt32]
    let journals: Journals
    /// Number of times that a real server or its bus has ended in this scene, and its popups with
    /// it.
    let lostScreens: Int
    /// True if the real server refuses notifications or has died on some.
    let mayPark: Bool
}

/// Compares acknowledged operations with the observed state.
struct Check {
    let model: Model
    let seen: Observation
    private(set) var findings = Findings()

    init(_ model: Model, _ seen: Observation) {
        self.model = model
        self.seen = seen
        checkFocus()
        for sent in model.sent { check(sent) }
        checkBadges()
        checkScreen()
    }

    private mutating func lose(_ what: String) {
        findings.lost.append(what)
    }

    private mutating func checkFocus() {
        let focus = seen.status.activation?.focus.rawValue ?? ""
        if focus != model.focus, focus != model.pendingFocus {
            lose("the Focus is \"\(focus)\", it was set to \"\(model.focus)\"")
        }
    }

    private mutating func check(_ sent: Sent) {
        let entries = seen.entries[sent.tag] ?? []
        guard let entry = entries.first else {
            if sent.id != nil { lose("\(sent.tag) is not in history") }
            return
        }
        if entries.count > 1 {
            findings.duplicated.append("\(sent.tag) is in history \(entries.count) times")
        }
        if let id = sent.id, entry.uint32("id") != id {
            lose("\(sent.tag) has the id \(entry.uint32("id") ?? 0), its app knows it as \(id)")
        }
        let isSilenced = entry.string("verdict") == "silence"
        if !sent.focuses.contains(where: { Model.silences($0, sent.peer) == isSilenced }) {
            lose("\(sent.tag) was \(isSilenced ? "silenced" : "delivered") against the Focus")
        }
        let state = entry.string("state") ?? ""
        let allowed = allowedStates(sent, isSilenced: isSilenced)
        if !allowed.contains(state) {
            lose("\(sent.tag) is \(state), not \(allowed.sorted().joined(separator: " or "))")
        }
        let wasShown = ["shown", "expired"].contains(state)
        if wasShown, !isSilenced, seen.journals.creations[sent.tag] == nil {
            lose("\(sent.tag) is \(state), but was never delivered")
        }
    }

    private func allowedStates(_ sent: Sent, isSilenced: Bool) -> Set<String> {
        if let over = sent.over { return [over] }
        var allowed = sent.maybe
        if !isSilenced { allowed.formUnion(sent.plan.endings) }
        if sent.isReplaced {
            allowed.insert("replaced")
            allowed.remove("expired")
            return allowed
        }
        allowed.insert(isSilenced ? "silenced" : "shown")
        if !isSilenced, seen.lostScreens > 0 { allowed.formUnion(["expired", "read"]) }
        if !isSilenced, seen.mayPark { allowed.insert("parked") }
        return allowed
    }

    private mutating func checkBadges() {
        for (peer, counts) in model.badges {
            let app = Peer.badgeApp(peer)
            let badge = seen.badges[app] ?? 0
            if !counts.contains(badge) {
                lose("the badge of \(app) is \(badge), it was set to \(counts.sorted())")
            }
        }
        var missed = 0
        var unread: [String: UInt32] = [:]
        for entry in seen.entries.values.joined() {
            let state = entry.string("state") ?? ""
            guard Check.live.contains(state), entry.boolean("read") != true else { continue }
            if state == "silenced" { missed += 1 }
            unread[entry.string("app") ?? "", default: 0] += 1
        }
        if missed != seen.status.missed {
            lose("\(seen.status.missed) are counted as missed, \(missed) are in history")
        }
        // While a Focus is active, its silenced notifications do not count.
        guard seen.status.activation == nil else { return }
        for peer in 0..<Stream.peers {
            let app = Peer.app(peer)
            let badge = seen.badges[app] ?? 0
            if badge != unread[app] ?? 0 {
                lose("the badge of \(app) is \(badge), \(unread[app] ?? 0) are unread")
            }
        }
    }

    private static let live: Set<String> = ["queued", "shown", "silenced", "expired", "parked"]

    private mutating func checkScreen() {
        var popups: [String: Int] = [:]
        for tag in seen.journals.screen.values { popups[tag, default: 0] += 1 }
        for (tag, entries) in seen.entries where entries.first?.string("state") == "shown" {
            if popups[tag] == nil { lose("\(tag) is not on the screen, though shown") }
        }
        // If the server has refused a replacement, the popup stays unchanged.
        let parked = Set(
            seen.entries.values.joined().filter { $0.string("state") == "parked" }
                .compactMap { $0.uint32("id") })
        let staying = Set(model.sent.filter(\.stays).map(\.tag))
        for tag in Set(popups.keys).union(seen.journals.creations.keys).sorted() {
            // A popup without a shown notification, a second popup, or an additional popup that has
            // closed.
            let isShown = seen.entries[tag]?.first?.string("state") == "shown"
            if seen.mayPark, let id = seen.entries[tag]?.first?.uint32("id"), parked.contains(id) {
                continue
            }
            let extra = popups[tag, default: 0] - (isShown ? 1 : 0)
            let shows = 1 + (staying.contains(tag) ? seen.lostScreens : 0)
            if max(extra, seen.journals.creations[tag, default: 0] - shows) > 0 {
                findings.duplicated.append("\(tag) came up once too often")
            }
        }
    }
}

extension Model {
    /// Updates the uncertain parts of the model, which are known now.
    mutating func resolve(_ seen: Observation) {
        focus = seen.status.activation?.focus.rawValue ?? ""
        for number in sent.indices {
            guard let entry = seen.entries[sent[number].tag]?.first else { continue }
            sent[number].id = entry.uint32("id")
            sent[number].maybe = []
            if entry.int64("ended") != nil { sent[number].over = entry.string("state") }
        }
        sent.removeAll { $0.id == nil }
        for peer in badges.keys { badges[peer] = [seen.badges[Peer.badgeApp(peer)] ?? 0] }
    }
}
