// SPDX-License-Identifier: Apache-2.0

// Detects screen capture in PipeWire's graph as `pw-dump` prints it.
//
// A compositor or its portal offers the screen as a video node. A program that shares or records
// the screen is a node, too, and a link connects both nodes during the capture. Cameras are also
// video nodes: they belong to a device (`device.id`, `device.api`) or, like virtual cameras, have
// the role `Camera`. Plasma's task bar captures windows for its own previews, which only the user
// sees.

import FocusWire

/// The part of PipeWire's graph that shows screen sharing.
struct VideoGraph {
    /// Ids of the nodes that offer the screen.
    private var screens: Set<Int64> = []
    /// Clients of all other video nodes, by node id.
    private var viewers: [Int64: Int64] = [:]
    private var links: [Int64: Link] = [:]
    /// Clients that capture the screen only to draw on the same screen.
    private var shells: Set<Int64> = []

    private struct Link {
        let from: Int64
        let to: Int64
    }

    /// Maximum number of objects of each kind. A desktop has some dozens.
    static let maximumObjects = 4_096
    /// Programs that capture the screen only to draw on the same screen.
    private static let shellPrograms: Set<String> = ["plasmashell"]
    private static let screenClasses: Set<String> = ["Video/Source", "Stream/Output/Video"]

    /// True if a program captures the screen.
    var isScreenTaken: Bool {
        links.values.contains { link in
            guard screens.contains(link.from) else { return false }
            guard let client = viewers[link.to] else { return true }
            return !shells.contains(client)
        }
    }

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
            links[id] = Link(from: from, to: to)
        case "Client":
            guard let program = info["props"]?["application.process.binary"]?.text,
                Self.shellPrograms.contains(program), shells.count < Self.maximumObjects
            else { return }
            shells.insert(id)
        default: break
        }
    }

    private mutating func takeNode(_ id: Int64, _ properties: JSONValue?) {
        guard let properties, let kind = properties["media.class"]?.text, kind.contains("Video")
        else { return }
        let isCamera =
            properties["device.id"] != nil || properties["device.api"] != nil
            || properties["media.role"]?.text == "Camera"
        if Self.screenClasses.contains(kind), !isCamera {
            if screens.count < Self.maximumObjects { screens.insert(id) }
        } else {
            screens.remove(id)
            guard let client = properties["client.id"]?.number,
                viewers.count < Self.maximumObjects || viewers[id] != nil
            else { return }
            viewers[id] = client
        }
    }

    private mutating func forget(_ id: Int64) {
        screens.remove(id)
        viewers[id] = nil
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
}
