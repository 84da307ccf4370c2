// SPDX-License-Identifier: Apache-2.0

// Detects the use of the screen, the cameras and the microphones in PipeWire's graph as `pw-dump`
// prints it. A link connects a source with the program that takes its pictures or sound.
//
// A compositor or its portal offers the screen as a video node. Cameras are also video nodes: they
// belong to a device (`device.id`, `device.api`) or, like virtual cameras, have the role `Camera`.
// Plasma's task bar captures windows for its own previews, which only the user sees.
//
// A microphone is an audio source. A program that records what others play is linked to a sink
// instead. Meters of volume controls (`resample.peaks`) show a level and record nothing. A filter
// (`node.link-group`), such as an echo canceller, passes sound on to another source; a program that
// records is linked to that source.

import FocusCore
import FocusWire

/// The part of PipeWire's graph that shows the use of screen, cameras and microphones.
struct MediaGraph {
    private enum Source {
        case screen
        case camera
        case microphone
    }

    /// A program's end of a link.
    private struct Taker: Hashable {
        /// The client of the node, or nil if unknown.
        let client: Int64?
        /// True for a node that records nothing for a user.
        let isPassive: Bool
    }

    private struct Link {
        let from: Int64
        let to: Int64
        /// False while the program has paused its recording.
        let isActive: Bool
    }

    private var sources: [Int64: Source] = [:]
    private var takers: [Int64: Taker] = [:]
    private var links: [Int64: Link] = [:]
    /// Clients that capture the screen only to draw on the same screen.
    private var shells: Set<Int64> = []

    /// Maximum number of objects of each kind. A desktop has some dozens.
    static let maximumObjects = 4_096
    /// Programs that capture the screen only to draw on the same screen.
    private static let shellPrograms: Set<String> = ["plasmashell"]
    private static let videoSources: Set<String> = ["Video/Source", "Stream/Output/Video"]
    private static let microphones: Set<String> = [
        "Audio/Source", "Audio/Source/Virtual", "Audio/Duplex",
    ]

    /// The triggers that are true now.
    var present: Set<Trigger> {
        var present: Set<Trigger> = []
        for link in links.values {
            switch sources[link.from] {
            case .screen:
                let client = takers[link.to]?.client
                if !(client.map(shells.contains) ?? false) { present.insert(.screenShared) }
            case .camera:
                if link.isActive, !isPassive(link.to) { present.insert(.camera) }
            case .microphone:
                // A node that is no stream of a program moves sound inside the graph.
                if link.isActive, takers[link.to] != nil, !isPassive(link.to) {
                    present.insert(.microphone)
                }
            case nil: break
            }
        }
        return present
    }

    private func isPassive(_ node: Int64) -> Bool { takers[node]?.isPassive ?? false }

    /// Handles a new, changed or removed object.
    mutating func take(_ object: JSONValue) {
        guard case .integer(let id)? = object["id"] else { return }
        guard case .object? = object["info"], let info = object["info"] else {
            // PipeWire reuses ids.
            return forget(id)
        }
        switch object["type"]?.text?.split(separator: ":").last {
        case "Node": takeNode(id, info["props"])
        case "Link":
            guard let from = info["output-node-id"]?.number,
                let to = info["input-node-id"]?.number,
                links.count < Self.maximumObjects || links[id] != nil
            else { return }
            let state = info["state"]?.text
            links[id] = Link(from: from, to: to, isActive: state == nil || state == "active")
        case "Client":
            guard let program = info["props"]?["application.process.binary"]?.text,
                Self.shellPrograms.contains(program), shells.count < Self.maximumObjects
            else { return }
            shells.insert(id)
        default: break
        }
    }

    private mutating func takeNode(_ id: Int64, _ properties: JSONValue?) {
        guard let properties, let kind = properties["media.class"]?.text else { return }
        if let source = Self.source(kind, properties) {
            if sources.count < Self.maximumObjects || sources[id] != nil { sources[id] = source }
            return
        }
        sources[id] = nil
        guard kind.contains("Video") || kind == "Stream/Input/Audio",
            takers.count < Self.maximumObjects || takers[id] != nil
        else { return }
        takers[id] = Taker(
            client: properties["client.id"]?.number,
            isPassive: properties["node.link-group"] != nil
                || properties["resample.peaks"]?.isTrue ?? false)
    }

    private static func source(_ kind: String, _ properties: JSONValue) -> Source? {
        if microphones.contains(kind) { return .microphone }
        guard videoSources.contains(kind) else { return nil }
        let isCamera =
            properties["device.id"] != nil || properties["device.api"] != nil
            || properties["media.role"]?.text == "Camera"
        return isCamera ? .camera : .screen
    }

    private mutating func forget(_ id: Int64) {
        sources[id] = nil
        takers[id] = nil
        links[id] = nil
        shells.remove(id)
    }
}

extension JSONValue {
    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    fileprivate var number: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    fileprivate var isTrue: Bool {
        switch self {
        case .boolean(let flag): flag
        case .string(let text): text == "true"
        default: false
        }
    }
}
