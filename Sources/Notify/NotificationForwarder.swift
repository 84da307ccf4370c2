// SPDX-License-Identifier: Apache-2.0
import CNotify
import DBus
import GLibLoop
import Glibc

/// Hands notifications to the real server through libnotify, and reports what becomes of them.
///
/// One per process at a time, because libnotify's state is the process's. The calls block the actor
/// until the server answers. ``ServerEvent``s come on the actor's thread and in the server's order:
/// what happened before the answer to a notification is reported before ``show(_:)`` returns, what
/// happened later after it returned.
@NotifyActor package final class NotificationForwarder {
    /// What libnotify calls the program; servers see it only where a client sent no name at all.
    private static let programName = "focusd"

    /// How many turns of the loop GDBus gets to let go of a connection that is gone.
    private static let maximumTurns = 1000

    private let events: @Sendable (ServerEvent) -> Void
    private var link: ServerLink?
    /// The owner of the name, by its number, that libnotify's proxy was made for.
    private var proxyOwner: UInt64?
    /// How many connections there were.
    private var connections: UInt64 = 0

    /// Creates a forwarder without a connection.
    ///
    /// - Parameter events: Called on the actor's thread; it must not block.
    package nonisolated init(events: @escaping @Sendable (ServerEvent) -> Void) {
        self.events = events
    }

    // MARK: - The bus

    /// Connects to the bus that the real server lives on.
    ///
    /// libnotify finds that bus by the environment. A program sets it with
    /// ``prepareEnvironment(busAddress:)`` before it has threads; here it is only set again where it
    /// differs. ``ServerEvent/serverAppeared`` follows when a server is there already.
    package func connect(busAddress: String) throws(ConnectError) {
        Self.prepareEnvironment(busAddress: busAddress)
        DescriptorReserve.ensure()
        let watch = ServerWatch { [weak self] in
            Task { @NotifyActor in self?.deliverEvents() }
        }
        let link = try ServerLink(watch: watch) { [weak self] in
            Task { @NotifyActor in self?.busClosed(watch) }
        }
        self.link = link
        connections += 1
        do throws(ConnectError) {
            try link.subscribe()
        } catch {
            self.link = nil
            throw error
        }
    }

    /// Connects again, after the bus was replaced; what a server shows stays there.
    package func reconnect(busAddress: String) async throws(ConnectError) {
        disconnect()
        // GDBus keeps its connection until the last callback about it has run, on this loop.
        var turns = 0
        while true {
            do throws(ConnectError) {
                return try connect(busAddress: busAddress)
            } catch {
                turns += 1
                if !error.isStale || turns > Self.maximumTurns { throw error }
                await Task.yield()
            }
        }
    }

    /// Leaves the bus; what a server shows stays there, and no more events follow.
    package func disconnect() {
        guard let link else { return }
        link.close()
        _ = link.watch.abandon()
        dropLink()
    }

    /// Points this process's libnotify to the bus at `busAddress`, past portals and Snap.
    ///
    /// The environment is the process's: call it before other threads read it.
    package nonisolated static func prepareEnvironment(busAddress: String) {
        let wanted = ["DBUS_SESSION_BUS_ADDRESS": busAddress, "NOTIFY_IGNORE_PORTAL": "1"]
        for (name, value) in wanted {
            if unsafe getenv(name).map({ unsafe String(cString: $0) }) == value { continue }
            unsafe setenv(name, value, 1)
        }
        // In a shell that a Snap opened, libnotify would rewrite icons and desktop entries.
        for name in ["SNAP", "SNAP_NAME"] where unsafe getenv(name) != nil {
            unsafe unsetenv(name)
        }
    }

    private func busClosed(_ watch: ServerWatch) {
        guard let link, link.watch === watch else { return }
        for event in watch.abandon() { events(event) }
        dropLink()
        events(.busLost)
    }

    private func dropLink() {
        // With no NotifyNotification alive, notify_uninit closes none; it drops the proxy, which
        // would hold on to the connection.
        notify_uninit()
        proxyOwner = nil
        link = nil
    }

    private func deliverEvents() {
        guard let link else { return }
        for event in link.watch.takeEvents() { events(event) }
    }

    // MARK: - The server

    /// A number that is another one for each owner of the name; nil without a bus.
    package var serverNumber: UInt64? {
        // Each connection counts from 0; none sees as many owners as that.
        link.map { connections << 32 | $0.watch.owner.change }
    }

    /// Hands a notification over and returns the server's id for it.
    ///
    /// Blocks the actor until the server answers, 25 seconds at most.
    package func show(_ request: ShowRequest) throws(ShowError) -> UInt32 {
        guard request.message.hasSignature("susssasa{sv}i") else { throw .notANotification }
        let link = try readyLink()
        let notification: OutgoingNotification
        do throws(UnmarshalError) {
            notification = try .reading(request)
        } catch {
            throw .notANotification
        }
        for name in notification.unreadable {
            events(.hintLeftOut(name: name))
        }
        link.watch.begin()
        var failure: GLibError?
        do throws(GLibError) {
            try notification.show()
        } catch {
            failure = error
        }
        let isOverdue = failure?.kind == .timedOut
        let ending = link.watch.end(
            overdue: isOverdue ? (link.lastSerial, request.token) : nil)
        for event in ending.events { events(event) }
        switch (ending.answer, failure) {
        case (.failed(let error)?, _): throw error
        // An answer that came just when libnotify gave up is an answer.
        case (.returned(let id?)?, _): return id
        case (.returned(nil)?, _): throw .malformedAnswer
        case (nil, let failure): throw Self.error(failure, link)
        }
    }

    /// Asks the server to close a notification and waits for its answer.
    package func close(_ id: UInt32) throws(ShowError) {
        let link = try readyLink()
        do throws(GLibError) {
            try OutgoingNotification(id: id).close()
        } catch {
            let failure = link.watch.failure(ofSerial: link.lastSerial)
            throw failure == .serverDied ? .noServer : failure ?? Self.error(error, link)
        }
    }

    /// What the server can do, in its own words and order.
    package func capabilities() throws(ShowError) -> [String] {
        let link = try readyLink()
        let list = unsafe notify_get_server_caps()
        defer { unsafe g_list_free_full(list, { unsafe g_free($0) }) }
        var capabilities: [String] = []
        var item = unsafe list
        while let current = unsafe item {
            let text = unsafe current.pointee.data.assumingMemoryBound(to: CChar.self)
            unsafe capabilities.append(String(cString: text))
            unsafe item = current.pointee.next
        }
        // NULL is both an empty list and a failure.
        if capabilities.isEmpty, !link.watch.succeeded(serial: link.lastSerial) {
            throw link.watch.failure(ofSerial: link.lastSerial) ?? .unresponsive
        }
        return capabilities
    }

    /// What the server says about itself.
    package func serverInformation() throws(ShowError) -> ServerInformation {
        let link = try readyLink()
        guard let information = askInformation() else {
            throw link.watch.failure(ofSerial: link.lastSerial) ?? .unresponsive
        }
        return information
    }

    /// The connection, with a proxy of libnotify's for the present owner of the name.
    ///
    /// libnotify's proxy sends to the owner that it learned of in an earlier turn of the loop, and
    /// keeps the version that an earlier server gave; with a new owner it gets a new proxy.
    private func readyLink() throws(ShowError) -> ServerLink {
        // Each of libnotify's calls makes a main context, for which GLib ends the process where there
        // is no descriptor.
        DescriptorReserve.ensure()
        guard let link, !link.isClosed else { throw .busLost }
        let (owner, change) = link.watch.owner
        guard owner != nil else { throw .noServer }
        if proxyOwner == change { return link }
        notify_uninit()
        proxyOwner = nil
        guard unsafe notify_init(Self.programName) != 0, askInformation() != nil else {
            if link.isClosed { throw .busLost }
            if link.watch.owner.change != change { throw .noServer }
            throw link.watch.failure(ofSerial: link.lastSerial) ?? .unresponsive
        }
        proxyOwner = change
        return link
    }

    private func askInformation() -> ServerInformation? {
        var name: UnsafeMutablePointer<CChar>?
        var vendor: UnsafeMutablePointer<CChar>?
        var version: UnsafeMutablePointer<CChar>?
        var specVersion: UnsafeMutablePointer<CChar>?
        guard unsafe notify_get_server_info(&name, &vendor, &version, &specVersion) != 0 else {
            return nil
        }
        func take(_ text: UnsafeMutablePointer<CChar>?) -> String {
            defer { unsafe g_free(text) }
            return unsafe text.map { unsafe String(cString: $0) } ?? ""
        }
        return unsafe ServerInformation(
            name: take(name), vendor: take(vendor), version: take(version),
            specVersion: take(specVersion))
    }

    /// What an error means that did not arrive over the bus.
    private static func error(_ failure: GLibError?, _ link: ServerLink) -> ShowError {
        switch failure?.kind {
        case .timedOut: .timedOut
        case .closed: .busLost
        default:
            link.isClosed
                ? .busLost
                : .refused(
                    name: "org.freedesktop.DBus.Error.Failed",
                    untrustedMessage: failure?.message ?? "")
        }
    }
}
