// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Synchronization

// A picture can be on a sleeping disk, or on a network that hangs. The copies are made in order,
// each on a thread of its own, so that a thread that hangs holds up no other copy for long. A copy
// that exceeds its time is left to its thread, which ends by itself, perhaps never: a disk that
// slept has the picture in the end. Until then, no further picture of its app or client is copied.
// So these threads are bounded, and other apps' pictures are copied.

/// The copies of picture files in progress, and the removals behind them.
@LoopActor final class PictureCopies {
    /// Receives the length in bytes, or nil if the file was not copied. Called once, and for a copy
    /// that hangs when it ends.
    typealias Completion = @LoopActor (Int?) -> Void

    private struct Request {
        let source: String
        let name: String
        let owner: PictureRoom.Owner
        let completion: Completion
    }

    /// A copy that has exceeded its time, and its length in bytes once it has ended.
    private final class LateCopy: Sendable {
        private let state = Mutex<Int?>(nil)
        /// Opens when the copy has ended.
        let ended = Latch()

        var bytes: Int? { state.withLock { $0 } }

        func end(_ bytes: Int?) {
            state.withLock { $0 = bytes }
            ended.open()
        }
    }

    private enum Job {
        case copy(Request)
        case remove([String])
    }

    private let folder: PictureFolder
    /// Maximum time of the next copies.
    var time: Duration
    private let makeCopy: @Sendable (_ source: String, _ name: String) -> Int?
    private var jobs: [Job] = []
    private var isBusy = false
    /// Number of all copies in progress, without late ones.
    private var count = 0
    /// The same by app and by client.
    private var shares: [RoomHolder: Int] = [:]
    /// Number of copies that have exceeded their time and have not ended.
    private var lateCount = 0
    /// The apps and clients of these copies.
    private var late: Set<RoomHolder> = []

    /// Called when a copy that has exceeded its time has ended.
    var onLateEnd: (() -> Void)?

    /// - Parameters:
    ///   - time: maximum time of one copy.
    ///   - makeCopy: Copies a file; nil to copy it into the folder.
    init(
        _ folder: PictureFolder, time: Duration = Limits.pictureCopyTime,
        makeCopy: (@Sendable (_ source: String, _ name: String) -> Int?)? = nil
    ) {
        self.folder = folder
        self.time = time
        if let makeCopy {
            self.makeCopy = makeCopy
        } else {
            self.makeCopy = { source, name in folder.copy(source, as: name) }
        }
    }

    /// Returns true if one more copy of an app's or client's notifications may be in progress.
    func hasPlace(for owner: PictureRoom.Owner) -> Bool {
        let own = owner.holders.map { shares[$0] ?? 0 }.max() ?? 0
        return PeerAccounts.mayHave(1, beside: own, ofFree: Limits.picturesUnderWay - count)
    }

    /// Begins to copy a file, after all jobs before. The owner has a place for it.
    func copy(
        _ source: String, as name: String, of owner: PictureRoom.Owner,
        completion: @escaping Completion
    ) {
        count += 1
        for holder in owner.holders { shares[holder, default: 0] += 1 }
        jobs.append(
            .copy(Request(source: source, name: name, owner: owner, completion: completion)))
        goOn()
    }

    /// Removes copies by name, after all jobs before.
    func remove(_ names: [String]) {
        jobs.append(.remove(names))
        goOn()
    }

    private func goOn() {
        guard !isBusy else { return }
        isBusy = true
        Task {
            while !jobs.isEmpty { await perform(jobs.removeFirst()) }
            isBusy = false
        }
    }

    private func perform(_ job: Job) async {
        switch job {
        case .copy(let request): await perform(request)
        case .remove(let names):
            _ = await BlockingCall.run(within: time) { [folder] in folder.remove(names) }
        }
    }

    private func perform(_ request: Request) async {
        guard lateCount < Limits.latePictures, late.isDisjoint(with: request.owner.holders)
        else { return end(request, nil) }
        let lateCopy = LateCopy()
        let (source, name) = (request.source, request.name)
        let bytes: Int?? = await BlockingCall.run(
            within: time, abandoned: { lateCopy.end($0) },
            { [makeCopy] in makeCopy(source, name) })
        if let bytes { end(request, bytes) } else { giveUp(request, until: lateCopy) }
    }

    private func giveUp(_ request: Request, until copy: LateCopy) {
        free(request)
        lateCount += 1
        late.formUnion(request.owner.holders)
        Task {
            await copy.ended.wait()
            lateCount -= 1
            late.subtract(request.owner.holders)
            request.completion(copy.bytes)
            onLateEnd?()
        }
    }

    private func end(_ request: Request, _ bytes: Int?) {
        free(request)
        request.completion(bytes)
    }

    /// Frees the place of a copy among those in progress.
    private func free(_ request: Request) {
        count -= 1
        for holder in request.owner.holders {
            let left = (shares[holder] ?? 0) - 1
            shares[holder] = left > 0 ? left : nil
        }
    }
}
