// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Presentation

/// One change of `focusd.conf`. Cases such as `typed…` get the text that the user typed when they
/// are applied.
enum ConfigurationEdit: RefusableEdit {
    /// Sets the command of the server; nil searches for a server.
    case server(String?)
    case typedServer
    case removeCompanion(String)
    case typedCompanion
    case number(ConfigurationText.NumberSetting)
    case app(AppID, in: ConfigurationText.AppSetting, isMember: Bool)
    /// Adds the app whose id the user typed.
    case typedApp(ConfigurationText.AppSetting)

    var isTyped: Bool {
        switch self {
        case .typedServer, .typedCompanion, .typedApp: true
        default: false
        }
    }

    /// Changes the file.
    ///
    /// - Parameters:
    ///   - text: the text that the user typed; empty for other controls.
    ///   - ids: returns the ids under which a list may name an app.
    func apply(
        to file: inout ConfigurationText, _ text: String, ids: (AppID) -> [AppID] = { [$0] }
    ) throws(FocusFileError) {
        switch self {
        case .server(let command): try file.setServerCommand(command)
        case .typedServer: try file.setServerCommand(text.isEmpty ? nil : text)
        case .removeCompanion(let command):
            try file.setCompanions(file.companions.filter { $0 != command })
        case .typedCompanion:
            guard !text.isEmpty else { throw .badValue(tr("type a command first")) }
            try file.setCompanions(file.companions + [text])
        case .number(let setting):
            guard let number = Int(text) else {
                throw .badValue(tr("“\(text)” is not a number"))
            }
            try file.set(setting, number)
        case .app(let app, let list, let isMember):
            guard !isMember else { return try file.setApp(app, in: list, isMember: true) }
            for entry in file.apps(in: list).naming(app, ids) {
                try file.setApp(entry, in: list, isMember: false)
            }
        case .typedApp(let list):
            guard !text.isEmpty else { throw .badValue(tr("type the app's name or id first")) }
            try file.setApp(AppID(text), in: list, isMember: true)
        }
    }

    /// The change in words, for the message that offers to undo it.
    func title(_ text: String, name: (AppID) -> String) -> String {
        switch self {
        case .server(nil): tr("The server is found automatically")
        case .server(let command?): tr("Server: \(command)")
        case .typedServer:
            text.isEmpty ? tr("The server is found automatically") : tr("Server: \(text)")
        case .removeCompanion(let command): tr("\(command) removed")
        case .typedCompanion: tr("\(text) added")
        case .number(.days), .number(.entries): tr("The history keeps another number")
        case .number(.burst), .number(.perSecond): tr("The limit has changed")
        case .number(.snooze): tr("The snooze time has changed")
        case .app(let app, _, let isMember):
            isMember ? tr("\(name(app)) added") : tr("\(name(app)) removed")
        case .typedApp: tr("\(name(AppID(text))) added")
        }
    }
}
