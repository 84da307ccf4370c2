// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import FocusWire
import LinkCore

/// The memory of this machine about shared files: its file, as JSON. The texts are on the disk.
package struct FileMemory: Hashable {
    /// A version without its text.
    struct Item: Hashable {
        var stamp: Stamp
        /// The name of the text; nil for a deleted file.
        var revision: String?
        var ancestors: [Stamp]
    }

    var items: [String: Item] = [:]
    /// The topics on which this machine has published.
    var topics: Set<String> = []

    init() {}

    package init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self),
            let json = try? JSONValue(parsing: text), case .object(let members) = json["files"],
            case .array(let topics) = json["topics"]
        else { return nil }
        self.topics = Set(topics.compactMap(\.text))
        for member in members.prefix(LinkLimits.files) {
            guard let stamp = member.value["stamp"].flatMap(Stamp.init(shared:)),
                case .array(let ancestors) = member.value["ancestors"]
            else { continue }
            items[member.name] = Item(
                stamp: stamp, revision: member.value["revision"]?.text,
                ancestors: ancestors.compactMap(Stamp.init(shared:)))
        }
    }

    /// The text of the file.
    package var text: String {
        let files = items.sorted { $0.key < $1.key }.map { id, item in
            var json: JSONValue = [
                "stamp": item.stamp.shared, "ancestors": .array(item.ancestors.map(\.shared)),
            ]
            if let revision = item.revision {
                json = json.adding(["revision": .string(revision)])
            }
            return JSONValue.Member(name: id, value: json)
        }
        let json: JSONValue = [
            "files": .object(files), "topics": .strings(topics.sorted()),
        ]
        return json.compact + "\n"
    }

    /// Takes note of the versions on the disk.
    mutating func take(_ versions: [String: FileVersion]) {
        items = versions.mapValues { version in
            Item(
                stamp: version.stamp,
                revision: version.text.map { FileRevision(Array($0.utf8)).description },
                ancestors: version.ancestors)
        }
    }

    /// Returns the versions with their texts from the disk. The text of a file that changed meanwhile
    /// is not known any more: an empty one, which no Focus file has, takes its place.
    func versions(_ disk: [String: DiskFile]) -> [String: FileVersion] {
        var versions: [String: FileVersion] = [:]
        for (id, item) in items {
            var text: String?
            if let revision = item.revision {
                let current = disk[id]?.text ?? ""
                let isSame = FileRevision(Array(current.utf8)).description == revision
                text = isSame ? current : ""
            }
            versions[id] = FileVersion(stamp: item.stamp, text: text, ancestors: item.ancestors)
        }
        return versions
    }
}
