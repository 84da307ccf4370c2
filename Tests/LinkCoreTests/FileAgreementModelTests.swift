// SPDX-License-Identifier: Apache-2.0

import LinkCore
import Testing

/// Three machines to whose files anything happens: all have the same files, no text is lost, and
/// copies are kept of conflicts alone (issue 22).
@Suite struct FileAgreementModelTests {
    @Test(arguments: 0..<20) func allHaveTheSameAndOnlyConflictsAreCopied(seed: Int) {
        var copies = 0
        for run in 0..<20 {
            let number = UInt64(seed * 20 + run)
            let world = healed(number, isForgetful: false)
            #expect(
                world.needlessCopies.isEmpty, "seed \(number): \(world.needlessCopies)")
            copies += world.machines.reduce(0) { $0 + $1.copies.count }
        }
        #expect(copies > 0, "no conflict happened")
    }

    /// Machines lose their memories, and files come back from backups and by hand.
    @Test(arguments: 0..<20) func allHaveTheSameWithoutMemories(seed: Int) {
        for run in 0..<20 { _ = healed(UInt64(10_000 + seed * 20 + run), isForgetful: true) }
    }

    private func healed(_ number: UInt64, isForgetful: Bool) -> FileWorld {
        var world = FileWorld(seed: number, count: 3, isForgetful: isForgetful)
        world.live(steps: 120)
        world.heal()
        let disks = Set(world.machines.map(\.disk))
        #expect(world.isQuiet, "seed \(number): machines answer each other without end")
        #expect(disks.count == 1, "seed \(number): \(disks)")
        #expect(world.losses.isEmpty, "seed \(number): \(world.losses)")
        return world
    }
}
