// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// An app that repeats a call without end costs other apps nothing.
extension EndToEnd.Filters {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct FilterFloodTests {
        /// At work, with an app that has been told so.
        private func withApp(
            _ body: @LoopActor (Desktop, FilterApp) async throws -> Void
        ) async throws {
            try await withDesktop(files: FilterTests.files) { desktop in
                try desktop.install(FilterTests.mail)
                try await desktop.start()
                let app = try FilterApp(desktop, predicate: "SELF == \"old\"")
                try await app.client.focusd("Activate", .string("work"))
                _ = try await app.told()
                try await app.client.waitForFilter(focus: "work") { $0.appPredicate != nil }
                try await body(desktop, app)
            }
        }

        private static func invalidation() throws -> Message {
            let call = Message.methodCall(
                destination: WireName.focus, path: WireName.focusPath, interface: WireName.apps,
                member: "InvalidateAppContext")
            try call.append(.string("org.example.Chat"), .string("Mail"))
            return call
        }

        @Test func appThatInvalidatesWheneverItIsAskedIsAskedOncePerPause() async throws {
            try await withApp { _, app in
                let connection = app.client.connection
                app.answers["AppContext"] = { call in
                    if let again = try? Self.invalidation() { connection.send(again) }
                    call.reply(FieldsBuilder().value)
                }
                let begin = ContinuousClock.now
                try await app.ask("InvalidateAppContext", .string("Mail"))
                for _ in 0..<3 {
                    #expect(try await app.calls.next().member == "AppContext")
                }
                #expect(.now - begin >= Limits.invalidationPause * 2)
            }
        }

        @Test func lastOfManyInvalidationsCounts() async throws {
            try await withApp { _, app in
                let begin = ContinuousClock.now
                for _ in 0..<200 { app.client.connection.send(try Self.invalidation()) }
                try await app.ask("InvalidateAppContext", .string("Mail"))
                app.answer("SELF == \"new\"")
                try await app.ask("InvalidateAppContext", .string("Mail"))
                try await app.client.waitForFilter(focus: "work") {
                    $0.appPredicate == "SELF == \"new\""
                }
                let pauses = Int((ContinuousClock.now - begin) / Limits.invalidationPause)
                #expect(app.calls.pending.count <= pauses + 1)
            }
        }

        @Test func appThatDeclaresAllTheTimeIsRefusedAndOthersAreNot() async throws {
            try await withApp { desktop, app in
                var refused: Set<ErrorName> = []
                var taken = 0
                let begin = ContinuousClock.now
                for _ in 0..<(Limits.declareCalls * 2) {
                    do throws(CallError) {
                        let call = Message.methodCall(
                            destination: WireName.focus, path: WireName.focusPath,
                            interface: WireName.apps, member: "Declare")
                        try? call.append(.string(app.id), FilterMemoryTests.mail)
                        _ = try await app.client.connection.call(call, timeout: .testDeadline)
                        taken += 1
                    } catch {
                        refused.insert(error.name)
                    }
                }
                let pauses = Int((ContinuousClock.now - begin) / Limits.declarePause)
                #expect(taken >= Limits.declareCalls)
                #expect(taken <= Limits.declareCalls + pauses + 1)
                #expect(refused.isEmpty || refused == [WireError.limitsExceeded])
                let other = try FilterApp(desktop, "org.example.Other")
                try await other.ask("Declare", FilterMemoryTests.mail)
            }
        }

        @Test func toolsHearOfManyChangesNowAndThen() async throws {
            try await withDesktop { desktop in
                try await desktop.start()
                let app = try FilterApp(desktop)
                let tool = try desktop.client()
                let changes = Recorder<Void>()
                let subscription = tool.connection.subscribe(
                    MatchRule(interface: WireName.control, member: "FiltersChanged")
                ) { _ in changes.record(()) }
                defer { subscription.cancel() }
                try await tool.focusd("Subscribe")
                let begin = ContinuousClock.now
                try await app.ask("Declare", .vardict(["Mail": .vardict([:])]))
                // It appears and goes, over and over.
                while .now - begin < .seconds(1) {
                    _ = try app.client.connection.releaseName("org.example.Chat")
                    try await tool.focusd("Status")
                    _ = try app.client.connection.requestName("org.example.Chat")
                    try await tool.focusd("Status")
                }
                try await changes.next()
                let seconds = (ContinuousClock.now - begin) / Duration.seconds(1)
                #expect(Double(changes.pending.count) <= seconds * 4 + 1)
            }
        }

        @Test func extensionsNameIsNoApp() async throws {
            try await withDesktop { desktop in
                try await desktop.start()
                let impostor = try FilterApp(desktop, "org.example.Chat.FocusFilter")
                for member: MemberName in ["Declare", "CurrentFilter", "BadgeCount"] {
                    let value: Value? =
                        switch member {
                        case "Declare": FilterMemoryTests.mail
                        case "CurrentFilter": .string("Mail")
                        default: nil
                        }
                    let error = try await impostor.client.error {
                        if let value {
                            try await impostor.ask(member, value)
                        } else {
                            try await impostor.ask(member)
                        }
                    }
                    #expect(error.name == WireError.invalidArgs)
                }
                // For the app whose extension it is it may speak.
                let call = Message.methodCall(
                    destination: WireName.focus, path: WireName.focusPath,
                    interface: WireName.apps, member: "BadgeCount")
                try call.append("org.example.Chat")
                _ = try await impostor.client.connection.call(call, timeout: .testDeadline)
            }
        }

        @Test func filterThatFailsWheneverItsAppAppearsIsLoggedOnce() async throws {
            try await withDesktop(files: FilterTests.files) { desktop in
                try desktop.install(FilterTests.mail)
                try await desktop.start()
                let app = try FilterApp(desktop)
                app.answers["Perform"] = { $0.fail("org.example.Error.No", "no") }
                try await app.client.focusd("Activate", .string("work"))
                _ = try await app.told()
                for _ in 0..<3 {
                    _ = try app.client.connection.releaseName("org.example.Chat")
                    _ = try app.client.connection.requestName("org.example.Chat")
                    _ = try await app.told()
                }
                try await app.client.waitForFilter(focus: "work") { !$0.problems.isEmpty }
                try await desktop.waitForLog("Focus filter Mail")
                #expect(desktop.log.split(separator: "Focus filter Mail").count == 2)
            }
        }

        /// Issue 18: an author who tries one value after the other reads each error in the log.
        @Test func differentFailuresOfAFilterAreLoggedUpToALimit() async throws {
            try await withDesktop(files: FilterTests.files) { desktop in
                try desktop.install(FilterTests.mail)
                try await desktop.start()
                let app = try FilterApp(desktop)
                var number = 0
                app.answers["Perform"] = { call in
                    number += 1
                    call.fail("org.example.Error.No", "reason \(number).")
                }
                try await app.client.focusd("Activate", .string("work"))
                _ = try await app.told()
                for _ in 1...Limits.loggedFailures {
                    _ = try app.client.connection.releaseName("org.example.Chat")
                    _ = try app.client.connection.requestName("org.example.Chat")
                    _ = try await app.told()
                }
                try await app.client.waitForFilter(focus: "work") {
                    $0.problems.contains { $0.contains("reason \(number).") }
                }
                try await desktop.waitForLog("reason \(Limits.loggedFailures).")
                #expect(number == Limits.loggedFailures + 1)
                for number in 1...Limits.loggedFailures {
                    #expect(desktop.log.contains("reason \(number)."))
                }
                #expect(!desktop.log.contains("reason \(number)."))
            }
        }
    }
}
