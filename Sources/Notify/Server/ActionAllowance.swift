// SPDX-License-Identifier: Apache-2.0

/// Limits how often a server may report actions of popups: for each popup, for all, and in bytes.
///
/// A report is a click of the user, a text that the user sent, or the token that precedes either.
/// focusd commits each one and sends a signal to an app. A server that reports more than a user can
/// do would keep focusd busy, and fill the connection on which all apps get their answers.
struct ActionAllowance: Sendable {
    /// Reports of one popup at once. A click takes two with its token.
    static let reportsOfPopup = 64
    /// Time until one more report of the same popup.
    static let pauseOfPopup = Duration.milliseconds(250)
    /// Reports of all popups at once.
    static let reports = 2_048
    /// Time until one more report of any popup.
    static let pause = Duration.milliseconds(20)
    /// Bytes of texts at once: twice what may wait during a blocking call.
    static let textBytes = 8 << 20
    /// Bytes of texts that may follow each second.
    static let textBytesPerSecond = 1 << 20
    /// Number of remembered popups at which those with a whole allowance are forgotten. More popups
    /// than this cannot have used some of it, since all share ``reports``.
    static let maximumPopups = 4_096

    /// The time at which each popup, and all together, have the whole allowance again.
    private var popups: [UInt32: ContinuousClock.Instant] = [:]
    private var all: ContinuousClock.Instant?
    private var texts: ContinuousClock.Instant?

    /// Uses the allowance for one report with a text of so many bytes. Returns false and uses
    /// nothing if too little is left.
    mutating func take(
        _ bytes: Int, ofPopup popup: UInt32, at now: ContinuousClock.Instant
    ) -> Bool {
        let timeOfText = Duration.seconds(1) * bytes / Self.textBytesPerSecond
        let ofPopup = max(popups[popup] ?? now, now) + Self.pauseOfPopup
        let ofAll = max(all ?? now, now) + Self.pause
        let ofTexts = max(texts ?? now, now) + timeOfText
        guard ofPopup - now <= Self.pauseOfPopup * Self.reportsOfPopup,
            ofAll - now <= Self.pause * Self.reports,
            ofTexts - now <= .seconds(1) * Self.textBytes / Self.textBytesPerSecond
        else { return false }
        if popups.count >= Self.maximumPopups { popups = popups.filter { $0.value > now } }
        popups[popup] = ofPopup
        (all, texts) = (ofAll, ofTexts)
        return true
    }

    /// Number of remembered popups.
    var count: Int { popups.count }
}
