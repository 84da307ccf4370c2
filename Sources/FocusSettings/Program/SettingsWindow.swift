// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import GLibLoop
import Presentation

/// The program's window. It shows contents, and passes on what the user does.
@WindowActor final class SettingsWindow {
    private static var shared: SettingsWindow?

    private let window: ContentWindow<Intent>
    private let controller: Task<Controller, Never>
    private let send: @Sendable (SettingsEvent) -> Void

    private init(_ application: Application, _ place: Place?) {
        if let folder = InstalledFiles.icons { Icons.addFolder(folder) }
        WindowWords.current = Self.words
        // Until the window exists, an intent has no sender.
        let line = AsyncStream.makeStream(of: SettingsEvent.self)
        send = { line.continuation.yield($0) }
        window = ContentWindow(application, title: tr("Focus"), shortcuts: Keys.shortcuts) {
            line.continuation.yield(.intent($0, text: $1))
        }
        window.leavesPage = { $0.leavesPage }
        // The first page is drawn before the bus is asked.
        var first = SettingsState()
        if let place {
            first.trail = SettingsState.trail(to: place)
            first.firstRun.isOver = true
        }
        window.show(first.content)
        let state = first
        controller = Task { @LoopActor in
            Controller(state) { content in
                Task { @WindowActor in Self.shared?.window.show(content) }
            } ask: { request in
                Task { @WindowActor in Self.shared?.perform(request) }
            }
        }
        let controller = controller
        Task { @LoopActor in
            let controller = await controller.value
            for await event in line.stream { controller.handle(event) }
        }
        window.onceDrawn { Task { @LoopActor in await controller.value.settle() } }
    }

    private func perform(_ request: WindowRequest) {
        let send = send
        switch request {
        case .askForCopy(let id, let name):
            window.chooseFile(tr("Export the Focus"), name: name) { path in
                send(.intent(.exportFocus(id, path: path), text: ""))
            }
        case .askForImport:
            window.chooseFile(tr("Import a Focus"), name: nil) { path in
                send(.intent(.importFocus(path: path), text: ""))
            }
        case .openFile(let path): window.openFile(path)
        case .openLink(let address): window.openAddress(address)
        case .copy(let text): window.copy(text)
        case .close: window.close()
        case .withToken(let body): body(window.activationToken())
        case .askForExport(let name):
            window.chooseFile(tr("Export the History"), name: name) { path in
                send(.intent(.export(path: path), text: ""))
            }
        }
    }

    /// The words of the window itself.
    private static var words: WindowWords {
        var words = WindowWords()
        words.back = tr("Back")
        words.places = tr("Places")
        words.menu = tr("Menu")
        words.more = tr("More")
        words.cancel = tr("Cancel")
        words.search = tr("Search")
        words.close = tr("Close")
        words.apply = tr("Apply (Enter)")
        words.changedElsewhere = tr("changed elsewhere to")
        words.on = tr("on")
        words.off = tr("off")
        words.hour = tr("hour")
        words.minute = tr("minute")
        words.day = tr("day")
        words.previousMonth = tr("previous month")
        words.nextMonth = tr("next month")
        words.previousYear = tr("previous year")
        words.nextYear = tr("next year")
        words.noSuchHour = tr("An hour is a number from 0 to 23")
        words.noSuchMinute = tr("A minute is a number from 0 to 59")
        if let halves = ClockText.halves {
            (words.beforeNoon, words.afterNoon) = (halves.before, halves.after)
        }
        words.hours = [0, 6, 12, 18].map { ClockText.clockText(minutes: $0 * 60) }
        words.days = ScheduleWords.week.map(ScheduleWords.shortName)
        return words
    }

    /// Shows the window above others, at a page; nil for the page that is open.
    static func open(_ place: Place?, in application: Application) {
        if let shared {
            if let place {
                shared.send(.intent(.open(place), text: shared.window.applyTyped()))
                shared.window.showPage()
            }
            shared.window.present()
            return
        }
        let window = SettingsWindow(application, place)
        shared = window
        window.window.present()
    }
}
