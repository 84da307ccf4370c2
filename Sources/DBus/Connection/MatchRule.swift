// SPDX-License-Identifier: Apache-2.0

/// Selects the signals of a subscription ("Match Rules" in the specification).
///
/// A nil property matches all signals.
public struct MatchRule: Hashable, Sendable {
    /// The sender of the signal; a well-known name stands for its owner at that time.
    public var sender: BusName?
    /// The object that sends the signal.
    public var path: ObjectPath?
    /// Matches the signals of this object and of all objects below it.
    public var pathNamespace: ObjectPath?
    /// The signal's interface.
    public var interface: InterfaceName?
    /// The signal's name.
    public var member: MemberName?
    /// Expected values of string arguments, by position from 0 to 63.
    public var arguments: [Int: String]
    /// A bus name prefix for the first argument: "org.example" also matches "org.example.App".
    public var argument0Namespace: String?

    /// Creates a rule for signals.
    public init(
        sender: BusName? = nil, path: ObjectPath? = nil, pathNamespace: ObjectPath? = nil,
        interface: InterfaceName? = nil, member: MemberName? = nil,
        arguments: [Int: String] = [:], argument0Namespace: String? = nil
    ) {
        precondition(arguments.keys.allSatisfy { 0..<64 ~= $0 }, "D-Bus matches arguments 0 to 63")
        self.sender = sender
        self.path = path
        self.pathNamespace = pathNamespace
        self.interface = interface
        self.member = member
        self.arguments = arguments
        self.argument0Namespace = argument0Namespace
    }

    /// The rule in the syntax of the bus.
    public var text: String {
        var parts = ["type='signal'"]
        func add(_ key: String, _ value: String?) {
            // An apostrophe ends the quoted text; then \' and a new quoted text follow.
            guard let value else { return }
            let quoted = value.split(separator: "'", omittingEmptySubsequences: false)
            parts.append("\(key)='\(quoted.joined(separator: "'\\''"))'")
        }
        add("sender", sender?.rawValue)
        add("path", path?.rawValue)
        // "/" as a namespace means every object; the rule without the namespace means the same.
        if pathNamespace != .root { add("path_namespace", pathNamespace?.rawValue) }
        add("interface", interface?.rawValue)
        add("member", member?.rawValue)
        for (number, value) in arguments.sorted(by: { $0.key < $1.key }) {
            add("arg\(number)", value)
        }
        add("arg0namespace", argument0Namespace)
        return parts.joined(separator: ",")
    }
}
