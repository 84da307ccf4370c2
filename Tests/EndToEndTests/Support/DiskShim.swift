// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestSupport

/// The disk of a focusd under test: refuses changes on demand, and writes down those it makes
/// (`Tests/DiskShim/include/DiskShim.h`).
final class DiskShim: Sendable {
    let root: String
    let log: String
    private let control: String

    /// - Parameter desktop: the directory of the desktop whose focusd it is for.
    init(home desktop: String) throws {
        let state = desktop + "/state/focusd"
        try FileManager.default.createDirectory(
            atPath: state, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        root = URL(filePath: state).resolvingSymlinksInPath().path
        log = desktop + "/disk-log"
        control = desktop + "/disk-errno"
        try Data(count: 4).write(to: URL(filePath: control))
    }

    /// A command that runs a program with this disk.
    /// - Parameter logs: true to record each change.
    func command(logs: Bool = false) -> [String] {
        [
            "env", "LD_PRELOAD=" + Programs.path("libDiskShim.so"), "DISK_SHIM_ROOT=" + root,
            "DISK_SHIM_ERRNO=" + control,
        ] + (logs ? ["DISK_SHIM_LOG=" + log] : [])
    }

    /// Has every change refused with that error from now on; 0 for none.
    func refuse(_ number: Int32) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: control))
        defer { try? file.close() }
        try file.write(contentsOf: unsafe withUnsafeBytes(of: number) { unsafe Data($0) })
    }
}

/// A change to a file, or its synchronisation, as the shim wrote it down.
struct DiskRecord {
    enum Kind: UInt32 {
        case made = 1
        case written, sized, allocated, synchronised, removed, renamed
    }

    let kind: Kind
    /// Below the root, without its slash; empty for the root.
    let path: String
    let offset: Int
    let length: Int
    /// `CLOCK_MONOTONIC`, nanoseconds.
    let time: UInt64
    /// Of one that is written, or the new name.
    let bytes: Data

    /// All that the log holds that is whole.
    static func read(log: String, root: String) throws -> [DiskRecord] {
        let data = try Data(contentsOf: URL(filePath: log))
        var records: [DiskRecord] = []
        var position = 0
        func number<T: FixedWidthInteger>(_ offset: Int, _: T.Type) -> T {
            unsafe data.withUnsafeBytes {
                unsafe $0.loadUnaligned(fromByteOffset: offset, as: T.self)
            }
        }
        while position + 32 <= data.count {
            guard let kind = Kind(rawValue: number(position, UInt32.self)) else {
                throw TestSupportError("record \(records.count) has no kind")
            }
            let path = Int(number(position + 4, UInt32.self))
            let length = Int(number(position + 16, UInt64.self))
            let held = kind == .written || kind == .renamed ? length : 0
            let end = position + 32 + path + held
            guard end <= data.count else { break }
            let name = String(decoding: data[position + 32..<position + 32 + path], as: UTF8.self)
            records.append(
                DiskRecord(
                    kind: kind, path: String(name.dropFirst(root.count + 1)),
                    offset: Int(number(position + 8, UInt64.self)), length: length,
                    time: number(position + 24, UInt64.self), bytes: data[end - held..<end]))
            position = end
        }
        return records
    }
}

/// `CLOCK_MONOTONIC` in nanoseconds, as the shim notes it.
func monotonicNanoseconds() -> UInt64 {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
}
