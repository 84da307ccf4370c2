// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

extension Controller {
    /// Performs one effect.
    func perform(_ effect: Effect) {
        switch effect {
        case .read(let part): read(part)
        case .readHistory(let query):
            send { client throws(ControlError) in
                .history(try await client.send(.entries(query)), of: query)
            }
        case .readEntry(let id): readEntry(id)
        case .readFilters(let focus):
            send { client throws(ControlError) in
                .filters(focus, try await client.send(.filters(of: focus)))
            }
        case .describe(let place, let values): describe(place, values)
        case .readChoices(let key, let parameter): readChoices(key, parameter)
        case .activate(let focus, let end):
            command(.activate(focus.rawValue, until: end))
        case .deactivate: command(.deactivate)
        case .start: start()
        case .edit(let focus, let edit, let text): self.edit(focus, edit, text)
        case .create(let id, let name): create(id, name)
        case .delete(let id): delete(id)
        case .undo(let step): undo(step)
        case .act(let id, let action): command(.act(on: id, action: action))
        case .deliver(let ids): command(.deliver(ids))
        case .markRead(let ids): command(.markRead(ids))
        case .dismiss(let ids): command(.dismiss(ids))
        case .clearMissed: command(.clearMissed)
        }
    }

    // MARK: Requests

    /// Awaits an answer and handles it.
    private func send(
        _ request: @escaping @LoopActor (ControlClient) async throws(ControlError) -> SettingsEvent
    ) {
        guard let client else { return }
        Task {
            do throws(ControlError) {
                handle(try await request(client))
            } catch {
                failed(error)
            }
        }
    }

    /// Sends a command, and reads what it may have changed.
    private func command<Answer>(_ request: ControlRequest<Answer>) {
        send { client throws(ControlError) in
            _ = try await client.send(request.within(Controller.patience))
            return .changed([.status, .upcoming, .missed])
        }
    }

    private func readEntry(_ id: ClientID) {
        send { client throws(ControlError) in
            do throws(ControlError) {
                return .entry(id, try await client.send(.entry(id)))
            } catch .refused(.notFound, _) {
                return .entry(id, nil)
            }
        }
    }

    /// Asks the app; without an answer the filter keeps the texts of its declaration.
    private func describe(_ place: FilterPlace, _ values: ParameterValues) {
        guard let client else { return }
        Task {
            let display = try? await client.send(.describe(place.key, values))
            if let display { handle(.display(place, display)) }
        }
    }

    private func readChoices(_ key: FilterKey, _ parameter: String) {
        guard let client else { return }
        Task {
            do throws(ControlError) {
                let choices = try await client.send(.choices(of: parameter, in: key))
                handle(.choices(key, parameter, .known(choices)))
            } catch {
                handle(
                    .choices(key, parameter, .failed("Start the app, then open this page again.")))
            }
        }
    }

    private func start() {
        guard let client else { return }
        Task {
            do throws(ControlError) {
                try client.start()
            } catch {
                let reason =
                    if case .notReachable(let reason) = error { reason } else { "\(error)" }
                handle(.failed("focusd does not start: \(reason)"))
            }
        }
    }

    // MARK: Files

    private func edit(_ id: FocusID, _ edit: FocusEdit, _ text: String) {
        let hadFile = state.hasFile(id, in: directory)
        var before: [UInt8] = []
        do throws(FocusFileError) {
            let file = try directory.edit(id) { file throws(FocusFileError) in
                before = Array(file.contents.utf8)
                try edit.apply(to: &file, text)
            }
            let after = Array(file.contents.utf8)
            readFiles()
            guard before != after else { return }
            let title = edit.title(text, name: state.name, focus: file.focus.name)
            handle(
                .written(
                    UndoStep(focus: id, title: title, before: hadFile ? before : nil, after: after),
                    opens: nil))
        } catch {
            handle(.refused(edit, error.sentence, text: text))
        }
    }

    private func create(_ id: FocusID, _ name: String?) {
        do throws(FocusFileError) {
            let file = try directory.create(id, name: name)
            readFiles()
            handle(
                .written(
                    UndoStep(
                        focus: id, title: "\(file.focus.name) created", before: nil,
                        after: Array(file.contents.utf8)), opens: id))
        } catch {
            handle(.refused(nil, error.sentence, text: ""))
        }
    }

    private func delete(_ id: FocusID) {
        do throws(FocusFileError) {
            let file = try directory.read(id)
            try directory.delete(id)
            readFiles()
            handle(
                .written(
                    UndoStep(
                        focus: id, title: "\(file.focus.name) deleted",
                        before: Array(file.contents.utf8), after: nil), opens: nil))
        } catch {
            handle(.refused(nil, error.sentence, text: ""))
        }
    }

    /// Takes a change back, unless the file has changed since.
    private func undo(_ step: UndoStep) {
        do throws(FocusFileError) {
            let isDone: Bool
            if let before = step.before {
                let known = step.after ?? before
                isDone = try directory.replace(step.focus, from: known, with: before) != nil
            } else {
                try directory.delete(step.focus)
                isDone = true
            }
            readFiles()
            handle(
                .failed(
                    isDone
                        ? "Undone: \(step.title)"
                        : "Not undone: the file has changed elsewhere since"))
        } catch {
            handle(.refused(nil, error.sentence, text: ""))
        }
    }
}

extension SettingsState {
    /// Returns true if the Focus has a file of its own.
    func hasFile(_ id: FocusID, in directory: FocusDirectory) -> Bool {
        files[id]?.path == directory.path(of: id)
    }
}

extension FocusFileError {
    /// The reason as a sentence beside a control.
    var sentence: String {
        let text: String
        if case .refused(let problems) = self, let first = problems.problems.first {
            text = first.reason
        } else {
            text = description
        }
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
