// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import FocusDaemon

@Suite(.timeLimit(.minutes(5))) @LoopActor struct FurtherNamesTests {
    private nonisolated static let name: BusName = "org.erikreider.swaync.cc"

    private let session: TestSupport.PrivateBus
    private let front: Connection
    private let observer: Connection
    private let back: Connection
    private let server: Connection
    private let servers: TestSupport.PrivateBus

    init() throws {
        session = try TestSupport.PrivateBus()
        servers = try TestSupport.PrivateBus()
        front = try session.connect()
        observer = try session.connect()
        back = try servers.connect()
        server = try servers.connect()
    }

    /// focusd waited for the bus for up to 25 s, and then took the name for another program's.
    @Test func aNameIsRequestedUntilTheBusAnswers() async throws {
        let patience = Duration.milliseconds(200)
        let owners = Recorder<String>()
        let subscription = try follow(observer, owners)
        defer { subscription.cancel() }
        let serverOwners = Recorder<String>()
        let names = FurtherNames(front, patience: patience)
        names.follow(on: back)
        defer { names.follow(on: nil) }
        let serverSubscription = try follow(back, serverOwners)
        defer { serverSubscription.cancel() }
        kill(session.pid, SIGSTOP)
        defer { kill(session.pid, SIGCONT) }
        _ = try server.requestName(Self.name, [.doNotQueue])
        #expect(try await serverOwners.next() == server.uniqueName.rawValue)
        // This question is later than the one for the name, and so is the end of its time.
        let ids = Recorder<String>()
        front.bus.id(within: patience) { ids.record($0 ?? "no answer") }
        #expect(try await ids.next() == "no answer")
        kill(session.pid, SIGCONT)
        #expect(try await owners.next() == front.uniqueName.rawValue)
        try server.releaseName(Self.name)
        #expect(try await owners.next() == "")
    }

    @Test func aNameThatFocusdHasAlreadyIsReleasedWithTheServers() async throws {
        _ = try front.requestName(Self.name, [.doNotQueue])
        _ = try server.requestName(Self.name, [.doNotQueue])
        let owners = Recorder<String>()
        let subscription = try follow(observer, owners)
        defer { subscription.cancel() }
        let names = FurtherNames(front)
        names.follow(on: back)
        defer { names.follow(on: nil) }
        // The bus has answered the questions before this one.
        let ids = Recorder<String>()
        back.bus.id(within: .testDeadline) { ids.record($0 ?? "") }
        #expect(try await ids.next() != "")
        try server.releaseName(Self.name)
        #expect(try await owners.next() == "")
    }

    /// Records the owners of the name. Returns once the bus knows of the subscription.
    private func follow(
        _ connection: Connection, _ owners: Recorder<String>
    ) throws -> Subscription {
        let subscription = connection.subscribe(BusDaemon.ownerChanges(of: Self.name)) {
            owners.record((try? $0.arguments())?.last?.asString ?? "")
        }
        _ = try connection.busID()
        return subscription
    }
}
