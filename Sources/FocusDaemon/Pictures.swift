// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop

// Copies of the pictures that silenced notifications name by file, since clients delete theirs: a
// browser when its notification is closed, others as soon as they have their answer. They are made
// after the answer, by ``PictureFolder``, and lie below the state directory as `pictures/KEY-WHICH`.
// A notification that is shown after all names its copies; while there is none, the original.
//
// A copy goes with its notification. When there are too many or too much, those of the oldest go
// first; the words stay. Files below the system's own directories are not copied: nobody deletes
// those.

/// The pictures of the missed list.
@LoopActor final class Pictures {
    /// Which of a notification's pictures.
    enum Which: String, CaseIterable, Sendable {
        case icon
        case image
    }

    /// One copy.
    struct Copy: Hashable, Sendable {
        let name: String
        let bytes: Int
    }

    private let folder: PictureFolder
    private let path: String
    private var copies: [EntryKey: [Which: Copy]] = [:]
    private var count = 0
    private var bytes = 0
    /// Notifications some of whose copies are being made, and how many.
    private var underWay: [EntryKey: Int] = [:]

    private let maximumCount: Int
    private let maximumBytes: Int
    /// Called with the path of each copy that was made.
    var onNewFile: ((String) -> Void)?
    /// Called with the reason when the directory cannot be used.
    var onFailure: ((String) -> Void)?
    /// Called when an attempt to copy has ended.
    var onCopied: (() -> Void)?

    /// - Parameters:
    ///   - path: the directory; it is made when the first copy is.
    ///   - maximumCount: how many copies there may be.
    ///   - maximumBytes: how long all of them may be together.
    init(
        path: String, maximumCount: Int = Limits.keptPictures,
        maximumBytes: Int = Limits.keptPictureBytes
    ) {
        self.path = path
        self.maximumCount = maximumCount
        self.maximumBytes = maximumBytes
        folder = PictureFolder(path: path)
    }

    /// Where nothing is deleted behind a notification's back.
    nonisolated static let permanentPlaces = [
        "/usr/", "/opt/", "/snap/", "/nix/store/", "/gnu/store/", "/var/lib/flatpak/",
    ]

    /// The file that a notification names; nil for an icon of a theme and for what stays.
    nonisolated static func file(_ name: String) -> String? {
        guard let path = name.hasPrefix("/") ? name : filePath(ofURI: name),
            !path.utf8.contains(0), !permanentPlaces.contains(where: path.hasPrefix)
        else { return nil }
        return path
    }

    /// Begins to copy what a silenced notification names.
    func keep(of message: Message, for key: EntryKey) {
        let names = PictureNames(message)
        let files: [(Which, String?)] = [
            (.icon, Self.file(names.appIcon)), (.image, names.imagePath.flatMap(Self.file)),
        ]
        for case (let which, let file?) in files where underWay.count < Limits.picturesUnderWay {
            underWay[key, default: 0] += 1
            let name = Self.name(key, which, like: file)
            Task { [folder] in
                let bytes = await folder.copy(file, as: name)
                self.copied(bytes.map { Copy(name: name, bytes: $0) }, which, for: key)
            }
        }
    }

    private func copied(_ copy: Copy?, _ which: Which, for key: EntryKey) {
        defer { onCopied?() }
        // Forgotten meanwhile.
        guard let others = underWay[key] else {
            if let copy { remove([copy.name]) }
            return
        }
        underWay[key] = others > 1 ? others - 1 : nil
        guard let copy else { return }
        add(copy, which, for: key)
        onNewFile?("\(path)/\(copy.name)")
    }

    private func add(_ copy: Copy, _ which: Which, for key: EntryKey) {
        copies[key, default: [:]][which] = copy
        count += 1
        bytes += copy.bytes
        while count > maximumCount || bytes > maximumBytes {
            guard let oldest = copies.keys.min() else { return }
            removeCopies(of: oldest)
        }
    }

    /// The call with the copies in the place of the files; itself where there are none.
    func message(_ message: Message, for key: EntryKey) -> Message {
        guard let copies = copies[key] else { return message }
        var names = PictureNames(message)
        if let icon = copies[.icon] { names.appIcon = "\(path)/\(icon.name)" }
        if let image = copies[.image] { names.imagePath = "\(path)/\(image.name)" }
        return names.replacing(in: message) ?? message
    }

    /// The notification is over, or its picture is of no more use.
    func forget(_ key: EntryKey) {
        if !underWay.isEmpty { underWay[key] = nil }
        if !copies.isEmpty { removeCopies(of: key) }
    }

    private func removeCopies(of key: EntryKey) {
        guard let gone = copies.removeValue(forKey: key)?.values else { return }
        count -= gone.count
        bytes -= gone.reduce(0) { $0 + $1.bytes }
        remove(gone.map(\.name))
    }

    private func remove(_ names: [String]) {
        Task { [folder] in await folder.remove(names) }
    }

    /// Takes over the copies that an earlier focusd made, and removes those whose notifications are
    /// over. What has another name than a copy stays.
    func restore(isWanted: (EntryKey) -> Bool) {
        var unwanted: [String] = []
        do throws(SystemError) {
            for copy in try PictureFolder.list(path) {
                guard let (key, which) = Self.parse(copy.name), isWanted(key),
                    copies[key]?[which] == nil
                else {
                    unwanted.append(copy.name)
                    continue
                }
                add(copy, which, for: key)
            }
        } catch {
            onFailure?("\(error); pictures of silenced notifications are not kept")
        }
        if !unwanted.isEmpty { remove(unwanted) }
    }

    /// `12-image.png`: servers that go by a name's ending find it.
    nonisolated static func name(_ key: EntryKey, _ which: Which, like file: String) -> String {
        let name = "\(key.rawValue)-\(which.rawValue)"
        guard let last = file.split(separator: "/").last, let dot = last.lastIndex(of: ".") else {
            return name
        }
        let ending = last[last.index(after: dot)...]
        return isPlain(ending) ? "\(name).\(ending)" : name
    }

    private nonisolated static func isPlain(_ ending: Substring) -> Bool {
        (1...5).contains(ending.utf8.count)
            && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// What a copy's name says; nil for a name that ``name(_:_:like:)`` would not have made.
    nonisolated static func parse(_ name: String) -> (EntryKey, Which)? {
        let number = name.prefix { $0.isASCII && $0.isNumber }
        guard let key = Int64(number), key > 0, "\(key)" == number else { return nil }
        for which in Which.allCases {
            let plain = "\(number)-\(which.rawValue)"
            if name == plain { return (EntryKey(rawValue: key), which) }
            guard name.hasPrefix(plain + ".") else { continue }
            guard isPlain(name.dropFirst(plain.count + 1)) else { return nil }
            return (EntryKey(rawValue: key), which)
        }
        return nil
    }
}
