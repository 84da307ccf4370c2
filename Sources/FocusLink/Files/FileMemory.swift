// SPDX-License-Identifier: Apache-2.0

import FocusWire
import LinkCore

/// The memory of this machine about shared files: its file, as JSON. The texts are on the disk.
package struct FileMemory: Hashable {
    /// A version without its text.
    struct Item: Hashable {
        var stamp: Stamp
        /// The name of the text; nil for a deleted file.
        var name: TextName?
        var ancestors: [TextName]
    }

    var items: [String: Item] = [:]
    /// The topics on which this machine has published.
    var topics: Set<String> = []
    /// The missing files whose deletion waits for the user.
    var held: Set<String> = []

    init() {}

    package init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self),
            let json = try? JSONValue(parsing: text), case .object(let members) = json["files"],
            case .array(let topics) = json["topics"]
        else { return nil }
        self.topics = Set(topics.compactMap(\.text))
        if case .array(let ids) = json["held"] { held = Set(ids.compactMap(\.text)) }
        for member in members.prefix(LinkLimits.files) {
            guard let stamp = member.value["stamp"].flatMap(Stamp.init(shared:)),
                case .array(let ancestors) = member.value["ancestors"]
            else { continue }
            let name = member.value["revision"].map { $0.text.flatMap { TextName($0) } }
            // A damaged name must not count as a deletion.
            if case .some(nil) = name { continue }
            items[member.name] = Item(
                stamp: stamp, name: name ?? nil,
                ancestors: ancestors.compactMap { $0.text.flatMap { TextName($0) } })
        }
    }

    /// The text of the file.
    package var text: String {
        let files = items.sorted { $0.key < $1.key }.map { id, item in
            var json: JSONValue = [
                "stamp": item.stamp.shared,
                "ancestors": .strings(item.ancestors.map(\.rawValue)),
            ]
            if let name = item.name {
                json = json.adding(["revision": .string(name.rawValue)])
            }
            return JSONValue.Member(name: id, value: json)
        }
        let json: JSONValue = [
            "files": .object(files), "topics": .strings(topics.sorted()),
            "held": .strings(held.sorted()),
        ]
        return json.compact + "\n"
    }

    /// Records the versions on the disk.
    mutating func take(_ versions: [String: FileVersion], held: Set<String>) {
        self.held = held
        items = versions.mapValues { version in
            Item(stamp: version.stamp, name: version.name, ancestors: version.ancestors)
        }
    }

    /// Returns the versions with their texts from the disk. The text of a file that has changed
    /// since is not known any more.
    func versions(_ disk: [String: DiskFile]) -> [String: FileVersion] {
        items.reduce(into: [:]) { versions, element in
            let (id, item) = element
            let text = disk[id]?.text
            versions[id] =
                if let name = item.name, text.map(TextName.init(of:)) != name {
                    FileVersion(stamp: item.stamp, lost: name, ancestors: item.ancestors)
                } else {
                    FileVersion(
                        stamp: item.stamp, text: item.name == nil ? nil : text,
                        ancestors: item.ancestors)
                }
        }
    }
}
