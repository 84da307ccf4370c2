// SPDX-License-Identifier: Apache-2.0
import DBus
import GLibLoop
import TestSupport

/// A service for tests.
@LoopActor final class Echo {
    nonisolated static let path: ObjectPath = "/org/example/Echo"
    nonisolated static let name: InterfaceName = "org.example.Echo"

    /// Returns a variant for a variant, adds numbers, fails on demand, and has a method without an
    /// answer.
    nonisolated static let element = """
        <interface name="org.example.Echo">
          <!-- </interface> kept as it is -->
          <method name="Echo">
            <arg name="value" type="v" direction="in"/>
            <arg name="value" type="v" direction="out"/>
          </method>
          <method name="Add">
            <arg type="u" direction="in"/>
            <arg type="u" direction="in"/>
            <arg type="u" direction="out"/>
          </method>
          <method name="Fail"/>
          <method name="Never"/>
          <method name="Note"><arg type="s" direction="in"/></method>
          <signal name="Noted"><arg name="what" type="s"/></signal>
          <property name="Level" type="u" access="readwrite"/>
          <property name="Name" type="s" access="read"/>
        </interface>
        """

    nonisolated static let xml = "<node>\n\(element)\n</node>"

    var level: UInt32 = 7
    var calls: [String] = []
    /// The calls again, for a test that waits for one.
    let received = Recorder<String>()
    var unanswered: [MethodCall] = []
    private(set) var registration: Registration?

    init(on connection: Connection, at path: ObjectPath = Echo.path) throws {
        let interface = try Interface(Echo.name, xml: Echo.xml)
        let properties: [MemberName: PropertyAccess] = [
            "Level": PropertyAccess(
                get: { [weak self] _ throws(ErrorReply) in .uint32(self?.level ?? 0) },
                set: { [weak self] _, value throws(ErrorReply) in
                    guard let number = value.asUInt32, number <= 9 else {
                        throw ErrorReply(.invalidArgs, "Level is at most 9")
                    }
                    self?.level = number
                }),
            "Name": .readOnly { .string("echo") },
        ]
        registration = connection.export(interface, at: path, properties: properties) {
            [weak self] in self?.answer($0)
        }
    }

    private func answer(_ call: MethodCall) {
        calls.append(call.member)
        received.record(call.member)
        var arguments = call.arguments
        switch call.member {
        case "Echo":
            do throws(UnmarshalError) {
                call.reply(try arguments.value())
            } catch {
                call.fail(.invalidArgs, error.description)
            }
        case "Add":
            let left = (try? arguments.uint32()) ?? 0
            let right = (try? arguments.uint32()) ?? 0
            call.reply(.uint32(left &+ right))
        case "Fail": call.fail(.accessDenied, "Not today")
        case "Never": unanswered.append(call)
        default: call.reply()
        }
    }
}
