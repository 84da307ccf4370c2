// SPDX-License-Identifier: Apache-2.0

// Who takes pictures of the screen, by PipeWire's graph as `pw-dump` prints it.
//
// A compositor or its portal gives the screen away as a node of video; whoever shares or records it
// is a node, too, and a link leads from one to the other while pictures are taken. Cameras are such
// nodes as well: theirs belong to a device (`device.id`, `device.api`) or play the role `Camera`,
// as virtual ones do. Plasma's task bar takes pictures of windows for its own previews, which
// nobody else sees.

import FocusWire

/// The part of PipeWire's graph that tells whether the screen is shared.
struct VideoGraph {
    /// Nodes that give pictures of the screen, by id.
    private var screens: Set<Int64> = []
    /// The clients of all other nodes of video.
    private var viewers: [Int64: Int64] = [:]
    private var links: [Int64: Link] = [:]
    /// Clients that only draw what the user sees anyway.
    private var shells: Set<Int64> = []

    private struct Link {
        let from: Int64
        let to: Int64
    }

    /// Objects of each kind that are looked at; a desktop has some dozens.
    static let maximumObjects = 4_096
    /// The programs whose pictures of the screen go to the screen.
    private static let shellPrograms: Set<String> = ["plasmashell"]
    private static let screenClasses: Set<String> = ["Video/Source", "Stream/Output/Video"]

    /// Whether a program takes pictures of the screen.
    var isScreenTaken: Bool {
        links.values.contains { link in
            guard screens.contains(link.from) else { return false }
            guard let client = viewers[link.to] else { return true }
            return !shells.contains(client)
        }
    }

    /// Takes in an object that is new or has changed, or one that is gone.
    mutating func take(_ object: JSONValue) {
        guard case .integer(let id)? = object["id"] else { return }
        guard case .object? = object["info"], let info = object["info"] else {
            // Ids are given out anew.
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
