// SPDX-License-Identifier: Apache-2.0
import CNotify
package import DBus

/// One notification for the real server.
package struct ShowRequest: Sendable {
    /// The client's own `Notify` call, signature `susssasa{sv}i`. All of it except its
    /// `replaces_id` reaches the server, read from the message in place.
    package var message: Message

    /// The server's id of the notification to replace, or 0 for a new one.
    package var replaces: UInt32

    /// Returns the byte to send as the `urgency` hint, for a client that sent that hint. The reader
    /// stands before the variant of the client's value.
    package var urgency: @Sendable (inout MessageReader) -> UInt8

    /// The client's process, sent as the hint `sender-pid` of type `x` in place of the client's own
    /// hint; 0 is sent for nil.
    package var senderPID: UInt32?

    /// The caller's identifier of the request in late answers.
    package var token: UInt64

    /// Creates a request from its parts.
    package init(
        message: Message, replaces: UInt32 = 0,
        urgency: @escaping @Sendable (inout MessageReader) -> UInt8 = { _ in 1 },
        senderPID: UInt32? = nil, token: UInt64 = 0
    ) {
        self.message = message
        self.replaces = replaces
        self.urgency = urgency
        self.senderPID = senderPID
        self.token = token
    }
}

/// Owns one NotifyNotification for the duration of one call.
///
/// An existing object handles every signal of every notification, so none is kept. libnotify's
/// functions (0.8.1 to 0.8.7) change some arguments, and this type reacts as follows:
///
/// - `notify_notification_update` refuses an empty summary; the property accepts it.
/// - The icon of the application is the property `icon-name` up to 0.8.3. From 0.8.4 it is
///   `app-icon`, and `icon-name` would become an `image-path` hint. `notify_notification_new` sets
///   one of the two, depending on the version.
/// - The id is checked as 0 … 2³¹ − 1 but kept unsigned: this type widens the check.
/// - `notify_notification_set_hint` refuses an empty name and `notify_notification_add_action` an
///   empty key, each with a warning: this type drops such hints and actions. An empty label is
///   refused too, although the specification allows it: see ``label(for:_:)``.
/// - A notification without an application name gets that of `notify_init`, so it always has one,
///   even an empty one. Without the hint `sender-pid` it gets our process.
/// - From 0.8.8 it keeps only the last of two actions with one key.
/// - It writes messages that GDBus cannot read: see ``HintCheck``.
/// - It keeps hints in a hash table, which loses their order; the last of two hints with one name
///   counts.
@NotifyActor @safe struct OutgoingNotification: ~Copyable {
    /// Read once, because the class does not change.
    private static let iconProperty: String = {
        cnotify_widen_id()
        return unsafe String(cString: cnotify_icon_property())
    }()

    private let object: UnsafeMutablePointer<NotifyNotification>

    /// The dropped hints, which a server could not read, or which are too large.
    private(set) var unreadable: [(name: String, flaw: HintFlaw)] = []

    /// Creates an object that only identifies a notification of the server.
    init(id: UInt32) {
        unsafe self.init(id: id, summary: "", body: "", icon: "")
    }

    private init(
        id: UInt32, summary: UnsafePointer<CChar>, body: UnsafePointer<CChar>,
        icon: UnsafePointer<CChar>
    ) {
        let new = unsafe cnotify_notification_new(id, summary, body, Self.iconProperty, icon)
        // g_object_new aborts and never returns NULL.
        unsafe object = new.unsafelyUnwrapped
    }

    /// Reads the request's message in place into a new object, which copies the parts it needs.
    static func reading(_ request: ShowRequest) throws(UnmarshalError) -> OutgoingNotification {
        defer { extendLifetime(request.message) }
        var reader = request.message.reader
        let appName = try unsafe reader.cString()
        _ = try reader.uint32()
        let appIcon = try unsafe reader.cString()
        let summary = try unsafe reader.cString()
        let body = try unsafe reader.cString()
        var notification = unsafe OutgoingNotification(
            id: request.replaces, summary: summary, body: body, icon: appIcon)
        unsafe notify_notification_set_app_name(notification.object, appName)
        try notification.addActions(&reader)
        try notification.addHints(&reader, request)
        unsafe notify_notification_set_timeout(notification.object, try reader.int32())
        return notification
    }

    deinit { unsafe g_object_unref(object) }

    /// Sends the notification to the server and waits for its answer.
    func show() throws(CallFailure) {
        var error: UnsafeMutablePointer<GError>?
        if unsafe notify_notification_show(object, &error) == 0 {
            throw unsafe CallFailure(freeing: error)
        }
    }

    /// Asks the server to close the notification and waits for its answer.
    func close() throws(CallFailure) {
        var error: UnsafeMutablePointer<GError>?
        if unsafe notify_notification_close(object, &error) == 0 {
            throw unsafe CallFailure(freeing: error)
        }
    }

    // A key without a label, at the end of an array of odd length, is not an action.
    private func addActions(_ reader: inout MessageReader) throws(UnmarshalError) {
        var key: UnsafePointer<CChar>?
        try reader.array { (element: inout MessageReader) throws(UnmarshalError) in
            let text = try unsafe element.cString()
            guard let action = unsafe key else {
                unsafe key = text
                return
            }
            unsafe key = nil
            if unsafe action.pointee == 0 { return }
            // libnotify drops actions without a callback. This callback is never called: the object
            // is freed before the server's signals are dispatched.
            unsafe notify_notification_add_action(
                object, action, Self.label(for: action, text), { _, _, _ in }, nil, nil)
        }
    }

    /// Returns a replacement for an empty label. GLib's own `default` action has one.
    private static func label(
        for key: UnsafePointer<CChar>, _ label: UnsafePointer<CChar>
    ) -> UnsafePointer<CChar> {
        if unsafe label.pointee != 0 { return unsafe label }
        return unsafe strcmp(key, "default") == 0 ? defaultLabel : key
    }
    private static let defaultLabel = unsafe UnsafePointer(strdup("Open").unsafelyUnwrapped)

    private mutating func addHints(
        _ reader: inout MessageReader, _ request: ShowRequest
    ) throws(UnmarshalError) {
        var unreadable: [(name: String, flaw: HintFlaw)] = []
        var hints = HintReader()
        try reader.entries { (entry: inout MessageReader) throws(UnmarshalError) in
            let name = try unsafe entry.cString()
            if unsafe strcmp(name, "urgency") == 0 {
                let urgency = request.urgency(&entry)
                unsafe set(name, Variant(taking: g_variant_new_byte(urgency)))
                return
            }
            // A shell would take the process that an app names for the sender.
            let isSenderPID = unsafe strcmp(name, "sender-pid") == 0
            if unsafe name.pointee == 0 || isSenderPID { return }
            if unsafe ImageHint.isName(name), !ImageHint.isSound(entry) {
                unsafe unreadable.append((Self.shortName(name), .badImage))
                return
            }
            guard let hint = try hints.hint(&entry) else {
                if hints.isTooLarge {
                    unsafe unreadable.append((Self.shortName(name), .tooManyValues))
                }
                return
            }
            guard unsafe HintCheck.survives(name, hint) else {
                unsafe unreadable.append((Self.shortName(name), .misread))
                return
            }
            unsafe set(name, hint)
        }
        self.unreadable = unreadable
        // Without the hint, libnotify would add our process.
        unsafe set(
            "sender-pid", Variant(taking: g_variant_new_int64(gint64(request.senderPID ?? 0))))
    }

    /// Returns the beginning of a hint's name: the reader of the event compares it.
    private static func shortName(_ name: UnsafePointer<CChar>) -> String {
        let utf8 = unsafe UnsafeRawBufferPointer(start: name, count: strlen(name))
        let limit = ServerEvent.maximumHintNameBytes
        return unsafe StreamSafeText.string(utf8, upTo: limit).prefix(bytes: limit)
    }

    private func set(_ name: UnsafePointer<CChar>, _ value: borrowing Variant) {
        unsafe value.withPointer { unsafe notify_notification_set_hint(object, name, $0) }
    }
}
