// SPDX-License-Identifier: Apache-2.0

/// The condition for delivering a request. The subclasses define times.
///
/// Source: Apple's documentation of `UNNotificationTrigger`.
///
/// Unchecked `Sendable` because objects of the class are immutable.
open class UNNotificationTrigger: NSObject, NSCopying, @unchecked Sendable {
    /// True if the trigger fires repeatedly.
    public let repeats: Bool

    init(repeats: Bool) {
        self.repeats = repeats
    }

    /// Returns the next date after `date` at which the trigger fires; nil for never.
    ///
    /// - Parameter timeZone: The user's time zone.
    func next(after date: Date, in timeZone: TimeZone) -> Date? { nil }

    /// Returns the trigger of a request that is scheduled at `date`.
    func scheduled(at date: Date) -> UNNotificationTrigger { self }

    /// Returns the same trigger, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The hash of the trigger, equal for equal triggers.
    open override var hash: Int { repeats ? 1 : 0 }
}

/// A trigger that fires after a number of seconds.
///
/// Source: Apple's documentation of `UNTimeIntervalNotificationTrigger`. The seconds are wall-clock
/// time: they also pass while the computer sleeps.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// Minimum interval of a repeating trigger.
    static let shortestRepetition: TimeInterval = 60

    /// The interval in seconds.
    public let timeInterval: TimeInterval
    /// The date at which the request was scheduled; nil before.
    let start: Date?

    /// Makes a trigger that is not scheduled yet.
    ///
    /// Adding a request fails with ``UNError/Code/notificationInvalidNoDate`` if the interval is 0
    /// or less, or if it repeats and is below 60. Apple's systems end the app instead.
    public convenience init(timeInterval: TimeInterval, repeats: Bool) {
        self.init(timeInterval: timeInterval, repeats: repeats, start: nil)
    }

    init(timeInterval: TimeInterval, repeats: Bool, start: Date?) {
        self.timeInterval = timeInterval
        self.start = start
        super.init(repeats: repeats)
    }

    /// Returns the date at which the trigger fires next; nil for never. A trigger of a pending
    /// request counts from the time of its scheduling, any other trigger from now.
    open func nextTriggerDate() -> Date? { next(after: Date(), in: .current) }

    override func next(after date: Date, in timeZone: TimeZone) -> Date? {
        // The comparison also fails if the interval is not a number.
        guard timeInterval > 0, timeInterval.isFinite,
            !repeats || timeInterval >= Self.shortestRepetition
        else { return nil }
        guard let start else { return date.addingTimeInterval(timeInterval) }
        if date < start { return start.addingTimeInterval(timeInterval) }
        let passed = (date.timeIntervalSince(start) / timeInterval).rounded(.down)
        if !repeats, passed >= 1 { return nil }
        return start.addingTimeInterval((passed + 1) * timeInterval)
    }

    override func scheduled(at date: Date) -> UNNotificationTrigger {
        UNTimeIntervalNotificationTrigger(
            timeInterval: timeInterval, repeats: repeats, start: start ?? date)
    }

    /// Returns true if both triggers have the same interval.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNTimeIntervalNotificationTrigger else { return false }
        return timeInterval == other.timeInterval && repeats == other.repeats
    }

    /// The hash of the trigger, equal for equal triggers.
    open override var hash: Int { timeInterval.hashValue }
}

/// A trigger that fires at a date of the calendar.
///
/// Source: Apple's documentation of `UNCalendarNotificationTrigger`. Components without a time zone
/// mean the user's local time, also if they have a calendar. If the user's time zone changes, a
/// pending request is due at the local time of the new zone. If this time has passed since the
/// scheduling, the request is due immediately. If a change to summer time skips the time, the
/// trigger fires at the first time after the gap. If a time occurs twice, the trigger fires the
/// first time.
open class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// The components that the date must match.
    public let dateComponents: DateComponents

    /// Makes a trigger for the next date with the components, or for every such date.
    public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.dateComponents = dateComponents
        super.init(repeats: repeats)
    }

    /// Returns the date at which the trigger fires next; nil for never.
    open func nextTriggerDate() -> Date? { next(after: Date(), in: .current) }

    override func next(after date: Date, in timeZone: TimeZone) -> Date? {
        var calendar = dateComponents.calendar ?? .current
        // `Calendar.current` has the zone of the time when the app got it.
        calendar.timeZone = dateComponents.timeZone ?? timeZone
        // These two components select the calendar. They are not components to match.
        var components = dateComponents
        components.calendar = nil
        components.timeZone = nil
        return calendar.nextDate(
            after: date, matching: components, matchingPolicy: .nextTime,
            repeatedTimePolicy: .first, direction: .forward)
    }

    /// Returns true if both triggers fire at the same dates.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNCalendarNotificationTrigger else { return false }
        return dateComponents == other.dateComponents && repeats == other.repeats
    }

    /// The hash of the trigger, equal for equal triggers.
    open override var hash: Int { dateComponents.hashValue }
}

/// The trigger of a notification from a remote server.
///
/// Source: Apple's documentation of `UNPushNotificationTrigger`. Only requests of a
/// ``UNNotificationServiceExtension`` have this trigger. focusd receives and shows remote
/// notifications; an app never makes this trigger.
open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    init() {
        super.init(repeats: false)
    }
}
