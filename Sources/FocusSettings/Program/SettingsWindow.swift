// SPDX-License-Identifier: Apache-2.0

import Adwaita
import GLibLoop

/// The program's window. It shows contents, and passes on what the user does.
@WindowActor final class SettingsWindow {
    private static var shared: SettingsWindow?

    private let window: ContentWindow<Intent>
    private let controller: Task<Controller, Never>

    private static let shortcuts = [
        Shortcut<Intent>("<Control>n", .open(.newFocus)),
        Shortcut<Intent>("<Control>z", .undo),
        Shortcut<Intent>("F5", .readAgain),
    ]

    private init(_ application: Application, _ place: Place?) {
        if let folder = InstalledIcons.folder { Icons.addFolder(folder) }
        // Until the window exists, an intent has no sender.
        let line = AsyncStream.makeStream(of: SettingsEvent.self)
        window = ContentWindow(application, title: "Focus", shortcuts: Self.shortcuts) {
            line.continuation.yield(.intent($0, text: $1))
        }
        // The first page is drawn before the bus is asked.
        var first = SettingsState()
        if let place { first.trail = SettingsState.trail(to: place) }
        window.show(first.content)
        let state = first
        controller = Task { @LoopActor in
            Controller(state) { content in
                Task { @WindowActor in Self.shared?.window.show(content) }
            }
        }
        let controller = controller
        Task { @LoopActor in
            let controller = await controller.value
            for await event in line.stream { controller.handle(event) }
        }
    }

    /// Shows the window above others, at a page; nil for the page that is open.
    static func open(_ place: Place?, in application: Application) {
        if let shared {
            if let place {
                let controller = shared.controller
                Task { @LoopActor in
                    await controller.value.handle(.intent(.open(place), text: ""))
                }
            }
            shared.window.present()
            return
        }
        let window = SettingsWindow(application, place)
        shared = window
        window.window.present()
    }
}
