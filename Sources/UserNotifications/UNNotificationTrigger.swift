// SPDX-License-Identifier: Apache-2.0

/// What makes a request a notification: a time, in the classes below this one.
///
/// Apple's documentation of `UNNotificationTrigger`.
///
/// Unchecked `Sendable`: nothing in it changes.
open class UNNotificationTrigger: NSObject, NSCopying, @unchecked Sendable {
    /// Whether it fires again and again.
    public let repeats: Bool

    init(repeats: Bool) {
        self.repeats = repeats
    }

    /// When it fires next, seen from `date`; nil for never.
    func next(after date: Date) -> Date? { nil }

    /// The trigger of a request that is scheduled at `date`.
    func scheduled(at date: Date) -> UNNotificationTrigger { self }

    /// The same trigger: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// A number that is the same for equal triggers.
    open override var hash: Int { repeats ? 1 : 0 }
}

/// Fires when some seconds have passed.
///
/// Apple's documentation of `UNTimeIntervalNotificationTrigger`. The seconds are those of the clock on
/// the wall: they also pass while the computer sleeps.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// What a repeating trigger has to wait at least.
    static let shortestRepetition: TimeInterval = 60

    /// The seconds.
    public let timeInterval: TimeInterval
    /// When the request was scheduled; nil before.
    let start: Date?

    /// A trigger that is not scheduled yet.
    ///
    /// A request with an interval that is not above 0, or repeats and is below 60, is refused with
    /// ``UNError/Code/notificationInvalidNoDate``; Apple's systems end the app instead.
    public convenience init(timeInterval: TimeInterval, repeats: Bool) {
        self.init(timeInterval: timeInterval, repeats: repeats, start: nil)
    }

    init(timeInterval: TimeInterval, repeats: Bool, start: Date?) {
        self.timeInterval = timeInterval
        self.start = start
        super.init(repeats: repeats)
    }

    /// When the trigger fires next: seen from now before its request is scheduled, in a request that is
    /// pending the date that was set then; nil for never.
    open func nextTriggerDate() -> Date? { next(after: Date()) }

    override func next(after date: Date) -> Date? {
        // Not a number fails the comparison, too.
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

    /// Whether both fire after the same time.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNTimeIntervalNotificationTrigger else { return false }
        return timeInterval == other.timeInterval && repeats == other.repeats
    }

    /// A number that is the same for equal triggers.
    open override var hash: Int { timeInterval.hashValue }
}

/// Fires when the calendar shows a date.
///
/// Apple's documentation of `UNCalendarNotificationTrigger`. Without a time zone among the components
/// the time is the user's local one. A time that a change to summer time leaves out is the first that
/// there is after it; one that there is twice is the first of the two.
open class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// What the calendar is to show.
    public let dateComponents: DateComponents

    /// A trigger for the next date with those components, or for each.
    public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.dateComponents = dateComponents
        super.init(repeats: repeats)
    }

    /// When the trigger fires next; nil for never.
    open func nextTriggerDate() -> Date? { next(after: Date()) }

    override func next(after date: Date) -> Date? {
        var calendar = dateComponents.calendar ?? .current
        if let timeZone = dateComponents.timeZone { calendar.timeZone = timeZone }
        // They say which calendar is meant, not what it shows.
        var components = dateComponents
        components.calendar = nil
        components.timeZone = nil
        return calendar.nextDate(
            after: date, matching: components, matchingPolicy: .nextTime,
            repeatedTimePolicy: .first, direction: .forward)
    }

    /// Whether both fire at the same dates.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNCalendarNotificationTrigger else { return false }
        return dateComponents == other.dateComponents && repeats == other.repeats
    }

    /// A number that is the same for equal triggers.
    open override var hash: Int { dateComponents.hashValue }
}

/// Says that a notification came from a server.
///
/// Apple's documentation of `UNPushNotificationTrigger`. Apps do not make one, and none arrives here:
/// what a server sends is given to focusd, which shows it.
open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    init() {
        super.init(repeats: false)
    }
}
