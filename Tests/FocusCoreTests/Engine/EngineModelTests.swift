// SPDX-License-Identifier: Apache-2.0

import FocusCore
import SeededRandom
import Testing

/// Random events in random order, and the promises that hold after each.
@Suite struct EngineModelTests {
    struct Run {
        var life: EngineTimeline
        var random: SeededGenerator
        var run = 0
        var isUp = false
        /// All notifications that were accepted and are stored.
        var accepted: Set<EntryKey> = []

        init(seed: UInt64) {
            life = EngineTimeline(focuses: [EngineStateTests.quiet(summary: true)])
            random = SeededGenerator(seed: seed)
        }

        mutating func step() {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<30: arrive()
            case 30..<60: life.serve()
            case 60..<66:
                let ends: [JobEnd] = [.refused("x"), .serverDied, .timedOut, .duplicate("x")]
                life.serve(ends.randomElement(using: &random))
            case 66..<76: closePopup()
            case 76..<80: if let popup = somePopup { life.invoke(popup, "default") }
            case 80..<86: actOnSome()
            case 86..<90:
                if life.state.activation == nil { life.turnOn("quiet") } else { life.turnOff() }
            case 90..<93: leave()
            case 93..<95: life.tryAgain()
            default: serverComesOrGoes()
            }
        }

        private var somePopup: ServerID? {
            mutating get {
                life.popups.keys.sorted { $0.rawValue < $1.rawValue }.randomElement(using: &random)
            }
        }

        private var someID: ClientID? {
            mutating get {
                life.state.live.entries.map(\.id).sorted { $0.rawValue < $1.rawValue }
                    .randomElement(using: &random)
            }
        }

        private mutating func arrive() {
            let sender = [EngineTimeline.client, EngineTimeline.other].randomElement(using: &random)
            let replaces = Bool.random(using: &random) ? someID?.rawValue ?? 0 : 0
            let isFeedback = Int.random(in: 0..<8, using: &random) == 0
            guard let sender,
                let entry = try? life.notify(
                    replaces: replaces, from: sender, feedback: isFeedback)
            else { return }
            if entry.isStored { accepted.insert(entry.key) }
        }

        private mutating func closePopup() {
            guard let popup = somePopup else { return }
            life.close(popup, UInt32.random(in: 0...4, using: &random))
        }

        private mutating func actOnSome() {
            guard let id = someID, let entry = life.entry(id) else { return }
            switch Int.random(in: 0..<5, using: &random) {
            case 0: _ = life.change { $0.dismiss([id], into: &$1) }
            case 1: _ = life.change { $0.markRead([id], into: &$1) }
            case 2: _ = life.change { $0.deliverNow([id], into: &$1) }
            case 3:
                let sender = Sender(peer: entry.sender)
                _ = life.change { $0.close(id, by: sender, into: &$1) }
            default:
                _ = try? life.change { state, effects throws(UserRefusal) in
                    try state.act(id, entry.key, "a", known: ["a"], into: &effects)
                }
            }
        }

        private mutating func leave() {
            life.change { [now = life.now, zone = life.zone] in
                _ = $0.peerLeft(EngineTimeline.other.peer, at: now, zone, into: &$1)
            }
            life.state.peerAppeared(EngineTimeline.other.peer)
        }

        mutating func serverComesOrGoes() {
            if isUp {
                life.serverEnds()
            } else {
                run += 1
                life.serverStarts("\(run)")
            }
            isUp.toggle()
        }

        /// Each accepted notification is live or has ended, once (the timeline traps on a second
        /// end), and the store knows its state.
        func check() {
            var live: [EntryKey: EntryState] = [:]
            for entry in life.state.live.entries where entry.isStored {
                live[entry.key] = entry.state
            }
            #expect(Set(live.keys).isDisjoint(with: life.ends.keys))
            #expect(Set(live.keys).union(life.ends.keys.filter(accepted.contains)) == accepted)
            #expect(live == life.rows)
            #expect(life.state.live.missed == life.state.live.entries.count(where: \.isMissed))
        }
    }

    @Test(arguments: 0..<20) func nothingIsLost(seed: Int) {
        var run = Run(seed: UInt64(seed))
        for _ in 0..<400 {
            run.step()
            run.check()
        }
    }

    /// The server's popups, once all its jobs are done, are those of the live notifications.
    @Test(arguments: 0..<20) func noPopupIsLeftOver(seed: Int) {
        var run = Run(seed: UInt64(seed + 1_000))
        for _ in 0..<20 {
            for _ in 0..<30 { run.step() }
            // A stalled job ends with its server.
            if run.isUp, run.life.state.outbox.stalled != nil { run.serverComesOrGoes() }
            if !run.isUp { run.serverComesOrGoes() }
            run.life.serveAll()
            // Nothing waits whose time does not come.
            while !run.life.trials.isEmpty {
                run.life.tryAgain()
                run.life.serveAll()
            }
            let shown = run.life.state.live.entries.compactMap { entry in
                entry.server.map { ($0, entry.key) }
            }
            #expect(run.life.popups == Dictionary(uniqueKeysWithValues: shown))
            #expect(run.life.state.outbox.waiting == 0)
        }
    }
}
