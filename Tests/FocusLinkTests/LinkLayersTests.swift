// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import FocusLink

/// `focus-link.conf` of an administrator (issue 22).
@Suite struct LinkLayersTests {
    private func withFiles(
        _ texts: [String: String], _ body: (LinkFiles, String) throws -> Void
    ) throws {
        let home = try makeTemporaryDirectory("link-layers")
        defer { try? FileManager.default.removeItem(atPath: home) }
        for (name, text) in texts {
            let path = "\(home)/\(name)/focusd"
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            try text.write(
                toFile: path + "/focus-link.conf", atomically: true, encoding: .utf8)
        }
        let files = LinkFiles(
            BaseDirectories { name in
                switch name {
                case "HOME": home
                case "XDG_CONFIG_HOME": home + "/user"
                case "XDG_CONFIG_DIRS": "\(home)/near:\(home)/far"
                default: nil
                }
            })
        try body(files, home)
    }

    @Test func theAdministratorGivesWhatTheUserLeavesOut() throws {
        try withFiles([
            "user": "[Link]\nName=laptop\n",
            "near": "[Broker]\nHost=near.example.org\n",
            "far": "[Broker]\nHost=far.example.org\nPort=99\n[Link]\nName=far\n",
        ]) { files, _ in
            let read = try files.readConfiguration()
            #expect(read.host == "near.example.org" && read.port == 99 && read.name == "laptop")
            #expect(read.notes == [])
        }
    }

    @Test func aLockHoldsAgainstTheUser() throws {
        try withFiles([
            "user": "[Broker]\nHost=mine\n[Link]\nShareFiles=true\n",
            "far": "[Administrator]\nLockedKeys=Link.ShareFiles;\n",
        ]) { files, home in
            let read = try files.readConfiguration()
            #expect(!read.sharesFiles && read.host == "mine")
            let lock = home + "/far/focusd/focus-link.conf"
            #expect(read.notes.count == 1 && read.notes[0].contains(lock))
            let layers = LinkLayers(files.administrator)
            var changed = KeyFile()
            try changed.set(true, "Link", "ShareFiles")
            #expect(throws: LinkProblem.self) { try layers.refuseLocked(KeyFile(), changed) }
            // A line from before the lock is no change.
            try layers.refuseLocked(changed, changed)
        }
    }

    @Test(arguments: [
        "nonsense", "[Administrator]\nLockedKeys=Link.Shares;\n", "[Link]\nRole=boss\n",
        "[Administrator]\nKeys=a\n",
    ]) func aDamagedFileIsNamedAndLeftOut(_ text: String) throws {
        try withFiles(["user": "[Broker]\nHost=mine\n", "near": text]) { files, home in
            let read = try files.readConfiguration()
            #expect(read.host == "mine")
            #expect(read.notes.count == 1 && read.notes[0].contains(home + "/near"))
        }
    }
}
