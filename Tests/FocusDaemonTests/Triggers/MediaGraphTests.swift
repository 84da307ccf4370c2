// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import Testing

@testable import FocusDaemon

/// The detection of a shared screen, from objects as `pw-dump` prints them.
@Suite struct MediaGraphTests {
    private static func node(_ id: Int, _ kind: String, _ more: String = "") -> String {
        """
        {"id": \(id), "type": "PipeWire:Interface:Node", "version": 3, "info": {"state": "running",
        "props": {"client.id": \(id + 100), "media.class": "\(kind)"\(more)}}}
        """
    }

    private static func link(_ id: Int, _ from: Int, _ to: Int) -> String {
        """
        {"id": \(id), "type": "PipeWire:Interface:Link", "info": {"output-node-id": \(from),
        "input-node-id": \(to), "state": "active", "props": {"link.output.node": \(from)}}}
        """
    }

    private static func client(_ id: Int, _ program: String) -> String {
        """
        {"id": \(id), "type": "PipeWire:Interface:Client",
        "info": {"props": {"application.process.binary": "\(program)"}}}
        """
    }

    private static func gone(_ id: Int) -> String { "{\"id\": \(id), \"info\": null}" }

    private static func isTaken(_ objects: String...) throws -> Bool {
        var graph = MediaGraph()
        for object in objects { graph.take(try JSONValue(parsing: object)) }
        return graph.present.contains(.screenShared)
    }

    @Test(arguments: ["Video/Source", "Stream/Output/Video"])
    func screenIsTakenWhileAViewerIsLinkedToIt(_ kind: String) throws {
        let objects = [Self.node(36, kind), Self.node(39, "Stream/Input/Video")]
        var graph = MediaGraph()
        for object in objects { graph.take(try JSONValue(parsing: object)) }
        #expect(!graph.present.contains(.screenShared), "nobody looks")
        graph.take(try JSONValue(parsing: Self.link(41, 36, 39)))
        #expect(graph.present.contains(.screenShared))
        for end in [41, 36] {
            var graph = graph
            graph.take(try JSONValue(parsing: Self.gone(end)))
            #expect(!graph.present.contains(.screenShared))
        }
    }

    @Test(arguments: [
        #", "device.id": 44"#, #", "device.api": "v4l2""#, #", "media.role": "Camera""#,
    ])
    func cameraIsNoScreen(_ more: String) throws {
        #expect(
            try !Self.isTaken(
                Self.node(36, "Video/Source", more), Self.node(39, "Stream/Input/Video"),
                Self.link(41, 36, 39)))
    }

    private static func present(_ objects: String...) throws -> Set<Trigger> {
        var graph = MediaGraph()
        for object in objects { graph.take(try JSONValue(parsing: object)) }
        return graph.present
    }

    @Test(arguments: ["Audio/Source", "Audio/Source/Virtual", "Audio/Duplex"])
    func microphoneIsInUseWhileAProgramRecords(_ kind: String) throws {
        let recording = [Self.node(36, kind), Self.node(39, "Stream/Input/Audio")]
        #expect(try Self.present(recording[0], recording[1]) == [])
        #expect(
            try Self.present(recording[0], recording[1], Self.link(41, 36, 39)) == [.microphone])
        #expect(
            try Self.present(
                recording[0], recording[1], Self.link(41, 36, 39),
                Self.link(41, 36, 39).replacing("active", with: "paused")) == [], "it is muted")
    }

    @Test(arguments: [#", "node.link-group": "echo-cancel-1""#, #", "resample.peaks": true"#])
    func filterAndMeterRecordNothing(_ more: String) throws {
        #expect(
            try Self.present(
                Self.node(36, "Audio/Source"), Self.node(39, "Stream/Input/Audio", more),
                Self.link(41, 36, 39)) == [])
    }

    @Test func playedSoundThatIsRecordedIsNoMicrophone() throws {
        #expect(
            try Self.present(
                Self.node(36, "Audio/Sink"), Self.node(39, "Stream/Input/Audio"),
                Self.link(41, 36, 39)) == [])
    }

    @Test(arguments: [#", "device.id": 44"#, #", "media.role": "Camera""#])
    func cameraIsInUseWhileAProgramTakesItsPictures(_ more: String) throws {
        let (camera, viewer) = (
            Self.node(36, "Video/Source", more), Self.node(39, "Stream/Input/Video")
        )
        #expect(try Self.present(camera, viewer) == [])
        #expect(try Self.present(camera, viewer, Self.link(41, 36, 39)) == [.camera])
    }

    @Test func soundIsNoScreen() throws {
        #expect(
            try !Self.isTaken(
                Self.node(36, "Stream/Output/Audio"), Self.node(39, "Audio/Sink"),
                Self.link(41, 36, 39)))
    }

    @Test func previewsOfTheTaskBarAreNotShared() throws {
        let preview = [
            Self.client(139, "plasmashell"), Self.node(36, "Stream/Output/Video"),
            Self.node(39, "Stream/Input/Video"), Self.link(41, 36, 39),
        ]
        var graph = MediaGraph()
        for object in preview { graph.take(try JSONValue(parsing: object)) }
        #expect(!graph.present.contains(.screenShared))
        for object in [Self.node(50, "Stream/Input/Video"), Self.link(51, 36, 50)] {
            graph.take(try JSONValue(parsing: object))
        }
        #expect(graph.present.contains(.screenShared), "somebody else looks, too")
    }

    @Test func idThatIsGivenOutAgainIsAnotherThing() throws {
        #expect(
            try !Self.isTaken(
                Self.node(36, "Video/Source"), Self.gone(36), Self.node(36, "Audio/Source"),
                Self.node(39, "Stream/Input/Video"), Self.link(41, 36, 39)))
    }

    @Test(arguments: [
        "{}", #"{"id": "x"}"#, #"{"id": 1, "type": 7, "info": {}}"#,
        #"{"id": 1, "type": "PipeWire:Interface:Link", "info": {"output-node-id": "x"}}"#,
        #"{"id": 1, "type": "PipeWire:Interface:Node", "info": {"props": []}}"#,
    ])
    func nonsenseIsPassedOver(_ object: String) throws {
        #expect(
            try Self.isTaken(
                object, Self.node(36, "Video/Source"), Self.node(39, "Stream/Input/Video"),
                Self.link(41, 36, 39), object))
    }

    @Test func objectsAreAtMostTheLimit() throws {
        for count in [MediaGraph.maximumObjects - 1, MediaGraph.maximumObjects] {
            var graph = MediaGraph()
            for id in 0..<count {
                graph.take(try JSONValue(parsing: Self.node(1_000 + id, "Video/Source")))
            }
            graph.take(try JSONValue(parsing: Self.node(36, "Video/Source")))
            graph.take(try JSONValue(parsing: Self.node(39, "Stream/Input/Video")))
            graph.take(try JSONValue(parsing: Self.link(41, 36, 39)))
            #expect(graph.present.contains(.screenShared) == (count < MediaGraph.maximumObjects))
        }
    }

    @Test(
        arguments: [
            (["XDG_RUNTIME_DIR": "/run/user/1"], "/run/user/1/pipewire-0"),
            (["XDG_RUNTIME_DIR": "/r", "PIPEWIRE_RUNTIME_DIR": "/p"], "/p/pipewire-0"),
            (["XDG_RUNTIME_DIR": "/r", "PIPEWIRE_REMOTE": "other"], "/r/other"),
            (["PIPEWIRE_REMOTE": "/tmp/s"], "/tmp/s"), ([:], nil),
        ] as [([String: String], String?)])
    func socketIsWhereTheEnvironmentSays(_ environment: [String: String], _ path: String?) {
        #expect(MediaSource.socket { environment[$0] } == path)
    }
}
