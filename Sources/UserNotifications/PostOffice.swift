// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore

/// What the center knows and does: the requests that wait for their time, the notifications that are
/// with the server, and what the server tells about them.
///
/// Everything comes through the ``line``, one after the other, so that no two of its methods are under
/// way at once although they wait in between.
actor PostOffice {
    /// Delivered notifications that the center knows of; the oldest makes room. Some servers never say
    /// that one is over.
    static let maximumDelivered = 1_000

    nonisolated let line = WorkLine()
    let notifications: AppNotifications
    let clock: any TriggerClock
    let appName: String
    private let archive: RequestArchive?
    private(set) var outlets = Outlets()

    /// The requests that wait, by identifier.
    private(set) var pending: [String: PendingRequest] = [:]
    /// The notifications that the server has, by identifier.
    var delivered: [String: DeliveredNotification] = [:]
    var categories: Set<UNNotificationCategory> = []
    /// What the server gave the app to come to the front with, until the action comes.
    var tokens: [ClientID: String] = [:]
    /// Whether the server is focusd; nil before it was asked.
    var serverIsFocusd: Bool?
    /// Whether what is delivered is focusd's, which has gone and may come back.
    var awaitsFocusd = false
    private var isSaving = false

    /// Where the center hears of what happens.
    struct Outlets: Sendable {
        /// Whether the app is asked before a notification is shown.
        var isAppInFront: @Sendable () -> Bool = { false }
        /// Asks it.
        var willPresent:
            @Sendable (
                UNNotification, @escaping @Sendable (UNNotificationPresentationOptions) -> Void
            ) -> Void = { _, answer in answer([]) }
        /// Tells it what the user did.
        var didReceive: @Sendable (UNNotificationResponse) -> Void = { _ in }
    }

    /// - Parameter archive: Nil where nothing can outlive the process.
    init(
        _ notifications: AppNotifications, clock: any TriggerClock, appName: String,
        archive: RequestArchive?
    ) {
        self.notifications = notifications
        self.clock = clock
        self.appName = appName
        self.archive = archive
    }

    /// Begins: what an earlier run of the app has left is taken up, and what should have come
    /// meanwhile comes now.
    func start(_ outlets: Outlets) async {
        self.outlets = outlets
        await notifications.onEvent { [weak self] event in
            self?.line.add { [weak self] in await self?.heard(event) }
        }
        let state = archive?.takeUp() ?? ArchivedState()
        let now = clock.now
        for request in state.pending.compactMap(ArchivedRequest.init) {
            guard pending[request.identifier] == nil,
                let restored = PendingRequest(request, now: now)
            else { continue }
            pending[request.identifier] = restored
        }
        await restore(state.delivered)
        await fireDue()
    }

    // MARK: Requests

    /// Takes a request; shows it where it has no trigger.
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
        let now = clock.now
        let scheduled = trigger.scheduled(at: now)
        guard let due = scheduled.next(after: now) else {
            throw UNError(.notificationInvalidNoDate)
        }
        let own = UNNotificationRequest(
            identifier: request.identifier, content: request.content, trigger: scheduled)
        pending[request.identifier] = PendingRequest(own, due: due)
        save()
        wait()
    }

    /// The requests that wait, the next first.
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
        let next = pending.values.filter { !$0.isOverdue }.map(\.due).min()
        clock.wake(at: next) { [weak self] in
            self?.line.add { [weak self] in await self?.fireDue() }
        }
    }

    /// Shows what is due, and what was due when there was no server.
    func fireDue() async {
        let now = clock.now
        let due = pending.values.filter { $0.due <= now }.sorted { $0.due < $1.due }
        for entry in due {
            let identifier = entry.request.identifier
            if let trigger = entry.request.trigger, trigger.repeats,
                let next = trigger.next(after: now)
            {
                pending[identifier] = PendingRequest(entry.request, due: next)
            } else {
                pending[identifier] = nil
            }
            do throws(ControlError) {
                try await present(entry.request)
            } catch .notReachable where pending[identifier] == nil {
                // Once there is a server again; a repeating one comes again by itself.
                var overdue = entry
                overdue.isOverdue = true
                pending[identifier] = overdue
            } catch {
                // Refused: that would not change, and nobody waits to be told.
            }
        }
        if !due.isEmpty { save() }
        wait()
    }

    // MARK: What outlives the process

    private func save() {
        archive?.write(
            ArchivedState(
                pending: pending.values.sorted { $0.due < $1.due }.map(\.archived),
                delivered: archivedDelivered()))
    }

    /// Once for all that happens at a time.
    func saveSoon() {
        guard archive != nil, !isSaving else { return }
        isSaving = true
        line.add { [weak self] in await self?.saveNow() }
    }

    private func saveNow() {
        isSaving = false
        save()
    }

    /// Only focusd's ids mean the same later.
    private func archivedDelivered() -> [Data] {
        guard serverIsFocusd == true || awaitsFocusd else { return [] }
        let newest = delivered.values.sorted { $0.date > $1.date }
        return newest.prefix(RequestArchive.maximumDelivered).map(\.archived)
    }

    private func restore(_ archived: [Data]) async {
        guard !archived.isEmpty, await isFocusd() else { return }
        let entries = archived.compactMap { ArchivedDelivery($0) }.map(DeliveredNotification.init)
        for entry in entries.sorted(by: { $0.date < $1.date }) { keep(entry) }
    }
}
