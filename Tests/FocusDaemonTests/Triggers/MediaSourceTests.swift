// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import FocusDaemon

@Suite(.timeLimit(.minutes(5))) @LoopActor struct MediaSourceTests {
    /// A program that records.
    private static let recording = """
        [{"id": 36, "type": "PipeWire:Interface:Node", "info": {"props": {
        "client.id": 136, "media.class": "Audio/Source"}}},
        {"id": 39, "type": "PipeWire:Interface:Node", "info": {"props": {
        "client.id": 139, "media.class": "Stream/Input/Audio"}}},
        {"id": 41, "type": "PipeWire:Interface:Link", "info": {"output-node-id": 36,
        "input-node-id": 39, "state": "active"}}]
        """

    /// A Focus that got the trigger during a call stayed off.
    @Test func aTriggerThatIsAddedLaterIsReportedAtOnce() async throws {
        let directory = try makeTemporaryDirectory("media")
        defer { _ = unsafe rmdir(directory) }
        let source = MediaSource(
            socket: directory, cameras: CameraDevices(directory: directory, log: Log()),
            command: ["sh", "-c", "echo '\(Self.recording)'; exec tail -f /dev/null"])
        let told = Recorder<Set<Trigger>>()
        source.onChange = { told.record($0) }
        source.follow([.screenShared])
        #expect(try await told.next() == [])
        source.follow([.screenShared, .microphone])
        #expect(try await told.next() == [.microphone])
        source.follow([])
        #expect(told.pending == [[]])
    }

    /// The list of kinds named pw-dump, and the doctor PipeWire.
    @Test(arguments: ["sh", "/nonexistent/pw-dump"], ["", "/absent"])
    func theKindAndTheProblemHaveOneReason(_ program: String, _ absent: String) throws {
        let directory = try makeTemporaryDirectory("media")
        defer { _ = unsafe rmdir(directory) }
        let source = MediaSource(
            socket: directory + absent,
            cameras: CameraDevices(directory: directory, log: Log()), command: [program])
        source.follow([.screenShared])
        let problem = source.problems.first
        let findings = Recorder<KindFinding>()
        source.survey { findings.record($0[.screenShared] ?? .available) }
        let finding = findings.pending.first
        source.follow([])
        if absent.isEmpty, program == "sh" {
            #expect(problem == nil && finding == .available)
        } else {
            let reason = try #require(problem?.detail.split(separator: ": ").last)
            #expect(finding == .missing(String(reason)))
            #expect(problem?.remedy.hasPrefix("install ") == (program != "sh"))
        }
    }
}
