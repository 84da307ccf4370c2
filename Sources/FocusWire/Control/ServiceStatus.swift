// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// A Focus as `Control.ListFocuses` lists it.
package struct FocusSummary: Hashable, Sendable {
    package var id: FocusID
    package var name: String
    package var icon: String?
    package var color: String?
    package var isActive: Bool
    /// The place that the Focus comes from: `user`, `administrator` or `built-in`.
    package var origin: String
    /// True if the administrator has locked the Focus.
    package var isLocked: Bool

    package init(
        _ focus: Focus, isActive: Bool, origin: String = "user", isLocked: Bool = false
    ) {
        id = focus.id
        name = focus.name
        icon = focus.icon
        color = focus.color
        self.isActive = isActive
        self.origin = origin
        self.isLocked = isLocked
    }

    package init?(_ fields: Fields) {
        guard let id = fields.string("id"), let name = fields.string("name") else { return nil }
        self.id = FocusID(id)
        self.name = name
        icon = fields.string("icon")
        color = fields.string("color")
        isActive = fields.boolean("active") ?? false
        origin = fields.string("origin") ?? "user"
        isLocked = fields.boolean("locked") ?? false
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("id", id.rawValue)
        fields.set("name", name)
        fields.set("icon", icon)
        fields.set("color", color)
        fields.set("active", .boolean(isActive))
        fields.set("origin", origin)
        fields.set("locked", .boolean(isLocked))
        return fields.value
    }
}

/// The state of the server, as far as focusd knows.
package struct ServerStatus: Hashable, Sendable {
    package var isRunning = false
    /// True if focusd has just started it and it does not serve notifications yet.
    package var isStarting = false
    package var name = ""
    package var vendor = ""
    package var version = ""
    package var specVersion = ""
    /// The command that starts the server; empty if focusd does not start it.
    package var command = ""
    /// True if focusd is to start it, and its program is not installed.
    package var isMissing = false
    /// True if the user has paused its popups with its own tool, or with GNOME's "Do Not Disturb".
    package var isPaused = false

    package init() {}

    /// The cause of a pause, in words.
    package var pauseCause: String {
        isOfGNOME ? "GNOME's Do Not Disturb is on" : "dunst is paused"
    }

    /// The command that ends a pause.
    package var pauseRemedy: String {
        isOfGNOME
            ? "gsettings set org.gnome.desktop.notifications show-banners true"
            : "dunstctl set-paused false"
    }

    /// True for gnome-shell behind focus-bridge.
    package var isOfGNOME: Bool { name == "gnome-shell" }

    package init(_ fields: Fields) {
        isRunning = fields.boolean("running") ?? false
        isStarting = fields.boolean("starting") ?? false
        isPaused = fields.boolean("paused") ?? false
        isMissing = fields.boolean("missing") ?? false
        name = fields.string("name") ?? ""
        vendor = fields.string("vendor") ?? ""
        version = fields.string("version") ?? ""
        specVersion = fields.string("spec-version") ?? ""
        command = fields.string("command") ?? ""
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("running", .boolean(isRunning))
        fields.set("starting", .boolean(isStarting))
        fields.set("paused", .boolean(isPaused))
        fields.set("missing", .boolean(isMissing))
        fields.set("name", name)
        fields.set("vendor", vendor)
        fields.set("version", version)
        fields.set("spec-version", specVersion)
        fields.set("command", command)
        return fields.value
    }
}

extension LostFocus {
    init?(_ fields: Fields) {
        guard let focus = fields.string("focus"), let time = fields.int64("time") else {
            return nil
        }
        self.init(
            focus: FocusID(focus), name: fields.string("focus-name") ?? focus,
            time: Timestamp(rawValue: time), isRefused: fields.boolean("refused") ?? false)
    }

    var value: Value {
        var fields = FieldsBuilder()
        fields.set("focus", focus.rawValue)
        fields.set("focus-name", name)
        fields.set("time", .int64(time.rawValue))
        fields.set("refused", .boolean(isRefused))
        return fields.value
    }
}

/// The answer of `Control.Status`.
package struct ServiceStatus: Hashable, Sendable {
    /// A client that asked for quiet with `Inhibit`.
    package struct Inhibitor: Hashable, Sendable {
        package var app: AppID
        package var reason: String

        package init(app: AppID, reason: String) {
            self.app = app
            self.reason = reason
        }

        /// The inhibitor with texts cut for a list.
        package var short: Inhibitor {
            Inhibitor(
                app: AppID(app.rawValue.cut(toBytes: Limits.appIDBytes)),
                reason: reason.cut(toBytes: Limits.listedTextBytes))
        }
    }

    /// Returns the problems for an answer: cut, and with the number of left-out problems if there
    /// are too many.
    package static func listed(_ problems: [String]) -> [String] {
        var listed: [String] = []
        var bytes = 0
        for problem in problems {
            let short = problem.cut(toBytes: Limits.listedTextBytes)
            bytes += short.utf8.count
            guard bytes <= Limits.answerBytes else { break }
            listed.append(short)
        }
        if listed.count < problems.count {
            listed.append("and \(problems.count - listed.count) more problems")
        }
        return listed
    }

    package var version = ""
    package var processID: UInt32 = 0
    package var activation: Activation?
    /// The active Focus's name; empty if no Focus is active.
    package var focusName = ""
    /// The Focus that was on before the active one and has not ended, unless a schedule turned the
    /// active one on.
    package var covered: UpcomingChange?
    /// The Focus that went off because its file is gone or cannot be used, until the next switch.
    package var lost: LostFocus?
    package var isInhibited = false
    package var inhibitors: [Inhibitor] = []
    package var missed: UInt32 = 0
    /// Delivered notifications that the server has not received yet.
    package var queued: UInt32 = 0
    package var server = ServerStatus()
    /// Problems with files, as `file:line: reason`.
    package var problems: [String] = []

    package init() {}

    package init(_ fields: Fields) {
        version = fields.string("version") ?? ""
        processID = fields.uint32("pid") ?? 0
        activation = Activation(fields)
        focusName = fields.string("focus-name") ?? ""
        covered = fields.fields("covered").flatMap { UpcomingChange($0) }
        lost = fields.fields("lost").flatMap { LostFocus($0) }
        isInhibited = fields.boolean("inhibited") ?? false
        inhibitors = (fields.list("inhibitors") ?? []).map {
            Inhibitor(app: AppID($0.string("app") ?? ""), reason: $0.string("reason") ?? "")
        }
        missed = fields.uint32("missed") ?? 0
        queued = fields.uint32("queued") ?? 0
        server = fields.fields("server").map(ServerStatus.init) ?? ServerStatus()
        problems = fields.strings("problems") ?? []
    }

    package var value: Value {
        var fields = FieldsBuilder()
        fields.set("version", version)
        fields.set("pid", .uint32(processID))
        Activation.set(activation, name: focusName, in: &fields)
        fields.set("covered", covered?.value)
        fields.set("lost", lost?.value)
        fields.set("inhibited", .boolean(isInhibited))
        fields.set("inhibitors", FieldsBuilder.list(inhibitors.map(Self.value)))
        fields.set("missed", .uint32(missed))
        fields.set("queued", .uint32(queued))
        fields.set("server", server.value)
        fields.set("problems", .strings(problems))
        return fields.value
    }

    private static func value(_ inhibitor: Inhibitor) -> Value {
        var fields = FieldsBuilder()
        fields.set("app", inhibitor.app.rawValue)
        fields.set("reason", inhibitor.reason)
        return fields.value
    }
}
