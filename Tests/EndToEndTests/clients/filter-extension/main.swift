// SPDX-License-Identifier: Apache-2.0

// A Focus-filter extension as the bus starts it: it owns APPID.FocusFilter, serves one filter and
// tells everybody what it was told.
//
// filter-extension APPID FILTER ANSWER: what Perform and AppContext answer is a predicate, or one
// of the words `crash` (end without an answer), `hang` (never answer), `refuse` (do not start at
// all).

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc

@LoopActor final class Extension {
    private let connection: Connection
    private let answer: String
    private var registration: Registration?
    /// Keeps it for as long as the loop runs.
    private static var running: Extension?

    static func start(_ arguments: [String]) {
        do {
            running = try Extension(
                app: arguments[1], filter: arguments[2], answer: arguments[3])
        } catch {
            exit(3)
        }
    }

    init(app: String, filter: String, answer: String) throws {
        self.answer = answer
        // The bus's own word for itself; it may not be the session bus of the environment.
        let address = unsafe getenv("DBUS_STARTER_ADDRESS").map { unsafe String(cString: $0) }
        connection = try Connection(address: address ?? "")
        connection.onDisconnect = { exit(0) }
        guard let path = FilterKey(AppID(app), filter).path else { exit(2) }
        registration = connection.export(
            try WireInterface.focusFilter, at: path, properties: [:]
        ) { [weak self] call in self?.handle(call) }
        _ = try connection.requestName(try BusName(app + ".FocusFilter"))
    }

    private func handle(_ call: MethodCall) {
        let signal = Message.signal(
            path: "/org/example/Told", interface: "org.example.Told", member: "Told")
        try? signal.append(.string(call.member), .int32(getpid()))
        try? signal.append(contentsOf: (try? call.message.arguments()) ?? [])
        connection.send(signal)
        connection.flush()
        switch (answer, call.member) {
        case ("crash", _): exit(1)
        case ("hang", _): break
        case (_, "Perform"), (_, "AppContext"):
            call.reply(.vardict(["notificationFilterPredicate": .string(answer)]))
        default: call.fail("org.example.Error.NotImplemented", call.member)
        }
    }
}

guard CommandLine.argc == 4, CommandLine.arguments[3] != "refuse" else { exit(2) }
LoopActor.run { Extension.start(CommandLine.arguments) }
