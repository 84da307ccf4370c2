// SPDX-License-Identifier: Apache-2.0

// A sandboxed app's `Hold` is answered when the user has answered a notification of focusd's own:
//
// - "Allow" holds the Focus on, as for any other client.
// - "Don't allow", or a dismissed popup, is an error, and the app may not ask again for some
//   minutes.
// - Without an answer in time, the question is withdrawn, and so it is when the caller leaves the
//   bus.
//
// An app whose notifications are silenced now is refused at once: its question would show the app's
// text to a user who does not want to be interrupted by it. An unknown Focus counts as a question
// without an answer, and no name of a Focus is in the error: an app must not learn the user's
// Focuses.

import DBus
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Asks the user about the holds of sandboxed apps.
@LoopActor final class SandboxedHolds {
    /// A call that waits for the user's answer.
    private struct Asked {
        let call: MethodCall
        let app: AppID
        let focus: FocusID
        let reason: String
        let payer: PeerAccounts.Payer
        let timer: Timer
    }

    private let engine: Engine
    private let accounts: SharedAccounts
    private let patience: Duration
    private var questions = HoldQuestions()
    private var asked: [ClientID: Asked] = [:]

    /// - Parameter patience: the time for the user's answer.
    init(_ engine: Engine, _ accounts: SharedAccounts, patience: Duration = Limits.holdAnswerTime) {
        self.engine = engine
        self.accounts = accounts
        self.patience = patience
        engine.onHoldAnswer = { [weak self] id, answer in self?.answered(id, answer) }
    }

    /// Asks the user if a sandboxed app may hold a Focus on. The call is answered later.
    ///
    /// - Parameter name: the id or name of the Focus, as the app has it.
    func ask(
        _ call: MethodCall, to name: String, because reason: String, for app: AppID
    ) throws(ErrorReply) {
        guard Agenda.isReason(reason) else { throw ErrorReply(Agenda.HoldRefusal.badReason) }
        guard engine.wouldDeliver(app) else {
            throw ErrorReply(
                WireError.declined, "the app is silenced now, so the user was not asked")
        }
        do throws(HoldQuestions.Refusal) {
            try questions.begin(for: app, at: .now)
        } catch {
            throw ErrorReply(error)
        }
        let payer = PeerAccounts.Payer(client: call.peer, app: app)
        do throws(ErrorReply) {
            guard let focus = engine.state.focus(named: name) else {
                throw ErrorReply(WireError.unknownFocus, "the user has no such Focus")
            }
            guard accounts.value.charge(1, of: .holdQuestions, to: payer) else {
                throw ErrorReply(WireError.limitsExceeded, "the user has other questions to answer")
            }
            guard let id = show(focus, reason, app) else {
                accounts.value.release(1, of: .holdQuestions, by: payer)
                throw ErrorReply(WireError.failed, "the user cannot be asked now")
            }
            asked[id] = Asked(
                call: call.withoutArguments(), app: app, focus: focus.id, reason: reason,
                payer: payer,
                timer: Timer(after: patience) { [weak self] in self?.withdraw(id) })
        } catch {
            questions.end(for: app, .unanswered, at: .now)
            throw error
        }
    }

    /// Withdraws the questions of a client that left the bus.
    func peerLeft(_ peer: PeerName) {
        for (id, question) in asked where question.call.peer == peer { withdraw(id) }
    }

    private func show(_ focus: Focus, _ reason: String, _ app: AppID) -> ClientID? {
        // A server that is not up yet may show actions.
        guard engine.surroundings?.serverFacts?.showsActions != false else { return nil }
        let name = OwnNotification.line(engine.desktopFiles.name(of: app) ?? app.rawValue)
        let focusName = OwnNotification.line(focus.name)
        let hidesReason = reason.isEmpty || engine.hidesTextsNow(of: app)
        let cause = hidesReason ? "" : " Its reason: “\(OwnNotification.line(reason))”."
        let question = OwnNotification(
            icon: focus.icon ?? "", summary: "Let \(name) turn on \(focusName)?",
            body: "\(focusName) stays on until the app ends it or quits.\(cause)".escapedAsMarkup,
            actions: [HoldQuestion.allow, "Allow", HoldQuestion.decline, "Don't allow"], urgency: 1,
            expires: Int32(patience / .milliseconds(1)))
        guard let message = try? question.message() else { return nil }
        let entry = engine.showOwn(message, replacing: nil)
        guard engine.entry(entry.id) != nil else { return nil }
        engine.update { $0.asked(aboutHoldOf: app, by: entry.id) }
        engine.commitSoon()
        return entry.id
    }

    /// Takes a question from the screen, and answers the call.
    private func withdraw(_ id: ClientID) {
        engine.change { $0.withdrawQuestion(id, into: &$1) }
        answered(id, .unanswered)
        engine.commitSoon()
    }

    private func answered(_ id: ClientID, _ answer: HoldAnswer) {
        guard let question = asked.removeValue(forKey: id) else { return }
        accounts.value.release(1, of: .holdQuestions, by: question.payer)
        questions.end(for: question.app, answer, at: .now)
        switch answer {
        case .granted: grant(question)
        case .declined: question.call.fail(WireError.declined, "the user does not allow it")
        case .unanswered:
            question.call.fail(WireError.notAnswered, "the user has not answered")
        }
    }

    private func grant(_ question: Asked) {
        // The user may have deleted the Focus during the question.
        guard engine.state.focuses[question.focus] != nil else {
            return question.call.fail(WireError.unknownFocus, "the user has no such Focus")
        }
        do throws(Agenda.HoldRefusal) {
            let hold = try engine.hold(
                question.focus, reason: question.reason, by: question.payer)
            engine.afterCommit(.replyNumber(question.call.withoutArguments(), hold))
        } catch {
            question.call.fail(ErrorReply(error))
        }
    }
}

extension ErrorReply {
    /// The error for a question that the user is not asked.
    fileprivate init(_ refusal: HoldQuestions.Refusal) {
        let text =
            switch refusal {
            case .asking: "the app's last question has no answer yet"
            case .waiting(let pause): "the app may ask again in \(pause.components.seconds + 1) s"
            case .tooMany: "too many apps ask"
            }
        self.init(WireError.limitsExceeded, text)
    }
}
