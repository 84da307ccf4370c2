// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// A remote notification goes through the app's notification service extension, and comes whatever
/// that does (issue 18). The extension is `Tests/SDKClients/ServiceExtension`, or a connection
/// here.
extension EndToEnd.Server {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct ServiceExtensionTests {
        private static let app = "org.example.Chat"

        private func payload(_ what: String, _ title: String = "Message") -> Value {
            .string(
                #"{"aps":{"alert":{"title":"\#(title)","body":"…"},"mutable-content":1,"#
                    + #""sound":"default"},"do":"\#(what)","from":"Ada"}"#)
        }

        private func install(_ desktop: Desktop) throws {
            try desktop.writeFile(
                "\(desktop.home)/services/\(Self.app).NotificationService.service",
                """
                [D-BUS Service]
                Name=\(Self.app).NotificationService
                Exec=/usr/bin/env FOCUSD_APP_ID=\(Self.app) \
                \(Programs.path("ServiceExtension")) --notification-service
                """)
        }

        @Test func extensionChangesTheNotification() async throws {
            try await withDesktop { desktop in
                try install(desktop)
                try await desktop.shareEnvironment()
                try await desktop.startWithServer()
                let app = try FilterApp(desktop)
                let id = try await app.ask("DeliverRemote", payload("decrypt")).first?.asUInt32
                let shown = try await desktop.fake.notification(1)
                #expect(shown.summary == "Secret from Ada")
                #expect(shown.body == "…")
                #expect(shown.hints["filterCriteria"] == .string("private"))
                #expect(shown.hints["suppress-sound"] == .boolean(true))
                #expect(shown.hints["category"] == nil)
                #expect(try await app.client.entries().first?.uint32("id") == id)
                // The extension still runs, and what it keeps for its app is written.
                let kept = desktop.home + "/config/org.example.Chat.shared.plist"
                #expect(try String(contentsOfFile: kept, encoding: .utf8).contains("from Ada"))
                // One that hands over nothing to show has shown what came.
                _ = try await app.ask("DeliverRemote", payload("empty"))
                #expect(try await desktop.fake.notification(2).summary == "Message")
                // Without mutable-content it is not asked.
                let plain = #"{"aps":{"alert":"plain"},"do":"decrypt"}"#
                _ = try await app.ask("DeliverRemote", .string(plain))
                #expect(try await desktop.fake.notification(3).body == "plain")
            }
        }

        @Test func extensionThatDiesLosesNothing() async throws {
            try await withDesktop { desktop in
                try install(desktop)
                try await desktop.shareEnvironment()
                try await desktop.startWithServer()
                let app = try FilterApp(desktop)
                _ = try await app.ask("DeliverRemote", payload("die"))
                #expect(try await desktop.fake.notification(1).summary == "Message")
                try await desktop.waitForLog(
                    "the notification service extension of \(Self.app) ended without an answer")
                _ = try await app.ask("DeliverRemote", payload("decrypt"))
                #expect(try await desktop.fake.notification(2).summary == "Secret from Ada")
            }
        }

        @Test func withoutAnExtensionItComesAsItIs() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let app = try FilterApp(desktop)
                _ = try await app.ask("DeliverRemote", payload("decrypt"))
                #expect(try await desktop.fake.notification(1).summary == "Message")
                #expect(!desktop.log.contains("extension"))
            }
        }

        /// An extension on a connection of its own.
        private func serve(
            _ desktop: Desktop, _ app: String = app,
            _ answer: @escaping @LoopActor (MethodCall) -> Void
        ) throws -> (client: Client, registration: Registration) {
            let client = try desktop.client()
            guard let path = AppID(app).servicePath, let name = AppID(app).serviceName
            else { throw TestSupportError("no name") }
            let registration = client.connection.export(
                try WireInterface.notificationService, at: path, properties: [:]
            ) { call in answer(call) }
            _ = try client.connection.requestName(name)
            return (client, registration)
        }

        @Test func extensionThatNeverAnswersHoldsUpNothing() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                // A call that nobody keeps is answered with an error.
                let calls = Recorder<MethodCall>()
                let served = try serve(desktop) { calls.record($0) }
                let app = try FilterApp(desktop)
                try deliver("Message", of: app)
                let asked = try await calls.next()
                // While the extension has its time, what others send is shown.
                _ = try await desktop.client().notify("Meanwhile")
                #expect(try await desktop.fake.notification(1).summary == "Meanwhile")
                #expect(!desktop.log.contains("the notification service extension"))
                // After its time, the notification comes as it is.
                #expect(try await desktop.fake.notification(2).summary == "Message")
                try await desktop.waitForLog("\(Self.app) did not answer within")
                withExtendedLifetime((served, asked)) {}
            }
        }

        /// Has focusd deliver a remote notification, without waiting for the answer.
        private func deliver(_ title: String, of app: FilterApp) throws {
            let call = Message.methodCall(
                destination: WireName.focus, path: WireName.focusPath,
                interface: WireName.apps, member: "DeliverRemote")
            try call.append(.string(app.id), payload("nothing", title))
            app.client.connection.call(call, timeout: .testDeadline) { _ in }
        }

        @Test func onlySoManyOfOneAppWaitAndOtherAppsHaveRoom() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let calls = Recorder<MethodCall>()
                let served = try serve(desktop) { calls.record($0) }
                let other = try serve(desktop, "org.example.Other") { call in
                    call.reply(.vardict(["title": .string("Changed")]))
                }
                let app = try FilterApp(desktop)
                let second = try FilterApp(desktop, "org.example.Other")
                for number in 1...Limits.serviceRequestsPerApp {
                    try deliver("\(number)", of: app)
                }
                var asked: [MethodCall] = []
                for _ in 1...Limits.serviceRequestsPerApp { asked.append(try await calls.next()) }
                _ = try await app.ask("DeliverRemote", payload("nothing", "one more"))
                #expect(try await desktop.fake.notification(1).summary == "one more")
                _ = try await second.ask("DeliverRemote", payload("nothing"))
                #expect(try await desktop.fake.notification(2).summary == "Changed")
                withExtendedLifetime((served, other, asked)) {}
            }
        }

        @Test func onlySoManyRemoteNotificationsWaitForExtensions() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let calls = Recorder<MethodCall>()
                let names = (0..<Limits.serviceRequests / Limits.serviceRequestsPerApp)
                    .map { "org.example.App\($0)" }
                let served = try names.map { try serve(desktop, $0) { calls.record($0) } }
                let apps = try names.map { try FilterApp(desktop, $0) }
                for app in apps {
                    for number in 1...Limits.serviceRequestsPerApp {
                        try deliver("\(number)", of: app)
                    }
                }
                // A call that nobody keeps is answered with an error.
                var asked: [MethodCall] = []
                for _ in 1...Limits.serviceRequests { asked.append(try await calls.next()) }
                let last = try serve(desktop) { calls.record($0) }
                let app = try FilterApp(desktop)
                _ = try await app.ask("DeliverRemote", payload("nothing", "one more"))
                #expect(try await desktop.fake.notification(1).summary == "one more")
                // Those that wait come when the extensions have gone, too.
                for served in served { served.client.leave() }
                withExtendedLifetime((asked, last)) {}
                _ = try await desktop.fake.notification(Limits.serviceRequests + 1)
            }
        }

        @Test func answerOfAServiceExtensionHasALimit() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let served = try serve(desktop) { call in
                    let title = String(repeating: "x", count: Limits.serviceAnswerBytes)
                    call.reply(.vardict(["title": .string(title)]))
                }
                let app = try FilterApp(desktop)
                _ = try await app.ask("DeliverRemote", payload("long"))
                #expect(try await desktop.fake.notification(1).summary == "Message")
                try await desktop.waitForLog("its answer is longer than")
                withExtendedLifetime(served) {}
            }
        }

        /// Each failure was a line of the log, as often as the app liked.
        @Test func failuresOfAnExtensionAreLoggedUpToALimit() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                var number = 0
                let served = try serve(desktop) { call in
                    number += 1
                    call.fail("org.example.Error.No", "reason \(number).")
                }
                let other = try serve(desktop, "org.example.Other") { call in
                    call.fail("org.example.Error.No", "the last one.")
                }
                let app = try FilterApp(desktop)
                let second = try FilterApp(desktop, "org.example.Other")
                let all = Limits.loggedFailures * 3
                for _ in 1...all { _ = try await app.ask("DeliverRemote", payload("fail")) }
                _ = try await second.ask("DeliverRemote", payload("fail"))
                _ = try await desktop.fake.notification(all + 1)
                try await desktop.waitForLog("the last one.")
                #expect(number == all)
                let lines = desktop.log.split(separator: "\n").count { line in
                    line.contains("the notification service extension of \(Self.app) ")
                }
                #expect(lines == Limits.loggedFailures)
                withExtendedLifetime((served, other)) {}
            }
        }

        @Test func appThatLeavesBeforeTheAnswerHasItsNotificationAllTheSame() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let calls = Recorder<MethodCall>()
                let served = try serve(desktop) { calls.record($0) }
                let app = try FilterApp(desktop)
                try deliver("Message", of: app)
                let asked = try await calls.next()
                app.leave()
                try await desktop.client().waitForDeparture(of: Self.app)
                asked.reply(.vardict(["title": .string("Late")]))
                #expect(try await desktop.fake.notification(1).summary == "Late")
                withExtendedLifetime(served) {}
            }
        }
    }
}

extension Client {
    /// Waits until nobody owns an app's name on the bus.
    fileprivate func waitForDeparture(of app: String) async throws {
        let name = try BusName(app)
        let left = Recorder<Void>()
        let rule = MatchRule(
            sender: .bus, member: "NameOwnerChanged", arguments: [0: name.rawValue])
        let subscription = connection.subscribe(rule) { message in
            if (try? message.arguments())?.last == .string("") { left.record(()) }
        }
        defer { subscription.cancel() }
        if (try? connection.nameOwner(name)) != nil { try await left.next() }
    }
}
