// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import LinkCore
import Mosquitto

/// The messages of a link for the house.
extension Link {
    /// The topics of this machine for the house, as the settings say.
    private var houseTopics: [String] { topics(takesCommands: configuration.takesCommands) }

    private func topics(takesCommands: Bool) -> [String] {
        guard configuration.servesHouse else { return [] }
        let topics = HouseTopics(
            configuration, machine: agreement.machine, name: agreement.name)
        return topics.retained(takesCommands: takesCommands)
    }

    /// Notes the topics in the memory, before the first message: a crash must not leave a topic
    /// behind that no memory names.
    func rememberHouse() {
        memory.house += houseTopics.filter { !memory.house.contains($0) }
    }

    /// Removes the messages of earlier settings from the house: first the descriptions, then, once
    /// Home Assistant has adopted that, the states. Home Assistant refuses an empty state.
    func emptyHouse() {
        let topics = houseTopics
        // Focus is a select or a sensor, never both.
        let known = memory.house + self.topics(takesCommands: !configuration.takesCommands)
        let left = Set(known).subtracting(topics)
        for topic in left.sorted() where HouseTopics.isDescription(topic) { publish([], on: topic) }
        let states = left.filter { !HouseTopics.isDescription($0) }.sorted()
        memory.house = topics + states
        store()
        guard !states.isEmpty else { return }
        houseTimer = Timer(after: House.settlingTime) { [weak self] in self?.empty(states) }
    }

    private func empty(_ states: [String]) {
        // Without a connection, the next connection empties the states.
        guard isConnected else { return }
        for topic in states { publish([], on: topic) }
        memory.house = houseTopics
        store()
    }
}
