// SPDX-License-Identifier: Apache-2.0
import CNotify
import DBus
package import GLibLoop
import Glibc

/// The actor of libnotify, on a thread of its own.
///
/// libnotify's calls block until the server answers, up to 25 seconds. Therefore only libnotify's
/// code runs here, and code that must stay responsive does not wait for this actor.
@globalActor package actor NotifyActor {
    /// The only instance, because libnotify's state is one per process.
    package static let shared = NotifyActor()

    /// The loop that runs the actor's jobs. Its thread starts with the first job.
    package static nonisolated let executor = LoopExecutor(name: "libnotify")

    private init() {}

    /// The loop as the concurrency runtime needs it.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe Self.executor.asUnownedSerialExecutor()
    }
}

/// One owner of the real server's name, as opposed to the owners before and after it.
package struct ServerOwner: Hashable, Sendable {
    /// Number of the forwarder's connection to the bus.
    let connection: UInt64
    /// Number of changes of the owner that this connection has seen.
    let change: UInt64
}

/// Sends notifications to the real server through libnotify and reports the server's events.
///
/// A process has one forwarder at a time, because libnotify's state belongs to the process. Calls
/// block the actor until the server answers. The actor's thread reports ``ServerEvent``s in the
/// server's order: ``show(_:)`` returns after the events that precede its answer and before those
/// that follow.
@NotifyActor package final class NotificationForwarder {
    /// The program's name for libnotify. Servers see it only for a client that sent no name.
    private static let programName = "focusd"

    /// Maximum number of loop iterations for GDBus to release a closed connection.
    private static let maximumIterations = 1000

    private let mayReport: @Sendable () -> Bool
    private let events: @Sendable (ServerEvent) -> Void
    private var link: ServerLink?
    /// The owner for which libnotify's proxy was made.
    private var proxyOwner: ServerOwner?
    /// Number of connections so far.
    private var connections: UInt64 = 0

    /// Creates a forwarder without a connection.
    ///
    /// - Parameters:
    ///   - mayReport: Returns false to leave the server's events in ``ServerWatch``, which has
    ///     limits, until ``reportWaitingEvents()``. Called on the actor's thread.
    ///   - events: Called on the actor's thread. Must not block.
    package nonisolated init(
        mayReport: @escaping @Sendable () -> Bool = { true },
        events: @escaping @Sendable (ServerEvent) -> Void
    ) {
        self.mayReport = mayReport
        self.events = events
    }

    // MARK: - The bus

    /// Connects to the bus of the real server.
    ///
    /// libnotify finds that bus in the environment. A program calls
    /// ``prepareEnvironment(busAddress:)`` before it has threads, so this method changes only
    /// variables that differ. If a server already owns the name, ``ServerEvent/serverAppeared``
    /// follows.
    package func connect(busAddress: String) throws(ConnectError) {
        Self.prepareEnvironment(busAddress: busAddress)
        guard DescriptorReserve.ensure() else {
            throw ConnectError(message: "the process may open no further file")
        }
        let watch = ServerWatch { [weak self] in
            Task { @NotifyActor in self?.reportWaitingEvents() }
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
            // The connection that was closed before may have looked open until then.
            throw ConnectError(message: error.message, isStale: link.isClosed)
        }
    }

    /// Connects again, after the bus was replaced. The server keeps its popups.
    package func reconnect(busAddress: String) async throws(ConnectError) {
        disconnect()
        // GDBus keeps its connection until the last callback about it has run on this loop.
        var iterations = 0
        while true {
            do throws(ConnectError) {
                return try connect(busAddress: busAddress)
            } catch {
                iterations += 1
                if !error.isStale || iterations > Self.maximumIterations { throw error }
                await Task.yield()
            }
        }
    }

    /// Disconnects from the bus. The server keeps its popups, and no more events follow.
    package func disconnect() {
        guard let link else { return }
        link.close()
        _ = link.watch.abandon()
        dropLink()
    }

    /// Sets the environment so that libnotify uses the bus at `busAddress`, without portals and
    /// Snap.
    ///
    /// The environment belongs to the process: call this method before other threads read it.
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
        // Without any NotifyNotification, notify_uninit closes none. It drops the proxy, which
        // would keep the connection.
        notify_uninit()
        proxyOwner = nil
        link = nil
    }

    /// Reports the server's events that wait, if they may be reported now.
    package func reportWaitingEvents() {
        guard let link, mayReport() else { return }
        for event in link.watch.takeEvents() { events(event) }
    }

    // MARK: - The server

    /// The owner of the server's name; nil without a bus.
    package var serverOwner: ServerOwner? {
        link.map { ServerOwner(connection: connections, change: $0.watch.owner.change) }
    }

    /// Sends a notification and returns the server's id for it.
    ///
    /// Blocks the actor until the server answers, at most 25 seconds.
    package func show(_ request: ShowRequest) throws(ShowError) -> UInt32 {
        guard request.message.hasSignature("susssasa{sv}i") else { throw .notANotification }
        let link = try readyLink()
        let notification: OutgoingNotification
        do throws(UnmarshalError) {
            notification = try .reading(request)
        } catch {
            throw .notANotification
        }
        for (name, flaw) in notification.unreadable {
            events(.hintLeftOut(name: name, flaw))
        }
        link.watch.begin(replaces: request.replaces != 0)
        var failure: CallFailure?
        do throws(CallFailure) {
            try notification.show()
        } catch {
            failure = error
        }
        // The id is that of the server's answer on the bus, which the watch hears before libnotify
        // returns.
        let isOverdue = failure?.kind == .timedOut
        let ending = link.watch.end(
            overdue: isOverdue ? (link.lastSerial, request.token) : nil)
        for event in ending.events { events(event) }
        switch (ending.answer, failure) {
        case (.failed(let error)?, _): throw error
        // An answer that arrives just after libnotify's timeout still counts.
        case (.returned(let id?)?, _):
            if id == 0 { throw .notShown }
            return id
        case (.returned(nil)?, _): throw .malformedAnswer
        case (nil, let failure): throw Self.error(failure, link)
        }
    }

    /// Asks the server to close a notification and waits for its answer.
    package func close(_ id: UInt32) throws(ShowError) {
        let link = try readyLink()
        do throws(CallFailure) {
            try OutgoingNotification(id: id).close()
        } catch {
            let failure = link.watch.failure(ofSerial: link.lastSerial)
            throw failure == .serverDied ? .noServer : failure ?? Self.error(error, link)
        }
    }

    /// Returns the server's capabilities, unchanged and in the server's order, up to the limits of
    /// ``ServerInformation``.
    package func capabilities() throws(ShowError) -> [String] {
        let link = try readyLink()
        let list = unsafe notify_get_server_caps()
        defer { unsafe g_list_free_full(list, { unsafe g_free($0) }) }
        var capabilities: [String] = []
        var item = unsafe list
        while let current = unsafe item {
            let text = unsafe current.pointee.data.assumingMemoryBound(to: CChar.self)
            let limit = ServerInformation.maximumCapabilityBytes
            if capabilities.count < ServerInformation.maximumCapabilities,
                let capability = unsafe StreamSafeText.string(text, limit: limit)
            {
                capabilities.append(capability)
            }
            unsafe item = current.pointee.next
        }
        // NULL stands for an empty list and for a failure.
        if unsafe list == nil, !link.watch.succeeded(serial: link.lastSerial) {
            throw link.watch.failure(ofSerial: link.lastSerial) ?? .unresponsive
        }
        return capabilities
    }

    /// Returns the server's description of itself.
    package func serverInformation() throws(ShowError) -> ServerInformation {
        let link = try readyLink()
        guard let information = askInformation() else {
            throw link.watch.failure(ofSerial: link.lastSerial) ?? .unresponsive
        }
        return information
    }

    /// Returns the connection, with a libnotify proxy for the present owner of the name.
    ///
    /// libnotify's proxy sends to the owner of an earlier iteration of the loop, and keeps the
    /// version of an earlier server. A new owner therefore gets a new proxy.
    private func readyLink() throws(ShowError) -> ServerLink {
        // Each of libnotify's calls creates a main context, for which GLib ends the process if no
        // descriptor is free.
        guard DescriptorReserve.ensure() else { throw .noDescriptors }
        guard let link, !link.isClosed else { throw .busLost }
        let (owner, change) = link.watch.owner
        guard owner != nil else { throw .noServer }
        if proxyOwner == serverOwner { return link }
        notify_uninit()
        proxyOwner = nil
        guard unsafe notify_init(Self.programName) != 0, askInformation() != nil else {
            if link.isClosed { throw .busLost }
            if link.watch.owner.change != change { throw .noServer }
            throw link.watch.failure(ofSerial: link.lastSerial) ?? .unresponsive
        }
        proxyOwner = ServerOwner(connection: connections, change: change)
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
            guard let text = unsafe text else { return "" }
            let utf8 = unsafe UnsafeRawBufferPointer(start: text, count: strlen(text))
            let limit = ServerInformation.maximumBytes
            return unsafe StreamSafeText.string(utf8, upTo: limit).prefix(bytes: limit)
        }
        return unsafe ServerInformation(
            name: take(name), vendor: take(vendor), version: take(version),
            specVersion: take(specVersion))
    }

    /// Returns the error for a failure that did not arrive over the bus.
    private static func error(_ failure: CallFailure?, _ link: ServerLink) -> ShowError {
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
