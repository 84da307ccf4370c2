// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Glibc
import Presentation

/// The first run: the commands of `focus-switch setup`, the chosen Focuses, and a test.
extension Controller {
    /// Reads the commands without running them.
    func readSetup() async {
        switch await Self.setupSteps(["--json"]) {
        case .success(let steps): handle(.setup(steps))
        case .failure(let error): handle(.setupFailed(error.sentence))
        }
    }

    /// Reads the checks of the session and the link.
    func readSession() async {
        guard let program = ProgramFile.beside("focus-switch") else {
            return handle(
                .sessionUnchecked(tr("focus-switch is not installed beside this program")))
        }
        guard let run = await CommandRun.run([program, "doctor", "--session", "--json"]) else {
            return handle(
                .sessionUnchecked(tr("focus-switch doctor did not end within one minute")))
        }
        guard let value = try? JSONValue(parsing: run.output), case .array(let list) = value
        else {
            return handle(.sessionUnchecked(tr("focus-switch has another version; update it")))
        }
        handle(.sessionChecks(list.compactMap(DoctorCheck.init)))
    }

    /// Runs the commands.
    func setUp() {
        Task {
            switch await Self.setupSteps(["--yes", "--json"]) {
            case .success: handle(.setupEnded(nil))
            case .failure(let error): handle(.setupEnded(error.sentence))
            }
        }
    }

    private static func setupSteps(_ options: [String]) async -> Result<[SetupStep], SetupError> {
        guard let program = ProgramFile.beside("focus-switch") else {
            return .failure(
                SetupError(sentence: tr("focus-switch is not installed beside this program")))
        }
        guard let run = await CommandRun.run([program, "setup"] + options) else {
            return .failure(
                SetupError(sentence: tr("focus-switch setup did not end within one minute")))
        }
        guard let value = try? JSONValue(parsing: run.output) else {
            return .failure(SetupError(sentence: run.sentence))
        }
        guard case .array(let list) = value["steps"] else {
            return .failure(
                SetupError(sentence: tr("focus-switch has another version; update it")))
        }
        return .success(
            list.compactMap { step in
                guard case .string(let reason) = step["reason"],
                    case .string(let command) = step["command"]
                else { return nil }
                return SetupStep(reason: reason, command: command)
            })
    }

    /// Creates Focuses from their templates.
    ///
    /// - Parameter apps: Apps that come through with each of them.
    func createAll(_ ids: [FocusID], apps: [AppID]) {
        var made: [FocusFile] = []
        var failure: (id: FocusID, error: FocusFileError)?
        for id in ids {
            do throws(FocusFileError) {
                _ = try directory.create(id, name: FocusTemplate.named(id)?.shownName)
                let file = try directory.edit(id) { file throws(FocusFileError) in
                    guard !apps.isEmpty else { return }
                    if file.focus.apps.members.isEmpty { try file.setAppsMode(.allow) }
                    for app in apps { try file.addApp(app) }
                }
                made.append(file)
            } catch {
                failure = (id, error)
            }
        }
        readFiles()
        // One message and one undo for all of them.
        let names = listed(made.map(\.focus.name))
        let title = tr("\(names) created")
        handle(
            .writtenAll(
                made.map { file in
                    UndoStep(
                        focus: file.focus.id, title: title, before: nil,
                        after: Array(file.contents.utf8))
                }))
        if let failure {
            handle(.refused(nil, failure.error.sentence, text: ""))
            probe(after: failure.error, failure.id)
        }
    }

    /// Sends a notification with what is on, and one while Do Not Disturb is held on. A hold leaves
    /// the active Focus and its end as they are.
    func sendTest() {
        guard let client, let connection else { return }
        let notifications = NotificationsClient(connection)
        let texts = state.testTexts
        func send(_ text: TestText) async throws(ControlError) -> ClientID {
            var request = NotificationRequest(summary: text.summary, body: text.body)
            request.app = AppID(Program.id)
            return try await notifications.notify(request)
        }
        Task {
            do throws(ControlError) {
                let first = try await send(texts.first)
                let hold = try await client.send(
                    .hold(FocusID.doNotDisturb.rawValue, reason: tr("Test of the introduction")))
                let second: ClientID
                do throws(ControlError) {
                    second = try await send(texts.second)
                } catch {
                    try? await client.send(.release(hold))
                    throw error
                }
                try await client.send(.release(hold))
                handle(.tested(TestResult(passed: first, silenced: second)))
            } catch {
                failed(error)
            }
        }
    }
}

/// A setup that was not read, or did not run, in a sentence.
private struct SetupError: Error {
    var sentence: String
}
