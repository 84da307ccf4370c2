// SPDX-License-Identifier: Apache-2.0

import LinkCore
import Testing

/// One machine's agreement on its files, step by step.
@Suite struct FileAgreementTests {
    private let now: Int64 = 1_800_000_000_000
    private let machine = MachineID(bits: 1)
    private let other = MachineID(bits: 2)

    private func take(_ agreement: inout FileAgreement, _ event: FileEvent) -> [FileEffect] {
        var effects: [FileEffect] = []
        agreement.handle(event, at: now, into: &effects)
        return effects.filter { $0 != .store }
    }

    private func disk(_ files: [String: String]) -> FileEvent {
        .disk(DiskReading(files.mapValues { DiskFile(text: $0, saved: now - 10_000) }))
    }

    private func started(
        _ files: [String: String], role: LinkRole = .both
    ) -> (FileAgreement, [FileEffect]) {
        var agreement = FileAgreement(machine: machine, role: role)
        let effects = take(&agreement, disk(files)) + take(&agreement, .joined)
        return (agreement, effects)
    }

    private func stamp(_ time: Int64) -> Stamp { Stamp(time: time, count: 0, machine: other) }

    private func version(
        _ time: Int64, _ text: String?, from ancestors: [String] = []
    ) -> FileVersion {
        FileVersion(
            stamp: stamp(time), text: text, ancestors: ancestors.map(TextName.init(of:)))
    }

    private func published(_ effects: [FileEffect]) -> [FileVersion] {
        effects.compactMap { if case .publish(_, let version) = $0 { version } else { nil } }
    }

    // MARK: The later version counts

    @Test func ofTwoFilesFromBeforeTheLinkTheOneSavedLastCounts() {
        var (agreement, first) = started(["work": "mine"])
        #expect(first.count == 1)
        let older = version(now - 20_000, "older")
        #expect(take(&agreement, .heard("work", older)) == [])
        let newer = version(now - 5_000, "newer")
        #expect(
            take(&agreement, .heard("work", newer)) == [
                .write("work", before: "mine", newer, copy: true)
            ])
        #expect(take(&agreement, .written("work", newer.stamp)) == [])
        #expect(agreement.versions["work"] == newer)
    }

    @Test func aDescendantMakesNoCopy() {
        var (agreement, _) = started(["work": "mine"])
        let next = version(now, "next", from: ["mine"])
        #expect(
            take(&agreement, .heard("work", next)) == [
                .write("work", before: "mine", next, copy: false)
            ])
    }

    // MARK: Texts from before the link (issue 22)

    /// Two machines have the same file before they hear of each other; one changes it.
    @Test(arguments: [-20_000, 0]) func equalTextsNeverConflict(age: Int64) throws {
        var (agreement, first) = started(["work": "same"])
        let same = version(now + age, "same")
        #expect(take(&agreement, .heard("work", same)) == [])
        // The version of this machine was sent before the other machine's arrived.
        let mine = try #require(published(first).first)
        let next = version(now + 1, "next", from: ["same"])
        #expect(
            take(&agreement, .heard("work", next)) == [
                .write("work", before: "same", next, copy: false)
            ])
        var (second, _) = started([:])
        #expect(take(&second, .heard("work", next)).count == 1)
        #expect(take(&second, .written("work", next.stamp)) == [])
        #expect(take(&second, .heard("work", mine)) == [])
    }

    /// A machine comes back from a backup: its file is old, and its stamp late.
    @Test func anOldTextWithALateStampDoesNotReplaceItsDescendant() throws {
        var (agreement, _) = started(["work": "old"])
        let changed = take(&agreement, disk(["work": "new"]))
        #expect(published(changed).first?.ancestors == [TextName(of: "old")])
        let back = version(now + 5_000, "old")
        let effects = take(&agreement, .heard("work", back))
        let again = try #require(published(effects).first)
        #expect(effects.count == 1 && again.text == "new" && again.stamp > back.stamp)
        // The machine that came back takes it without a copy.
        #expect(again.ancestors.contains(TextName(of: "old")))
        // Messages that come twice change nothing.
        #expect(take(&agreement, .heard("work", back)) == [])
    }

    /// The same on the machine that came back, where the others are away and the broker has their
    /// version.
    @Test func aDescendantWithAnEarlierStampIsTaken() throws {
        var (agreement, first) = started(["work": "old"])
        let mine = try #require(published(first).first)
        let new = version(now - 20_000, "new", from: ["older", "old"])
        let effects = take(&agreement, .heard("work", new))
        guard case .write("work", before: "old", let written, copy: false)? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(written.text == "new" && written.stamp > mine.stamp)
        #expect(published(take(&agreement, .written("work", written.stamp))) == [written])
    }

    @Test func aTextThatTheUserBroughtBackCounts() {
        var (agreement, _) = started(["work": "old"])
        _ = take(&agreement, disk(["work": "new"]))
        let back = version(now + 5_000, "old", from: ["old", "new"])
        #expect(
            take(&agreement, .heard("work", back)) == [
                .write("work", before: "new", back, copy: false)
            ])
    }

    /// Of one text on two machines each knows other ancestors.
    @Test func equalTextsShareTheirAncestors() throws {
        var (agreement, _) = started(["work": "mine"])
        _ = take(&agreement, disk(["work": "same"]))
        let theirs = version(now + 5_000, "same", from: ["theirs"])
        let joined = try #require(published(take(&agreement, .heard("work", theirs))).first)
        #expect(Set(joined.ancestors) == Set(["mine", "theirs"].map(TextName.init(of:))))
        #expect(joined.stamp > theirs.stamp)
        // Nothing new is in an answer.
        #expect(take(&agreement, .heard("work", theirs)) == [])
        let answer = FileVersion(
            stamp: stamp(now + 6_000), text: "same", ancestors: joined.ancestors)
        #expect(take(&agreement, .heard("work", answer)) == [])
    }

    /// Two machines with as many ancestors as a version names do not answer each other without end.
    @Test func tooManyAncestorsEndTheAnswers() {
        let many = (0..<LinkLimits.ancestors).map { "a\($0)" }
        var (agreement, _) = started([:])
        let first = version(now, "same", from: many)
        _ = take(&agreement, .heard("work", first))
        _ = take(&agreement, .written("work", first.stamp))
        let second = version(now + 1, "same", from: many.map { "b" + $0 })
        #expect(take(&agreement, .heard("work", second)) == [])
        #expect(agreement.versions["work"] == second)
    }

    /// A machine that only follows makes no stamps: a later deletion must not look older.
    @Test func aFollowerMakesNoStamps() throws {
        var (agreement, _) = started(["work": "old"], role: .follows)
        let new = version(now - 5_000, "new", from: ["old"])
        _ = take(&agreement, .heard("work", new))
        _ = take(&agreement, .written("work", new.stamp))
        let back = version(now + 5_000, "old")
        #expect(take(&agreement, .heard("work", back)) == [])
        #expect(agreement.versions["work"]?.text == "new")
        #expect(agreement.versions["work"]?.stamp == back.stamp)
        #expect(take(&agreement, .heard("work", back)) == [])
    }

    // MARK: Deletions

    @Test func aDeletionIsPassedOnAndDoneByOthers() throws {
        var (agreement, _) = started(["work": "mine"])
        let deleted = version(now, nil, from: ["mine"])
        #expect(
            take(&agreement, .heard("work", deleted)) == [
                .write("work", before: "mine", deleted, copy: false)
            ])
        var (own, _) = started(["work": "mine", "sleep": "other"])
        // An editor may replace it.
        #expect(take(&own, disk(["sleep": "other"])) == [.wait])
        let sent = try #require(published(take(&own, .waited)).first)
        #expect(sent.text == nil && sent.ancestors == [TextName(of: "mine")])
        #expect(take(&own, .waited) == [])
        // A file that this machine never had needs no deletion.
        #expect(take(&own, .heard("other", version(now, nil))) == [])
    }

    // MARK: Many missing files (issue 22)

    private let four = ["work": "w", "sleep": "s", "chess": "c", "read": "r"]

    private func four(without missing: Set<String>) -> [String: String] {
        four.filter { !missing.contains($0.key) }
    }

    @Test(arguments: [
        (["work"], 1), (["work", "sleep"], 2), (["work", "sleep", "chess"], 0),
        (["work", "sleep", "chess", "read"], 0),
    ])
    func deletionsOfMostFilesAreNotShared(missing ids: [String], published count: Int) {
        let missing = Set(ids)
        var (agreement, _) = started(four)
        // One command, seen in two readings.
        let first = missing.sorted().first.map { Set([$0]) } ?? []
        #expect(take(&agreement, disk(four(without: first))) == [.wait])
        _ = take(&agreement, disk(four(without: missing)))
        #expect(published(take(&agreement, .waited)).count == count)
        #expect(agreement.held == (count == 0 ? missing : []))
        #expect(take(&agreement, .waited) == [])
    }

    @Test func allOfOneFileIsNotSharedEither() {
        var (agreement, _) = started(["work": "w"])
        _ = take(&agreement, disk([:]))
        #expect(take(&agreement, .waited) == [])
        #expect(agreement.held == ["work"])
    }

    @Test func aMissingFolderIsNoDeletion() {
        var (agreement, _) = started(four)
        let gone = FileEvent.disk(DiskReading([:], hasFolder: false))
        #expect(take(&agreement, gone) == [])
        #expect(take(&agreement, .waited) == [])
        #expect(agreement.held == Set(four.keys))
        // Nothing is written below a home that is not there.
        #expect(take(&agreement, .heard("work", version(now, "new", from: ["w"]))) == [])
        // The home is back.
        #expect(
            take(&agreement, disk(four)) == [
                .write("work", before: "w", version(now, "new", from: ["w"]), copy: false)
            ])
        #expect(agreement.held == [])
        // So is a folder that never had files, which other machines fill.
        var (second, _) = started([:])
        _ = take(&second, gone)
        #expect(take(&second, .heard("work", version(now, "new"))).count == 1)
    }

    @Test func aFileThatCannotBeReadIsNotDeleted() {
        var (agreement, _) = started(four)
        let files = four(without: ["work"]).mapValues { DiskFile(text: $0, saved: now) }
        let reading = DiskReading(files, unreadable: ["work"])
        #expect(take(&agreement, .disk(reading)) == [])
        #expect(take(&agreement, .waited) == [])
        #expect(agreement.versions["work"]?.text == "w")
    }

    /// Files that are back one by one do not make the rest few enough to be deleted.
    @Test func deletionsWaitUntilAllFilesAreBackOrTheUserSaysSo() throws {
        var (agreement, _) = started(four)
        _ = take(&agreement, disk([:]))
        _ = take(&agreement, .waited)
        #expect(take(&agreement, disk(four(without: ["work"]))) == [])
        #expect(take(&agreement, .waited) == [])
        #expect(agreement.held == ["work"])
        // A further one waits, too, and so it does after a restart.
        _ = take(&agreement, disk(four(without: ["work", "sleep"])))
        #expect(take(&agreement, .waited) == [])
        var next = FileAgreement(
            machine: machine, role: .both, versions: agreement.versions, held: agreement.held)
        #expect(take(&next, disk(four(without: ["work", "sleep"]))) == [])
        _ = take(&next, .joined)
        let sent = published(take(&next, .shareDeletions))
        #expect(sent.count == 2 && sent.allSatisfy { $0.text == nil })
        #expect(next.held == [])
    }

    @Test func missingFilesComeBack() throws {
        var (agreement, _) = started(four)
        _ = take(&agreement, disk([:]))
        _ = take(&agreement, .waited)
        // One that another machine changes comes back by itself.
        let changed = version(now, "new", from: ["w"])
        #expect(
            take(&agreement, .heard("work", changed)) == [
                .write("work", before: nil, changed, copy: false)
            ])
        _ = take(&agreement, .written("work", changed.stamp))
        #expect(agreement.held == ["sleep", "chess", "read"])
        let effects = take(&agreement, .restoreFiles)
        #expect(effects.count == 3)
        for case .write(let id, before: nil, let version, copy: false) in effects {
            #expect(version.text == four[id])
            _ = take(&agreement, .written(id, version.stamp))
        }
        #expect(agreement.held == [])
    }

    /// After a restart the texts are at the broker alone.
    @Test func missingFilesComeBackFromTheBroker() throws {
        var (agreement, _) = started(four)
        _ = take(&agreement, disk([:]))
        _ = take(&agreement, .waited)
        let lost = agreement.versions.mapValues { version in
            FileVersion(
                stamp: version.stamp, lost: version.name ?? TextName(of: ""), ancestors: [])
        }
        var next = FileAgreement(
            machine: machine, role: .both, versions: lost, held: agreement.held)
        #expect(take(&next, disk([:])) == [])
        #expect(take(&next, .joined) == [], "a text that is not known is published")
        #expect(take(&next, .restoreFiles) == [.fetch])
        let known = try #require(agreement.versions["work"])
        #expect(
            take(&next, .heard("work", known)) == [
                .write("work", before: nil, known, copy: false)
            ])
    }

    // MARK: Limits

    @Test func numberOfFilesIsLimited() {
        var (agreement, _) = started([:])
        for number in 0...LinkLimits.files {
            let effects = take(&agreement, .heard("f\(number)", version(now, "x")))
            #expect(effects.isEmpty == (number == LinkLimits.files), "\(number)")
        }
    }

    @Test(arguments: [
        (LinkRole.both, 1, 1), (.sends, 1, 0), (.follows, 0, 1), (LinkRole(rawValue: 0), 0, 0),
    ])
    func theRoleDecides(role: LinkRole, published: Int, written: Int) {
        var (agreement, effects) = started(["work": "mine"], role: role)
        #expect(effects.count == published)
        #expect(take(&agreement, .heard("work", version(now, "newer"))).count == written)
    }

    @Test func aVersionFromFarAheadIsRefused() {
        var (agreement, _) = started([:])
        let far = version(now + LinkLimits.clockAhead + 1, "x")
        #expect(take(&agreement, .heard("work", far)) == [])
        #expect(agreement.refused == other)
        _ = take(&agreement, .heard("work", version(now, "x")))
        #expect(agreement.refused == nil)
    }

    /// The clock showed a time a month later when the file was saved. It was ahead then, and is
    /// right again; or it is behind now, as the others' versions tell.
    @Test(arguments: [true, false]) func aFileFromFarAheadGetsAStampOfNow(wasAhead: Bool) throws {
        let later = now + 30 * 24 * 3_600_000
        var agreement = FileAgreement(machine: machine, role: .both)
        var effects: [FileEffect] = []
        for text in ["first", "second"] {
            agreement.handle(disk(["work": text]), at: later, into: &effects)
        }
        if !wasAhead { _ = take(&agreement, .heard("sleep", version(later, "x"))) }
        let time = wasAhead ? now : later
        let joined = published(take(&agreement, .joined))
        #expect(joined.map(\.stamp.time) == [time])
        let last = try #require(published(take(&agreement, disk(["work": "third"]))).first)
        #expect(last.stamp.time == time && last.stamp > joined[0].stamp)
    }
}
