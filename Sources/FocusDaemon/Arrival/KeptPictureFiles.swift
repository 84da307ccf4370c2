// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop

// Copies of the picture files that silenced notifications name. Clients delete their files: a
// browser when its notification is closed, other apps after the reply. ``PictureCopies`` makes the
// copies after the reply, as `pictures/KEY-WHICH` below the state directory. A notification that is
// shown later names its copies, or the original files if there are no copies.
//
// A copy is deleted with its notification. When the copies exceed their number or size limit, the
// app or client that has most loses those of its oldest notification; the texts stay. Files below
// system directories are not copied, since apps do not delete them.

/// Copies of the picture and sound files that silenced notifications name. A picture that is in a
/// hint is stored as a part of its message (``Store``).
@LoopActor final class KeptPictureFiles {
    /// The part that a file has in its notification.
    enum Which: String, CaseIterable, Sendable {
        case icon
        case image
        /// A sound that came with its notification.
        case sound
    }

    /// File name and length of one copy.
    struct Copy: Hashable, Sendable {
        let name: String
        let bytes: Int
    }

    private let copier: PictureCopies
    private let path: String
    private var copies: [EntryKey: [Which: Copy]] = [:]
    private var room: PictureRoom
    /// Number of copies in progress by notification.
    private var underWay: [EntryKey: Int] = [:]

    /// Called with the path of each new copy.
    var onNewFile: ((String) -> Void)?
    /// Called with the reason if the directory cannot be used.
    var onFailure: ((String) -> Void)?
    /// Called when an attempt to copy a file has ended, with the notification, and with true if
    /// ``path(of:)`` has changed.
    var onCopied: ((_ key: EntryKey, _ isNewPicture: Bool) -> Void)?

    /// - Parameters:
    ///   - path: the directory, created with the first copy.
    ///   - maximumCount: maximum number of copies.
    ///   - maximumBytes: maximum length of all copies together.
    init(
        path: String, maximumCount: Int = Limits.keptPictures,
        maximumBytes: Int = Limits.keptPictureBytes
    ) {
        self.path = path
        room = PictureRoom(maximumCount: maximumCount, maximumBytes: maximumBytes)
        copier = PictureCopies(PictureFolder(path: path))
    }

    /// Directories whose files apps do not delete.
    nonisolated static let permanentPlaces = [
        "/usr/", "/opt/", "/snap/", "/nix/store/", "/gnu/store/", "/var/lib/flatpak/",
    ]

    /// Returns the path of the file that a notification names, or nil for an icon of a theme and
    /// for a permanent file.
    nonisolated static func file(_ name: String) -> String? {
        // Bytes: an app chose the name, and its characters can take long to compare.
        let isPath = name.utf8.first == UInt8(ascii: "/")
        guard let path = isPath ? name : filePath(ofURI: name), !path.utf8.contains(0),
            !permanentPlaces.contains(where: { path.utf8.starts(with: $0.utf8) })
        else { return nil }
        return path
    }

    /// Begins to copy the pictures of a silenced notification; those that came in its message are
    /// there already.
    func keep(of message: Message, for key: EntryKey, of owner: PictureRoom.Owner) {
        let names = PictureNames(message)
        let files: [(Which, String?)] = [
            (.icon, Self.file(names.appIcon)), (.image, names.imagePath.flatMap(Self.file)),
        ]
        for case (let which, let file?) in files
        where copies[key]?[which] == nil && copier.hasPlace(for: owner) {
            underWay[key, default: 0] += 1
            let name = Self.name(key, which, like: file)
            copier.copy(file, as: name, of: owner) { [weak self] bytes in
                let copy = bytes.map { Copy(name: name, bytes: $0) }
                self?.copied(copy, which, for: key, of: owner)
            }
        }
    }

    /// Writes a picture or sound that came in a notification's own message, before the notification
    /// is stored. Returns the path, or nil if there can be no such file.
    func keep(
        _ file: GateNotification.File, _ which: Which, for key: EntryKey,
        of owner: PictureRoom.Owner
    ) -> String? {
        let name = Self.name(key, which, like: "")
        guard let bytes = IncomingFile.write(file, as: name, in: path) else { return nil }
        add(Copy(name: name, bytes: bytes), which, for: key, of: owner)
        guard copies[key]?[which] != nil else { return nil }
        onNewFile?("\(path)/\(name)")
        return "\(path)/\(name)"
    }

    private func copied(
        _ copy: Copy?, _ which: Which, for key: EntryKey, of owner: PictureRoom.Owner
    ) {
        let before = path(of: key)
        defer { onCopied?(key, path(of: key) != before) }
        // The notification ended meanwhile.
        guard let others = underWay[key] else {
            if let copy { copier.remove([copy.name]) }
            return
        }
        underWay[key] = others > 1 ? others - 1 : nil
        guard let copy else { return }
        add(copy, which, for: key, of: owner)
        onNewFile?("\(path)/\(copy.name)")
    }

    private func add(
        _ copy: Copy, _ which: Which, for key: EntryKey, of owner: PictureRoom.Owner
    ) {
        copies[key, default: [:]][which] = copy
        room.add(copy.bytes, of: key, for: owner)
        while let key = room.nextToDelete { removeCopies(of: key) }
    }

    /// Returns the path of a notification's copied picture, else of its copied icon; nil if there
    /// is no copy.
    func path(of key: EntryKey) -> String? {
        guard let copies = copies[key], let copy = copies[.image] ?? copies[.icon] else {
            return nil
        }
        return "\(path)/\(copy.name)"
    }

    /// Sets the paths of a notification's copies, if there are any.
    func change(_ changes: inout NotifyChanges, for key: EntryKey) {
        guard let copies = copies[key] else { return }
        changes.appIcon = copies[.icon].map { "\(path)/\($0.name)" }
        changes.imagePath = copies[.image].map { "\(path)/\($0.name)" }
    }

    /// Deletes the copies of a notification that no longer needs them.
    func forget(_ key: EntryKey) {
        if !underWay.isEmpty { underWay[key] = nil }
        if !copies.isEmpty { removeCopies(of: key) }
    }

    private func removeCopies(of key: EntryKey) {
        room.remove(key)
        guard let gone = copies.removeValue(forKey: key)?.values else { return }
        copier.remove(gone.map(\.name))
    }

    /// Restores the copies that an earlier focusd made, and deletes copies of ended notifications.
    /// Files with other names stay.
    ///
    /// - Parameter owner: returns the owner of a notification; nil if it has ended.
    func restore(owner: (EntryKey) -> PictureRoom.Owner?) {
        var unwanted: [String] = []
        do throws(SystemError) {
            for copy in try PictureFolder.list(path) {
                guard let (key, which) = Self.parse(copy.name), let owner = owner(key),
                    copies[key]?[which] == nil
                else {
                    unwanted.append(copy.name)
                    continue
                }
                add(copy, which, for: key, of: owner)
            }
        } catch {
            onFailure?("\(error); pictures of silenced notifications are not kept")
        }
        if !unwanted.isEmpty { copier.remove(unwanted) }
    }

    /// Returns a name such as `12-image.png`. The suffix stays, since some servers need it to read
    /// the file.
    nonisolated static func name(_ key: EntryKey, _ which: Which, like file: String) -> String {
        let name = "\(key.rawValue)-\(which.rawValue)"
        guard let last = file.utf8.split(separator: UInt8(ascii: "/")).last,
            let dot = last.lastIndex(of: UInt8(ascii: "."))
        else { return name }
        let ending = Substring(last[last.index(after: dot)...])
        return isPlain(ending) ? "\(name).\(ending)" : name
    }

    private nonisolated static func isPlain(_ ending: Substring) -> Bool {
        (1...5).contains(ending.utf8.count)
            && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// Returns the parts of a copy's name, or nil for a name that ``name(_:_:like:)`` does not
    /// produce.
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
