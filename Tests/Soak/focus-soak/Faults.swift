// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import Glibc
import TestSupport

extension Fault {
    /// All faults, in the order of the table.
    static let all: [Fault] = [
        Fault(
            name: "kill", about: "SIGKILL of focusd", tries: (200, 2_000), perScene: 25, kills: 1
        ) { one in
            guard try await one.signalDaemon(SIGKILL) == .signalled(SIGKILL) else {
                throw SoakError("focusd did not end by the signal")
            }
            try await one.scene.startDaemon()
        },
        Fault(name: "term", about: "SIGTERM of focusd", tries: (20, 100)) { one in
            let status = try await one.signalDaemon(SIGTERM)
            guard status == .exited(0) else { throw SoakError("focusd ended with \(status)") }
            try await one.scene.startDaemon()
        },
        Fault(
            name: "server-kill", about: "SIGKILL of the real server", tries: (20, 100), kills: 1,
            losesPopups: true, mayPark: true
        ) { one in
            let pause = Duration.milliseconds(one.random.number(0...100))
            try await one.streamBeside {
                one.scene.server?.signal(SIGKILL)
                try await one.pause(pause)
                try one.scene.startServer()
            }
        },
        Fault(
            name: "server-stop", about: "SIGSTOP of the real server", tries: (3, 5), perScene: 5
        ) { one in
            try await one.streamBeside {
                guard let server = one.scene.server else { return }
                server.signal(SIGSTOP)
                // Longer than libnotify waits for an answer (25 s), or short enough for libnotify
                // to wait.
                try await one.pause(one.isLong ? .seconds(60) : .seconds(2))
                server.signal(SIGCONT)
            }
        },
        Fault(
            name: "server-slow", about: "500 ms for each of its answers", tries: (2, 10),
            perScene: 2, mood: .slow, count: 16
        ) { one in await one.stream {} },
        Fault(
            name: "server-errors", about: "it answers errors", tries: (5, 50), mood: .errors,
            mayPark: true
        ) { one in await one.stream {} },
        Fault(
            name: "server-nonsense", about: "its answers have wrong types", tries: (5, 50),
            mood: .nonsense, mayPark: true
        ) { one in await one.stream {} },
        Fault(
            name: "server-leaves", about: "it leaves its bus and comes back", tries: (20, 100),
            kills: 1, losesPopups: true, mayPark: true
        ) { one in
            let pause = Duration.milliseconds(one.random.number(0...100))
            try await one.streamBeside {
                one.scene.server?.signal(SIGUSR1)
                try await one.pause(pause)
                try one.scene.startServer()
            }
        },
        Fault(
            name: "server-replaced", about: "another takes its name", tries: (20, 100), kills: 1,
            losesPopups: true, mayPark: true
        ) { one in
            let old = one.scene.server
            try await one.streamBeside { try one.scene.startServer(replacing: true) }
            old?.signal(SIGTERM)
        },
        Fault(
            name: "attack", about: "a client attacks in every way", tries: (5, 50), perScene: 5
        ) { one in
            let name = "attack\(one.random.number(0...999_999))"
            let seed = one.random.number(0...1_000_000)
            try await one.streamBeside {
                let attacker = try one.scene.startAttacker(name, seed: seed)
                let status = try await one.scene.end(of: attacker, within: .seconds(120))
                guard status == .exited(0) else {
                    throw SoakError("the attacker ended with \(status)")
                }
            }
        },
        Fault(
            name: "private-bus", about: "SIGKILL of the private bus", tries: (6, 30),
            isSupervised: true, perScene: 3, kills: 1, losesPopups: true, mayPark: true
        ) { one in
            try await one.streamBeside {
                guard let bus = one.scene.ownerOnPrivateBus(of: WireName.bus) else {
                    throw SoakError("there is no private bus")
                }
                kill(bus, SIGKILL)
            }
        },
        Fault(
            name: "kill-supervising", about: "SIGKILL of a focusd that started the server",
            tries: (10, 100), isSupervised: true, kills: 1
        ) { one in
            _ = try await one.signalDaemon(SIGKILL)
            try await one.scene.startDaemon()
        },
        Fault(
            name: "session-bus", about: "SIGKILL of the session bus, and activation",
            tries: (5, 50)
        ) { one in try await one.loseSessionBus() },
        Fault(name: "two", about: "a second focusd, with and without --replace", tries: (10, 100)) {
            one in try await one.startSecond()
        },
        Fault(
            name: "two-at-once", about: "two focusd started at the same moment", tries: (5, 50)
        ) { one in try await one.startTwo() },
        Fault(
            name: "name-taken", about: "another server takes the name by replacing",
            tries: (10, 100)
        ) { one in try await one.loseName() },
    ]
}

// Faults with more than one step.
extension Try {
    /// Ends the session bus, which ends focusd cleanly. The next bus starts focusd again.
    fileprivate func loseSessionBus() async throws {
        let daemon = try await scene.servingProcess()
        try await streamBeside {
            try await self.scene.stopSession()
            self.stream.cease()
        }
        try await scene.goodEnd(of: daemon)
        try scene.restartSession()
        try stream.join(scene.session.address)
        // The first call starts focusd.
        await stream.run(8, window: 8, at: 1) {}
        try await scene.awaitService()
    }

    /// Starts a second focusd, which is refused or takes over.
    fileprivate func startSecond() async throws {
        let replaces = random.number(0...1) == 1
        guard let first = scene.daemon else { throw SoakError("no focusd runs") }
        try await streamBeside {
            let second = try self.scene.spawnDaemon(replaces ? ["--replace"] : [])
            let status = try await self.scene.end(of: replaces ? first : second)
            guard status == .exited(replaces ? 0 : 1) else {
                throw SoakError("the \(replaces ? "first" : "second") focusd ended with \(status)")
            }
            if replaces { self.scene.adopt(second) }
        }
        try await scene.awaitService()
    }

    /// Starts two focusd at once, of which one serves.
    fileprivate func startTwo() async throws {
        _ = try await signalDaemon(SIGTERM)
        let both = try (0..<2).map { _ in try scene.spawnDaemon() }
        try await until("one of two ends") { both.contains { self.scene.hasEnded($0) } }
        guard let other = both.first(where: { !scene.hasEnded($0) }) else {
            throw SoakError("both ended")
        }
        scene.adopt(other)
        try await scene.awaitService()
    }

    /// Lets another server own the name for a while.
    fileprivate func loseName() async throws {
        guard let daemon = scene.daemon else { throw SoakError("no focusd runs") }
        try await streamBeside {
            let thief = try Connection(address: self.scene.session.address)
            self.stream.strangers.insert(thief.uniqueName.rawValue)
            _ = try thief.requestName(WireName.notifications, [.replaceExisting, .doNotQueue])
            let status = try await self.scene.end(of: daemon)
            guard status == .exited(0) else { throw SoakError("focusd ended with \(status)") }
            self.stream.cease()
            thief.close()
        }
        try await scene.startDaemon()
    }
}
