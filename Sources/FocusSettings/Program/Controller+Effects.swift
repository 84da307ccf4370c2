// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Presentation

extension Controller {
    /// Performs one effect.
    func perform(_ effect: Effect) {
        switch effect {
        case .read(let part): read(part)
        case .askFocusd: askFocusd()
        case .subscribe: subscription?.askForEvents()
        case .retry: retry.reset(after: Self.retryPause)
        case .readHistory(let query): readHistory(query)
        case .readEntry(let id): readEntry(id)
        case .survey(let focus, let time): survey(focus, since: time)
        case .readFilters(let focus):
            send { client throws(ControlError) in
                do throws(ControlError) {
                    return .filters(focus, try await client.send(.filters(of: focus)))
                } catch {
                    // The window may have read a new file before focusd has.
                    guard case .refused(.unknownFocus, message: _) = error else { throw error }
                    return .filters(focus, [])
                }
            }
        case .readDeclarations:
            let declared = FilterDirectories().load().declarations.values.flatMap(\.self)
            handle(.declared(declared))
        case .readTriggerKinds: readTriggerKinds()
        case .explain(let question): explain(question)
        case .describe(let place, let values): describe(place, values)
        case .readChoices(let key, let parameter, let text): readChoices(key, parameter, text)
        case .readEntities(let key, let parameter, let ids): readEntities(key, parameter, ids)
        case .readSuggestions(let filter): readSuggestions(filter)
        case .activate(let focus, let end):
            switchFocus(.activate(focus.rawValue, until: end))
        case .deactivate: switchFocus(.deactivate)
        case .skip(let focus, let schedule, let window, let isSkipped, let isUndo):
            send { client throws(ControlError) in
                let request = ControlRequest.skip(
                    focus, schedule, window: window, isSkipped: isSkipped)
                let skipped = try await client.send(request.within(Controller.patience))
                return .skipped(skipped, isSkipped: isSkipped, isUndo: isUndo)
            }
        case .start: start()
        case .edit(let focus, let edit, let text): self.edit(focus, edit, text)
        case .create(let id, let name): create(id, name)
        case .delete(let id): delete(id)
        case .undo(let step): undo(step)
        case .act(let id, let action): act(on: id, action)
        case .reply(let id, let text): reply(to: id, text)
        case .deliver(let ids): command(.deliver(ids))
        case .markRead(let ids): takeOff(.markRead(ids), isRead: true)
        case .dismiss(let ids): takeOff(.dismiss(ids))
        case .clearMissed: takeOff(.clearMissed)
        case .mute(let app, let end):
            send { client throws(ControlError) in
                try await client.send(.mute(app, until: end).within(Controller.patience))
                return .muted(app, until: end)
            }
        case .snooze(let step, let end): snooze(step, end)
        case .unsnooze(let ids): command(.unsnooze(ids))
        case .snoozeAgain(let id, let time): command(.snooze([id], until: time))
        case .unmute(let app): command(.unmute(app))
        case .muteAgain(let app, let end): command(.mute(app, until: end))
        case .clearBadge(let app): clearBadge(of: app)
        case .forget(let app): forget(app)
        case .readAppDetails: readAppDetails()
        case .readPersonDetails: readPersonDetails()
        case .openFile(let path): ask(.openFile(path))
        case .openLink(let address): ask(.openLink(address))
        case .copy(let text): ask(.copy(text))
        case .close: ask(.close)
        case .askForExport(let name): ask(.askForExport(name: name))
        case .export(let query, let path): export(query, path)
        case .askForCopy(let id, let name): ask(.askForCopy(id, name: name))
        case .writeFile(let text, let path, let done): write(text, path, done: done)
        case .askForImport: ask(.askForImport)
        case .importFocus(let path): importFocus(path)
        case .configure(let edit, let text): configure(edit, text)
        case .restore(let id): restore(id)
        case .restoreConfiguration: restoreConfiguration()
        case .probe: probe()
        case .readSession: read(.session)
        case .readSetup: read(.setup)
        case .setUp: setUp()
        case .run(let step, let check): run(step, check: check)
        case .createAll(let ids, let apps): createAll(ids, apps: apps)
        case .sendTest: sendTest()
        }
    }

    // MARK: Requests

    /// Awaits an answer and handles it.
    func send(
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
    func command<Answer>(_ request: ControlRequest<Answer>) {
        send { client throws(ControlError) in
            _ = try await client.send(request.within(Controller.patience))
            return .changed([.status, .upcoming, .missedNews, .mutes])
        }
    }

    /// Turns a Focus on or off, and asks for what comes next.
    private func switchFocus(_ request: ControlRequest<Void>) {
        send { client throws(ControlError) in
            try await client.send(request.within(Controller.patience))
            let limit = UInt32(Limits.upcomingChanges)
            let changes = try? await client.send(
                .upcoming(limit: limit).within(Controller.patience))
            return .switched(changes ?? [])
        }
    }

    /// Reads a page of the history. The page of a refused one offers to read it again.
    private func readHistory(_ query: HistoryQuery) {
        guard let client else { return }
        Task {
            do throws(ControlError) {
                handle(.history(try await client.send(.entries(query)), of: query))
            } catch .refused(_, let message) {
                handle(.historyFailed(message, of: query))
            } catch {
                handle(.historyFailed(tr("focusd does not answer."), of: query))
                failed(error)
            }
        }
    }

    private func readEntry(_ id: ClientID) {
        guard let client else { return }
        Task {
            do throws(ControlError) {
                handle(.entry(id, try await client.send(.entry(id))))
            } catch .refused(.notFound, _) {
                handle(.entry(id, nil))
            } catch .refused(_, let message) {
                handle(.readFailed(.entry(id), message))
            } catch {
                failed(error)
            }
        }
    }

    /// Asks focusd; without an answer the trial counts what it has read.
    private func survey(_ focus: FocusID, since time: Timestamp) {
        guard let client else { return }
        Task {
            let request = ControlRequest.survey(since: time, as: focus)
            let counts = try? await client.send(request)
            if let counts { handle(.surveyed(focus, counts)) }
        }
    }

    private func explain(_ question: WhatIf) {
        guard let client else { return }
        Task {
            do throws(ControlError) {
                let request = ControlRequest.explain(question.request)
                let answer = try await client.send(request.within(Controller.patience))
                handle(.explained(question, .decided(answer)))
            } catch .refused(_, let message) {
                handle(.explained(question, .refused(message)))
            } catch {
                failed(error)
            }
        }
    }

    /// Asks focusd; without an answer the page of triggers shows no reasons.
    private func readTriggerKinds() {
        guard let client else { return }
        Task {
            let kinds = try? await client.send(.triggerKinds.within(Controller.patience))
            if let kinds { handle(.triggerKinds(kinds)) }
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

    /// Time after which the page says that an app's answer is awaited.
    private static let shortWait = Duration.milliseconds(300)

    /// Asks the app for the choices of a parameter, all or those that match the text. An answer
    /// that comes after its time counts, too.
    private func readChoices(_ key: FilterKey, _ parameter: String, _ text: String) {
        guard let client else { return }
        let waits = [(Self.shortWait, FilterOffers.Wait.short), (Self.patience, .long)].map {
            time, wait in
            Timer(after: time) { [weak self] in
                self?.handle(.choicesAwaited(key, parameter, text: text, wait))
            }
        }
        Task {
            let answer: FilterOffers.Answer
            do throws(ControlError) {
                let request = ControlRequest.choices(of: parameter, in: key, matching: text)
                answer = .known(try await client.send(request))
            } catch .refused(_, let message) {
                answer = .failed(message)
            } catch {
                answer = .failed(tr("focusd does not answer."))
            }
            for wait in waits { wait.cancel() }
            handle(.choices(key, parameter, text: text, answer))
        }
    }

    /// Asks the app; without an answer the page shows the identifiers.
    private func readEntities(_ key: FilterKey, _ parameter: String, _ ids: [String]) {
        guard let client else { return }
        Task {
            let known = try? await client.send(.entities(ids, of: parameter, in: key))
            if let known { handle(.entities(key, parameter, asked: ids, known)) }
        }
    }

    /// Asks the app, which may suggest nothing.
    private func readSuggestions(_ filter: FilterDeclaration) {
        guard let client else { return }
        Task {
            let suggestions = try? await client.send(.suggestions(for: filter))
            handle(.suggestions(filter.key, suggestions ?? []))
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
                handle(.startFailed(reason))
            }
        }
    }
}
