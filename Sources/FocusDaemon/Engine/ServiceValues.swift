// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore

/// The service's own values in the store, each a text under its name.
struct ServiceValues {
    /// Names of the values in the store.
    enum Name {
        static let agenda = "agenda"
        /// Popups that are still to be closed.
        static let closes = "closes"
        static let deliveredThrough = "delivered-through"
        static let appsHeardBefore = "known-apps"
        /// Beginning of the names of the requests for quiet, before the cookie.
        static let inhibition = "inhibition "
        static let mutes = "mutes"
        /// Present if all popups are of the present session bus.
        static let popupsOfThisBus = "popups-of-this-bus"
        /// First notification key of the current quiet.
        static let quietSince = "quiet-since-key"
        /// Key of the first notification that came over the present session bus.
        static let senders = "senders"
        static let serverInstance = "server"
        static let snoozes = "snoozes"
    }

    let store: Store

    // MARK: Writing

    func write(_ agenda: Agenda) throws(StoreError) {
        try store.setValue(Name.agenda, agenda.text)
    }

    func write(_ times: DeliveryTimes) throws(StoreError) {
        try store.setValue(Name.deliveredThrough, "\(times.through.rawValue)")
    }

    func write(_ mutes: Mutes) throws(StoreError) {
        try store.setValue(Name.mutes, mutes.isEmpty ? nil : mutes.text)
    }

    func write(_ snoozes: Snoozes) throws(StoreError) {
        let text = snoozes.text
        try store.setValue(Name.snoozes, text.isEmpty ? nil : text)
    }

    func write(_ apps: AppsHeardBefore?) throws(StoreError) {
        try store.setValue(Name.appsHeardBefore, apps?.text)
    }

    func write(quietSince key: EntryKey?) throws(StoreError) {
        try store.setValue(Name.quietSince, key.map { "\($0.rawValue)" })
    }

    func write(serverInstance: String?) throws(StoreError) {
        try store.setValue(Name.serverInstance, serverInstance)
    }

    func write(firstOnThisBus key: EntryKey) throws(StoreError) {
        try store.setValue(Name.senders, "\(key.rawValue)")
    }

    func write(popupsAreOfThisBus: Bool) throws(StoreError) {
        try store.setValue(Name.popupsOfThisBus, popupsAreOfThisBus ? "1" : nil)
    }

    func write(closes: [ServerID]) throws(StoreError) {
        let text = closes.map { "\($0.rawValue)" }.joined(separator: " ")
        try store.setValue(Name.closes, text.isEmpty ? nil : text)
    }

    /// Stores a request for quiet; nil removes it.
    func write(_ request: Inhibitions.Inhibitor?, _ cookie: UInt32) throws(StoreError) {
        try store.setValue(Name.inhibition + "\(cookie)", request?.text)
    }

    /// Stores all requests for quiet, and removes every other one.
    func rewrite(_ inhibitions: Inhibitions) throws(StoreError) {
        for name in try store.valueNames(beginningWith: Name.inhibition) {
            try store.setValue(name, nil)
        }
        for cookie in inhibitions.cookies { try write(inhibitions[cookie], cookie) }
    }

    // MARK: Reading

    /// Returns the state of an earlier focusd, without its notifications.
    func earlierState() throws(StoreError) -> EarlierState {
        var earlier = EarlierState()
        earlier.activation = try store.activation()
        earlier.badges = try store.badges()
        earlier.agenda = try store.value(Name.agenda)
        earlier.mutes = try store.value(Name.mutes)
        earlier.snoozes = try store.value(Name.snoozes)
        earlier.appsHeardBefore = try store.value(Name.appsHeardBefore)
        earlier.serverInstance = try store.value(Name.serverInstance)
        earlier.deliveredThrough = try number(Name.deliveredThrough).map(Timestamp.init)
        earlier.quietSince = try number(Name.quietSince).map(EntryKey.init)
        earlier.inhibitions = try inhibitions()
        return earlier
    }

    /// Returns the key of the first notification that came over the present session bus; nil if all
    /// stored ones did.
    func firstOnThisBus() throws(StoreError) -> EntryKey? {
        try number(Name.senders).map(EntryKey.init)
    }

    /// Returns true if all popups are of the present session bus, also those of notifications that
    /// came over an earlier one.
    func popupsAreOfThisBus() throws(StoreError) -> Bool {
        try store.value(Name.popupsOfThisBus) != nil
    }

    /// Returns the popups that an earlier focusd did not close.
    func closes() throws(StoreError) -> [ServerID] {
        let text = try store.value(Name.closes) ?? ""
        return text.split(separator: " ").compactMap { UInt32($0) }.map(ServerID.init)
    }

    private func inhibitions() throws(StoreError) -> [UInt32: String] {
        var texts: [UInt32: String] = [:]
        for name in try store.valueNames(beginningWith: Name.inhibition) {
            guard let cookie = UInt32(name.dropFirst(Name.inhibition.count)) else { continue }
            texts[cookie] = try store.value(name)
        }
        return texts
    }

    private func number(_ name: String) throws(StoreError) -> Int64? {
        try store.value(name).flatMap { Int64($0) }
    }
}
