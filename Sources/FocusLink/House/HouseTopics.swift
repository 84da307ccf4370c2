// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop
import LinkCore

/// The topics and payloads for Home Assistant: MQTT discovery of a select and two sensors. In plain
/// text, since Home Assistant cannot open sealed messages.
struct HouseTopics: Hashable {
    let discovery: String
    let base: String
    let machine: MachineID
    let name: String

    /// The option that stands for no Focus.
    static let off = "Off"

    init(_ configuration: LinkConfiguration, machine: MachineID, name: String) {
        discovery = configuration.housePrefix
        base = "\(configuration.prefix)/house/\(machine.rawValue)"
        self.machine = machine
        self.name = name
    }

    var available: String { base + "/available" }
    var focus: String { base + "/focus" }
    var command: String { base + "/set" }
    var missed: String { base + "/missed" }
    var next: String { base + "/next" }

    /// All topics with a retained message of this machine.
    func retained(takesCommands: Bool) -> [String] {
        discoveries(options: [], takesCommands: takesCommands).map(\.topic)
            + [available, focus, missed, next]
    }

    /// Returns the option for a Focus: its name; its id where another Focus has the same name, or
    /// where the name is the word for no Focus.
    static func option(_ id: FocusID, in focuses: [FocusSummary]) -> String {
        guard let focus = focuses.first(where: { $0.id == id }) else { return id.rawValue }
        let isUnique = focuses.count { $0.name == focus.name } == 1
        let text = isUnique && focus.name != off ? focus.name : id.rawValue
        // To Home Assistant, this word in any letter case means an unknown state.
        return text.lowercased() == "none" ? "“\(text)”" : text
    }

    /// The discovery messages: topics and payloads.
    ///
    /// - Parameter options: The names of the Focuses, with ``off``.
    func discoveries(
        options: [String], takesCommands: Bool
    ) -> [(topic: String, payload: JSONValue)] {
        var select = entity("focus", "Focus", "mdi:moon-waning-crescent", focus)
        select = select.adding(["options": .strings(options)])
        // A select of Home Assistant needs a command topic. Without commands, Focus is a sensor.
        if takesCommands { select = select.adding(["command_topic": .string(command)]) }
        let missed = entity("missed", "Missed notifications", "mdi:bell-badge", missed)
            .adding(["state_class": "measurement", "unit_of_measurement": "notifications"])
        let next = entity("next", "Next Focus", "mdi:calendar-clock", next)
            .adding([
                "value_template": "{{ value_json.text }}", "json_attributes_topic": .string(next),
            ])
        return [
            (config(takesCommands ? "select" : "sensor", "focus"), select),
            (config("sensor", "missed"), missed), (config("sensor", "next"), next),
        ]
    }

    /// True for a topic of a discovery message.
    static func isDescription(_ topic: String) -> Bool { topic.hasSuffix("/config") }

    private func config(_ component: String, _ object: String) -> String {
        "\(discovery)/\(component)/focusd_\(machine.rawValue)/\(object)/config"
    }

    private func entity(
        _ object: String, _ title: String, _ icon: String, _ topic: String
    ) -> JSONValue {
        [
            "name": .string(title), "unique_id": .string("focusd_\(machine.rawValue)_\(object)"),
            "state_topic": .string(topic), "availability_topic": .string(available),
            "icon": .string(icon),
            "origin": ["name": "focusd", "sw_version": .string(Release.version)],
            "device": [
                "identifiers": [.string("focusd_\(machine.rawValue)")],
                "name": .string("focusd on \(name)"), "manufacturer": "focusd",
                "sw_version": .string(Release.version),
            ],
        ]
    }

    /// The payload of the sensor for the next change.
    static func next(_ change: UpcomingChange?) -> JSONValue {
        guard let change else { return ["text": "nothing", "focus": nil, "time": nil] }
        let focus = change.focus == nil ? off : change.name
        let time = change.time.universalText
        return [
            "text": .string("\(focus) at \(time)"), "focus": .string(focus),
            "time": .string(time),
        ]
    }
}
