// SPDX-License-Identifier: Apache-2.0

extension UNMutableNotificationContent {
    /// Makes the content of a remote payload, as in Apple's documentation "Generating a remote
    /// notification". `userInfo` is the payload itself. Returns nil if the text is not a payload.
    convenience init?(remotePayload text: String) {
        guard
            let payload = try? JSONSerialization.jsonObject(with: Data(text.utf8))
                as? [String: Any], let aps = payload["aps"] as? [String: Any]
        else { return nil }
        self.init()
        userInfo = payload
        if let alert = aps["alert"] as? [String: Any] {
            title = alert["title"] as? String ?? ""
            subtitle = alert["subtitle"] as? String ?? ""
            body = alert["body"] as? String ?? ""
        } else {
            body = aps["alert"] as? String ?? ""
        }
        badge = aps["badge"] as? NSNumber
        categoryIdentifier = aps["category"] as? String ?? ""
        threadIdentifier = aps["thread-id"] as? String ?? ""
        targetContentIdentifier = aps["target-content-id"] as? String
        filterCriteria = aps["filter-criteria"] as? String
        relevanceScore = (aps["relevance-score"] as? NSNumber)?.doubleValue ?? 0
        sound = Self.sound(aps["sound"])
        let levels: [String: UNNotificationInterruptionLevel] = [
            "passive": .passive, "active": .active, "time-sensitive": .timeSensitive,
            "critical": .critical,
        ]
        if sound?.isCritical == true {
            interruptionLevel = .critical
        } else if let word = aps["interruption-level"] as? String, let level = levels[word] {
            interruptionLevel = level
        }
    }

    private static func sound(_ value: Any?) -> UNNotificationSound? {
        if let name = value as? String { return named(name, isCritical: false) }
        guard let dictionary = value as? [String: Any] else { return nil }
        let isCritical = (dictionary["critical"] as? NSNumber)?.intValue == 1
        return named(dictionary["name"] as? String ?? "default", isCritical: isCritical)
    }

    private static func named(_ name: String, isCritical: Bool) -> UNNotificationSound {
        UNNotificationSound(name == "default" ? .usual : .named(name), isCritical: isCritical)
    }
}
