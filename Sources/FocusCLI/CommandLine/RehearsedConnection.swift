// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// Connection to focusd for rehearsals. Passes on what only reads, each call once, and ends a
/// rehearsal at any other request.
///
/// It answers itself what focusd would refuse: a Focus to turn on that does not exist, and
/// notifications or data of an app that are not there.
@LoopActor final class RehearsedConnection: ControlConnection {
    /// The rehearsal in progress.
    var rehearsal: Rehearsal?
    /// True once focusd has not answered in time: nothing is known about later requests.
    private(set) var isLost = false

    private let connection: any ControlConnection
    private var answers: [ControlCall: Any] = [:]
    private var configuration: OtherConfiguration??

    init(_ connection: any ControlConnection) {
        self.connection = connection
    }

    var isRunning: Bool { !isLost && connection.isRunning }

    func start() throws(ControlError) { throw .notReachable("a rehearsal starts nothing") }

    func sendBlocking<Answer>(
        _ request: ControlRequest<Answer>
    ) throws(ControlError) -> Answer {
        guard request.isOnlyReading else { return try end(request) }
        if let known = answers[request.call] as? Result<Answer, ControlError> {
            return try known.get()
        }
        guard !isLost else { throw .notReachable("it does not answer") }
        let result = Result { () throws(ControlError) in
            try connection.sendBlocking(request.within(CompletionSources.patience))
        }
        if case .failure(.notReachable) = result { isLost = true }
        answers[request.call] = result
        return try result.get()
    }

    func sendBlocking<Answer>(
        _ requests: [ControlRequest<Answer>]
    ) -> [Result<Answer, ControlError>] {
        requests.map { request in
            Result { () throws(ControlError) in try sendBlocking(request) }
        }
    }

    /// Follows nothing.
    func follow(_ handler: @escaping @LoopActor (ControlEvent) -> Void) -> AnyObject { self }

    /// Returns the directory of a running focusd that reads another one, examined once.
    func otherConfiguration(
        _ examine: @LoopActor () -> OtherConfiguration?
    ) -> OtherConfiguration? {
        if let configuration { return configuration }
        let found = examine()
        configuration = .some(found)
        return found
    }

    private func end<Answer>(_ request: ControlRequest<Answer>) throws(ControlError) -> Answer {
        switch request.method {
        case .activate, .activateWith:
            if let focus = request.subject, !isFocus(focus) {
                throw .refused(.unknownFocus, message: "there is no such Focus")
            }
        case .dismiss, .deliverNow, .markRead, .snooze, .snoozeFor, .unsnooze:
            if let ids = request.ids, !ids.isEmpty, ids.allSatisfy(isUnknown),
                let answer = request.answerWithoutEffect
            {
                return answer
            }
        case .forget:
            if let app = request.subject, !keepsData(of: AppID(app)),
                let answer = request.answerWithoutEffect
            {
                return answer
            }
        default: break
        }
        rehearsal?.reachEffect()
        throw .refused(.other, message: "a rehearsal changes nothing")
    }

    /// Returns true for the id or the name of a Focus, as far as focusd tells.
    private func isFocus(_ word: String) -> Bool {
        guard let focuses = try? sendBlocking(.focuses) else { return true }
        let isListed = focuses.contains { focus in
            [focus.id.rawValue, focus.name].contains { $0.lowercased() == word.lowercased() }
        }
        return isListed || rehearsal.map { FocusEditor($0.source).isNamed(word) } ?? true
    }

    private func isUnknown(_ id: ClientID) -> Bool {
        do throws(ControlError) {
            _ = try sendBlocking(.entry(id))
            return false
        } catch {
            if case .refused(.notFound, _) = error { return true }
            return false
        }
    }

    /// Returns true if focusd may keep something of an app.
    private func keepsData(of app: AppID) -> Bool {
        guard let apps = try? sendBlocking(.apps), let badges = try? sendBlocking(.badges) else {
            return true
        }
        return (apps.map(\.id) + badges.keys).contains { ($0.folded ?? $0) == (app.folded ?? app) }
    }
}
