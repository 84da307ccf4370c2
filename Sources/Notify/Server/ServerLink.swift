// SPDX-License-Identifier: Apache-2.0
import CNotify
import DBus
import GLibLoop
import Synchronization

/// The GDBus connection that libnotify shares with this module, watched by a filter.
///
/// `g_bus_get_sync` returns the same connection to libnotify and to this module. The filter
/// therefore sees libnotify's signals and answers without a second socket, and in the server's
/// order.
@NotifyActor @safe final class ServerLink {
    nonisolated static let name = "org.freedesktop.Notifications"
    nonisolated static let path = "/org/freedesktop/Notifications"
    nonisolated static let bus = "org.freedesktop.DBus"

    /// The timeout of a call to the bus itself, in milliseconds.
    private static let busDeadline: Int32 = 5000

    let watch: ServerWatch
    private let connection: OpaquePointer
    private let filter: UInt32
    private let closedHandler: UInt

    /// Opens the connection that `DBUS_SESSION_BUS_ADDRESS` names, or takes the process's own.
    ///
    /// - Parameters:
    ///   - watch: Records the arriving messages.
    ///   - onClosed: Called on the actor's thread when the bus closes the connection.
    init(watch: ServerWatch, onClosed: @escaping @Sendable () -> Void) throws(ConnectError) {
        var error: UnsafeMutablePointer<GError>?
        guard let connection = unsafe g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &error) else {
            throw unsafe ConnectError(message: CallFailure(freeing: error).message)
        }
        if unsafe g_dbus_connection_is_closed(connection) != 0 {
            unsafe g_object_unref(UnsafeMutableRawPointer(connection))
            throw ConnectError(message: "the connection to the bus is closed", isStale: true)
        }
        // Without this, GDBus would end the process when the bus closes.
        unsafe g_dbus_connection_set_exit_on_close(connection, 0)
        unsafe self.connection = connection
        self.watch = watch
        let filterData = unsafe Unmanaged.passRetained(watch).toOpaque()
        filter = unsafe g_dbus_connection_add_filter(
            connection, inspect, filterData,
            { unsafe Unmanaged<ServerWatch>.fromOpaque($0.unsafelyUnwrapped).release() })
        let closedData = unsafe Unmanaged.passRetained(ClosedHandler(onClosed)).toOpaque()
        closedHandler = unsafe cnotify_connect_closed(
            connection,
            { _, _, _, data in
                unsafe Unmanaged<ClosedHandler>.fromOpaque(data.unsafelyUnwrapped)
                    .takeUnretainedValue().run()
            }, closedData,
            { data, _ in
                unsafe Unmanaged<ClosedHandler>.fromOpaque(data.unsafelyUnwrapped).release()
            })
    }

    isolated deinit {
        unsafe g_dbus_connection_remove_filter(connection, filter)
        unsafe g_signal_handler_disconnect(UnsafeMutableRawPointer(connection), closedHandler)
        unsafe g_object_unref(UnsafeMutableRawPointer(connection))
    }

    /// True once the bus has closed the connection.
    var isClosed: Bool { unsafe g_dbus_connection_is_closed(connection) != 0 }

    /// The serial of the last message that this thread sent.
    var lastSerial: UInt32 { unsafe g_dbus_connection_get_last_serial(connection) }

    /// Subscribes to the server's signals and to changes of its owner, and asks for the present
    /// owner.
    func subscribe() throws(ConnectError) {
        try askBus(
            "AddMatch",
            "type='signal',interface='\(Self.name)',path='\(Self.path)'")
        try askBus(
            "AddMatch",
            "type='signal',sender='\(Self.bus)',interface='\(Self.bus)',"
                + "member='NameOwnerChanged',arg0='\(Self.name)'")
        let change = watch.owner.change
        watch.learned(owner: try currentOwner(), at: change)
    }

    /// Closes the connection to a bus that has been replaced.
    func close() {
        // The wait for the end needs a main context (see ``DescriptorReserve``).
        guard DescriptorReserve.ensure() else {
            return unsafe g_dbus_connection_close(connection, nil, nil, nil)
        }
        _ = unsafe g_dbus_connection_close_sync(connection, nil, nil)
    }

    private func askBus(_ member: String, _ argument: String) throws(ConnectError) {
        var error: UnsafeMutablePointer<GError>?
        guard let reply = unsafe callBus(member, argument, &error) else {
            throw unsafe ConnectError(message: CallFailure(freeing: error).message)
        }
        unsafe g_variant_unref(reply)
    }

    private func currentOwner() throws(ConnectError) -> String? {
        var error: UnsafeMutablePointer<GError>?
        guard let reply = unsafe callBus("GetNameOwner", Self.name, &error) else {
            let failure = unsafe CallFailure(freeing: error)
            // The bus's own error means that the name has no owner.
            if failure.kind == .other { return nil }
            throw ConnectError(message: failure.message)
        }
        let variant = unsafe Variant(taking: reply)
        return unsafe variant.withPointer { unsafe string(in: $0) }
    }

    private func callBus(
        _ member: String, _ argument: String,
        _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
    ) -> OpaquePointer? {
        unsafe g_dbus_connection_call_sync(
            connection, Self.bus, "/org/freedesktop/DBus", Self.bus, member,
            cnotify_string_arguments(argument), nil, G_DBUS_CALL_FLAGS_NONE, Self.busDeadline, nil,
            error)
    }
}

/// The handler of the "closed" signal, held by GLib.
private final class ClosedHandler: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func string(in arguments: OpaquePointer) -> String? {
    var text: UnsafePointer<CChar>?
    guard unsafe cnotify_get_s(arguments, &text) != 0, let text = unsafe text else { return nil }
    return unsafe String(cString: text)
}

/// The filter. GDBus's worker thread calls it with every message. It returns calls and answers
/// unchanged, but of the signals only the bus's own: libnotify does not need the others, which
/// would wait in memory for libnotify during a blocking call to the server.
private func inspect(
    _: OpaquePointer?, _ message: OpaquePointer?, _ isIncoming: gboolean, _ data: gpointer?
) -> OpaquePointer? {
    guard let message = unsafe message, let data = unsafe data else { return unsafe message }
    let watch = unsafe Unmanaged<ServerWatch>.fromOpaque(data).takeUnretainedValue()
    let type = unsafe g_dbus_message_get_message_type(message)
    if isIncoming == 0 {
        if type == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
            unsafe matches(g_dbus_message_get_member(message), "Notify")
        {
            unsafe watch.sending(serial: g_dbus_message_get_serial(message))
        }
    } else if type == G_DBUS_MESSAGE_TYPE_METHOD_RETURN {
        var id: UInt32 = 0
        let isID = unsafe cnotify_get_u(g_dbus_message_get_body(message), &id) != 0
        unsafe watch.answered(
            serial: g_dbus_message_get_reply_serial(message), .returned(id: isID ? id : nil))
    } else if type == G_DBUS_MESSAGE_TYPE_ERROR {
        unsafe watch.answered(
            serial: g_dbus_message_get_reply_serial(message), .failed(error(in: message)))
    } else if type == G_DBUS_MESSAGE_TYPE_SIGNAL {
        unsafe inspectSignal(message, watch)
        if unsafe !matches(g_dbus_message_get_sender(message), ServerLink.bus) {
            unsafe g_object_unref(UnsafeMutableRawPointer(message))
            return nil
        }
    }
    return unsafe message
}

private func inspectSignal(_ message: OpaquePointer, _ watch: ServerWatch) {
    // The message owns the pointers.
    guard let member = unsafe g_dbus_message_get_member(message),
        let sender = unsafe g_dbus_message_get_sender(message),
        let interface = unsafe g_dbus_message_get_interface(message)
    else { return }
    let body = unsafe g_dbus_message_get_body(message)
    if unsafe matches(interface, ServerLink.bus) {
        var name: UnsafePointer<CChar>?
        var owner: UnsafePointer<CChar>?
        guard unsafe matches(sender, ServerLink.bus), unsafe matches(member, "NameOwnerChanged"),
            unsafe cnotify_get_sss(body, &name, nil, &owner) != 0,
            unsafe matches(name, ServerLink.name), let owner = unsafe owner
        else { return }
        let text = unsafe String(cString: owner)
        watch.ownerChanged(to: text.isEmpty ? nil : text)
    } else if unsafe matches(interface, ServerLink.name),
        unsafe matches(g_dbus_message_get_path(message), ServerLink.path),
        let event = unsafe event(member: String(cString: member), body)
    {
        unsafe watch.received(event, from: String(cString: sender))
    }
}

private func event(member: String, _ body: OpaquePointer?) -> ServerEvent? {
    var id: UInt32 = 0
    if member == "NotificationClosed" {
        var reason: UInt32 = 0
        return unsafe cnotify_get_uu(body, &id, &reason) != 0
            ? .closed(id: id, reason: reason) : nil
    }
    var text: UnsafePointer<CChar>?
    guard unsafe cnotify_get_us(body, &id, &text) != 0, let pointer = unsafe text,
        let text = unsafe StreamSafeText.string(pointer, limit: ServerEvent.maximumTextBytes)
    else { return nil }
    return switch member {
    case "ActionInvoked": .actionInvoked(id: id, key: text)
    case "ActivationToken": .activationToken(id: id, token: text)
    case "NotificationReplied": .replied(id: id, text: text)
    default: nil
    }
}

private func error(in message: OpaquePointer) -> ShowError {
    var text: UnsafePointer<CChar>?
    _ = unsafe cnotify_get_s(g_dbus_message_get_body(message), &text)
    let name = unsafe g_dbus_message_get_error_name(message).map { unsafe String(cString: $0) }
    return unsafe ShowError(
        errorName: name ?? "", untrustedMessage: text.map { unsafe String(cString: $0) } ?? "",
        isFromBus: matches(g_dbus_message_get_sender(message), ServerLink.bus))
}

private func matches(_ text: UnsafePointer<CChar>?, _ expected: String) -> Bool {
    unsafe g_strcmp0(text, expected) == 0
}
