// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import FocusDaemon

/// Programs that have a video device open, with files in place of devices.
@Suite @LoopActor struct CameraDevicesTests {
    private static func file(_ path: String) {
        close(unsafe open(path, O_WRONLY | O_CREAT, 0o600))
    }

    @Test func deviceIsInUseWhileAProgramHasItOpen() async throws {
        let directory = try makeTemporaryDirectory("dev")
        Self.file(directory + "/video0")
        Self.file(directory + "/null")
        let cameras = CameraDevices(directory: directory, log: Log())
        let told = Recorder<Bool>()
        cameras.onChange = { [weak cameras] in told.record(cameras?.isUsed ?? false) }
        cameras.start()
        #expect(cameras.hasCameras)
        let first = unsafe open(directory + "/video0", O_RDONLY)
        #expect(try await told.next())
        // A camera that is plugged in later.
        Self.file(directory + "/video2")
        let second = unsafe open(directory + "/video2", O_RDONLY)
        close(first)
        close(second)
        #expect(try await !told.next())
        cameras.stop()
        #expect(!cameras.isUsed)
    }

    @Test func otherFilesAreNoCameras() throws {
        let directory = try makeTemporaryDirectory("dev")
        let descriptor = unsafe open(directory + "/null", O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        #expect(!CameraDevices.isOpen(pathPrefix: directory + "/video"))
        #expect(CameraDevices.isOpen(pathPrefix: directory + "/nu"))
        #expect(!CameraDevices(directory: directory, log: Log()).hasCameras)
    }
}
