// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore

/// The state and work of the center: pending requests, delivered notifications, and the events of
/// the server.
///
/// All work goes through the ``queue``, one item after the other. Two methods therefore never run
/// at the same time, although each of them suspends.
actor PostOffice {
    /// Maximum number of delivered notifications in memory; the oldest is dropped. Some servers
    /// never report the end of a notification.
    static let maximumDelivered = 1_000

    /// Seconds between two attempts to deliver overdue requests.
    static let overduePause: TimeInterval = 60

    nonisolated let queue = WorkQueue()
    let notifications: AppNotifications
    let clock: any TriggerClock
    let appName: String
    private let archive: RequestArchive?
    private(set) var outlets = Outlets()

    /// The pending requests by identifier.
    private(set) var pending: [String: PendingRequest] = [:]
    /// The time zone of the dates of the pending requests.
    private var timeZone: TimeZone
    /// The notifications that the server has, by identifier.
    var delivered: [String: DeliveredNotification] = [:]
    private(set) var categories: Set<UNNotificationCategory> = []
    /// The stored forms of the categories, encoded once.
    private var archivedCategories: [Data] = []
    /// The activation tokens of the server, each stored until its action arrives.
    var tokens: [ClientID: String] = [:]
    /// True if the server is focusd; nil before the server's answer.
    var serverIsFocusd: Bool?
    /// True while no server answers and the delivered notifications may be those of focusd, which
    /// may still start.
    var awaitsFocusd = false
    private var isSaving = false

    /// The functions with which the office reports to the center.
    struct Outlets: Sendable {
        /// Returns true if the app decides how a notification appears.
        var isAppInFront: @Sendable () -> Bool = { false }
        /// Asks the app how a notification should appear.
        var willPresent:
            @Sendable (
                UNNotification, @escaping @Sendable (UNNotificationPresentationOptions) -> Void
            ) -> Void = { _, answer in answer([]) }
        /// Tells the app about the user's response.
        var didReceive: @Sendable (UNNotificationResponse) -> Void = { _ in }
    }

    /// - Parameter archive: Nil if requests cannot outlive the process.
    init(
        _ notifications: AppNotifications, clock: any TriggerClock, appName: String,
        archive: RequestArchive?
    ) {
        self.notifications = notifications
        self.clock = clock
        timeZone = clock.timeZone
        self.appName = appName
        self.archive = archive
    }

    /// Starts the office. Restores the state of the app's earlier runs, and delivers the requests
    /// that became due since then.
    func start(_ outlets: Outlets) async {
        self.outlets = outlets
        await notifications.onEvent { [weak self] event in
            self?.queue.add { [weak self] in await self?.heard(event) }
        }
        clock.onTimeZoneChange { [weak self] in
            self?.queue.add { [weak self] in await self?.fireDue() }
        }
        let state = archive?.takeUp() ?? ArchivedState()
        let now = clock.now
        for request in state.pending.compactMap(ArchivedRequest.init)
        where pending[request.identifier] == nil {
            pending[request.identifier] = PendingRequest(request, now: now, in: timeZone)
        }
        restoreCategories(state.categories ?? [])
        await restore(state.delivered)
        await fireDue()
    }

    // MARK: Requests

    /// Adds a request. A request without a trigger is delivered immediately.
    func add(_ request: UNNotificationRequest) async throws(UNError) {
        let content = request.content.fields
        guard content.isWorthDelivering else { throw UNError(.notificationInvalidNoContent) }
        guard let trigger = request.trigger else {
            forget([request.identifier])
            do throws(ControlError) {
                try await present(request)
            } catch {
                throw UNError(error)
            }
            return
        }
        followTimeZone()
        let now = clock.now
        let scheduled = trigger.scheduled(at: now)
        guard let due = scheduled.next(after: now, in: timeZone) else {
            throw UNError(.notificationInvalidNoDate)
        }
        let own = UNNotificationRequest(
            identifier: request.identifier, content: request.content, trigger: scheduled)
        pending[request.identifier] = PendingRequest(own, since: now, due: due)
        save()
        wait()
    }

    /// The pending requests, the next one first.
    var pendingRequests: [UNNotificationRequest] {
        pending.values.sorted { $0.due < $1.due }.map(\.request)
    }

    func removePending(_ identifiers: [String]) {
        forget(identifiers)
        wait()
    }

    func removeAllPending() {
        removePending(Array(pending.keys))
    }

    private func forget(_ identifiers: [String]) {
        let count = pending.count
        for identifier in identifiers { pending[identifier] = nil }
        if pending.count != count { save() }
    }

    // MARK: Time

    private func wait() {
        var dates = pending.values.filter { !$0.isOverdue }.map(\.due)
        // No signal tells that a server answers again after a hang.
        if dates.count < pending.count { dates.append(clock.now + Self.overduePause) }
        clock.wake(at: dates.min()) { [weak self] in
            self?.queue.add { [weak self] in await self?.fireDue() }
        }
    }

    /// Calculates the dates of pending requests again if the user's time zone has changed.
    private func followTimeZone() {
        let current = clock.timeZone
        guard current != timeZone else { return }
        timeZone = current
        pending = pending.mapValues { $0.moved(to: current) }
        if !pending.isEmpty { save() }
    }

    /// Delivers the due requests, and the requests that were due while no server was available.
    func fireDue() async {
        followTimeZone()
        let now = clock.now
        let due = pending.values.filter { $0.due <= now }.sorted { $0.due < $1.due }
        for entry in due {
            let identifier = entry.request.identifier
            if let trigger = entry.request.trigger, trigger.repeats,
                let next = trigger.next(after: now, in: timeZone)
            {
                pending[identifier] = PendingRequest(entry.request, since: now, due: next)
            } else {
                pending[identifier] = nil
            }
            do throws(ControlError) {
                try await present(entry.request, entry.options)
            } catch .notReachable where pending[identifier] == nil {
                // Delivered when a server appears. A repeating request is due again anyway.
                var overdue = entry
                overdue.isOverdue = true
                pending[identifier] = overdue
            } catch {
                // The server refused the request. Another attempt would fail too, and no caller
                // waits for the error.
            }
        }
        if !due.isEmpty { save() }
        wait()
    }

    /// Keeps a request that no server could take until the next attempt.
    ///
    /// - Parameter options: The app's choice of presentation.
    func keepOverdue(
        _ request: UNNotificationRequest, _ options: UNNotificationPresentationOptions
    ) {
        // A repeating request is due again anyway.
        guard pending[request.identifier] == nil else { return }
        let now = clock.now
        var overdue = PendingRequest(request, since: now, due: now)
        overdue.isOverdue = true
        overdue.options = options
        pending[request.identifier] = overdue
        save()
        wait()
    }

    // MARK: Stored state

    private func save() {
        archive?.write(
            ArchivedState(
                pending: pending.values.sorted { $0.due < $1.due }.map(\.archived),
                delivered: archivedDelivered(), categories: archivedCategories))
    }

    /// Sets the categories of the notifications that are shown from now on.
    func setCategories(_ categories: Set<UNNotificationCategory>) {
        use(categories)
        saveSoon()
    }

    private func use(_ categories: Set<UNNotificationCategory>) {
        self.categories = categories
        archivedCategories = categories.map { ArchivedCategory($0).data }
    }

    /// Restores the categories of the last run. Overdue requests need them before the app can set
    /// them again.
    private func restoreCategories(_ archived: [Data]) {
        var restored: [String: UNNotificationCategory] = [:]
        for data in archived {
            guard let category = ArchivedCategory(data)?.category else { continue }
            restored[category.identifier] = category
        }
        use(Set(restored.values))
    }

    /// Saves the state once for several changes.
    func saveSoon() {
        guard archive != nil, !isSaving else { return }
        isSaving = true
        queue.add { [weak self] in await self?.saveNow() }
    }

    private func saveNow() {
        isSaving = false
        save()
    }

    /// Returns the stored forms of delivered notifications. Only focusd's ids remain valid for a
    /// later process.
    private func archivedDelivered() -> [Data] {
        guard serverIsFocusd == true || awaitsFocusd else { return [] }
        let newest = delivered.values.sorted { $0.date > $1.date }
        // A notification that the user has acted on takes no place of another one.
        let sorted = newest.filter { !$0.isActedOn } + newest.filter(\.isActedOn)
        return sorted.prefix(RequestArchive.maximumDelivered).map(\.archived)
    }

    private func restore(_ archived: [Data]) async {
        guard !archived.isEmpty else { return }
        let isFocusd = await isFocusd()
        guard isFocusd != false else { return }
        // The app may start before focusd, whose arrival gives the answer.
        if isFocusd == nil { awaitsFocusd = true }
        let entries = archived.compactMap { ArchivedDelivery($0) }.map(DeliveredNotification.init)
        for entry in entries.sorted(by: { $0.date < $1.date }) { keep(entry) }
        await forgetEnded()
    }
}
