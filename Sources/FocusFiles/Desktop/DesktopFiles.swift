// SPDX-License-Identifier: Apache-2.0

package import FocusCore
package import GLibLoop

/// The desktop files of installed apps, cached until a file appears or disappears.
///
/// A lookup reads one file if the app's id is the id of a file, unless that file is known. Only an
/// id without a file of its own makes it read all files, once, and later those that are new or have
/// changed.
///
/// A program that serves others lists the files in the background: a lookup reads for at most
/// ``turn``, and a thread reads what is left. Until then, lookups use the last list.
@LoopActor package final class DesktopFiles {
    private let names: AppNames
    private let isInBackground: Bool
    /// Maximum time of a lookup for listing files.
    private let limit: Duration
    private var stamp: [FileStamp] = []
    private var changes = 0
    private var known: [AppID: DesktopApp?] = [:]
    /// The present files; nil if they are not listed.
    private var index: DesktopIndex?
    /// The last list of the background, which may be of earlier files.
    private var last = DesktopIndex([])
    /// The thread that lists the files, and the stamp of before.
    private var listing: (call: ThreadCall<DesktopListing>, stamp: [FileStamp])?
    /// False once a lookup has waited for the listing in progress.
    private var mayWait = false
    /// The time until which a lookup may wait for the listing in progress instead.
    private var patience: ContinuousClock.Instant?
    /// The pause after a long listing, or after one that could not begin.
    private var pause: Timer?
    /// Timer that reports a list at the loop's next turn: in the midst of a lookup, nobody expects
    /// other files.
    private var news: Timer?
    /// Called after a thread has listed other files than before, with a new ``generation``.
    package var onListed: (@LoopActor () -> Void)?
    /// The files of the last index: one more file does not make all others be read again.
    private var read: [String: AppNames.ReadFile] = [:]
    /// True during ``lookingOnce(_:)``.
    private var hasLooked = false

    /// Maximum number of remembered lookups; apps can invent any number of ids.
    private static let maximumKnown = 1_024

    #if DEBUG
        /// The checks of debug builds make each file several times as expensive.
        private static let scale = 3
    #else
        private static let scale = 1
    #endif
    /// Maximum time of a lookup for waiting for a thread that lists the files.
    private static let wait = Duration.milliseconds(5)
    /// Maximum time of a lookup for listing files, about 0.04 ms each.
    package static let turn = Duration.milliseconds(5) * scale
    /// Time between the end of a listing that took longer than a turn, and the next one.
    static let pauseTime = Duration.seconds(1)

    /// - Parameters:
    ///   - isInBackground: true for a program whose loop serves others.
    ///   - limit: the time in which a lookup in the background may list files.
    package init(
        _ names: AppNames = AppNames(), inBackground isInBackground: Bool = false,
        within limit: Duration = turn
    ) {
        self.names = names
        self.isInBackground = isInBackground
        self.limit = limit
    }

    /// Returns the desktop file of an app id: by the file's id, or else by its window class or
    /// name.
    package func file(of app: AppID) -> DesktopApp? {
        forgetOld()
        if let known = known[app] { return known }
        if known.count >= Self.maximumKnown { known = [:] }
        let file = names.file(named: app, reusing: read) ?? all.file(of: app)
        known[app] = .some(file)
        return file
    }

    /// Performs many lookups with one look for new and removed files. A look costs some system
    /// calls, more than all the rest of a lookup.
    package func lookingOnce<Result>(_ body: () throws -> Result) rethrows -> Result {
        forgetOld()
        let before = hasLooked
        hasLooked = true
        defer { hasLooked = before }
        return try body()
    }

    /// Returns the name in an app's desktop file, or nil.
    package func name(of app: AppID) -> String? { file(of: app)?.name }

    /// Returns the sender's name for the user: the name in the desktop file, else the name that the
    /// app sent, else the app's id. A script's name precedes the name of the tool that sent the
    /// notification for it.
    package func label(of record: EntryRecord) -> String {
        if let program = record.program { return name(of: program) ?? program.rawValue }
        if let name = name(of: record.app) { return name }
        let sent = record.appName.scalars(inBytes: Limits.seenNameBytes)
        if !sent.isEmpty { return sent }
        return record.app.rawValue.isEmpty ? AppID.unknown.rawValue : record.app.rawValue
    }

    /// Returns other ids that an app's notifications may have: its desktop file's id, window class
    /// and name.
    package func aliases(of app: AppID) -> [AppID] {
        file(of: app)?.ids ?? []
    }

    /// A number that changes once a desktop file has appeared or disappeared.
    package var generation: Int {
        forgetOld()
        return changes
    }

    /// All desktop files. In the background: those of the last list, if a new one takes longer than
    /// ``turn``.
    package var all: DesktopIndex {
        forgetOld()
        if let index { return index }
        if isInBackground { return listed }
        let index = DesktopIndex(names.installed(reusing: &read) ?? [])
        self.index = index
        return index
    }

    private func forgetOld() {
        if hasLooked { return }
        let stamp = names.stamp
        guard stamp != self.stamp else { return }
        self.stamp = stamp
        changes += 1
        known = [:]
        index = nil
    }

    // MARK: In the background

    /// Performs lookups that wait for the list, for some time at most in all. Only for a program
    /// that serves nobody yet.
    ///
    /// An app's id with a file of its own needs no list, and does not wait.
    package func waiting<Result>(
        atMost time: Duration, _ body: () throws -> Result
    ) rethrows -> Result {
        patience = .now + time
        defer { patience = nil }
        return try body()
    }

    private var listed: DesktopIndex {
        if patience != nil, listing == nil { list() }
        if let listing {
            guard mayWait || patience != nil else { return last }
            mayWait = false
            let wait = patience.map { max(.zero, $0 - .now) } ?? Self.wait
            if let files = listing.call.take(within: wait) { take(files, of: listing.stamp) }
            return last
        }
        if pause != nil { return last }
        // On a busy machine, the time passes faster than the work is done; a slow disk takes time
        // without work.
        let (start, end) = (ProcessorTime.ofThread, ContinuousClock.now + limit * 2)
        let isOver = { [limit] in
            ProcessorTime.ofThread - start > limit || ContinuousClock.now > end
        }
        if let files = names.installed(reusing: &read, unless: isOver) {
            let index = DesktopIndex(files)
            self.index = index
            last = index
            return index
        }
        list()
        mayWait = false
        return last
    }

    /// Lists the files on a thread; later, if the user may have no further thread now.
    private func list() {
        let stamp = stamp
        let call = ThreadCall { [names, read, last] in
            DesktopListing(names, reusing: read, unlike: last)
        } onEnd: { [weak self] in
            self?.take($0, of: stamp)
        }
        guard let call else { return beginPause() }
        listing = (call, stamp)
        mayWait = true
    }

    private func take(_ files: DesktopListing, of stamp: [FileStamp]) {
        listing = nil
        read = files.read
        last = files.index
        // Files may have come meanwhile, without a look for them.
        index = stamp == self.stamp ? files.index : nil
        if files.time > limit {
            beginPause()
        } else if index == nil {
            list()
        }
        guard files.isNew else { return }
        known = [:]
        changes += 1
        let news = news ?? Timer { [weak self] in self?.onListed?() }
        self.news = news
        news.reset(after: .zero)
    }

    private func beginPause() {
        pause = Timer(after: Self.pauseTime) { [weak self] in self?.pauseEnded() }
    }

    /// Lists files that came during the pause: a list of apps may name one of them.
    private func pauseEnded() {
        pause = nil
        if index == nil { list() }
    }
}

/// The desktop files as a thread has listed them.
private struct DesktopListing: Sendable {
    let index: DesktopIndex
    let read: [String: AppNames.ReadFile]
    /// True if the files are others than before.
    let isNew: Bool
    /// The time on a processor that the listing took.
    let time: Duration

    init(_ names: AppNames, reusing read: [String: AppNames.ReadFile], unlike last: DesktopIndex) {
        let start = ProcessorTime.ofThread
        var read = read
        index = DesktopIndex(names.installed(reusing: &read) ?? [])
        self.read = read
        isNew = index.files != last.files
        time = ProcessorTime.ofThread - start
    }
}
