// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
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

    /// The discovery messages: topics and payloads.
    ///
    /// - Parameter options: The names of the Focuses, with ``off``.
    func discoveries(
        options: [String], takesCommands: Bool
    ) -> [(topic: String, payload: JSONValue)] {
        var select = entity("focus", "Focus", "mdi:moon-waning-crescent", focus)
        select = select.adding(["options": .strings(options)])
        // Home Assistant's select needs a command topic; one that only looks is a sensor.
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
            "device": [
                "identifiers": [.string("focusd_\(machine.rawValue)")],
                "name": .string("focusd on \(name)"), "manufacturer": "focusd",
                "sw_version": .string(Release.version),
            ],
        ]
    }

    /// The payload of the sensor for what begins next.
    static func next(_ change: UpcomingChange?) -> JSONValue {
        guard let change else { return ["text": "nothing", "focus": nil, "time": nil] }
        let focus = change.focus == nil ? off : change.name
        let time = UTCText.text(change.time)
        return [
            "text": .string("\(focus) at \(time)"), "focus": .string(focus),
            "time": .string(time),
        ]
    }
}
