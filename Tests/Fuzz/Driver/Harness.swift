// SPDX-License-Identifier: Apache-2.0

// What libFuzzer's own main calls. The target is chosen by the environment variable FUZZ, because
// all targets are in one program: linking eleven would take longer than a run.

import FuzzTargets
import Glibc

private let target: FuzzTarget = {
    let name = unsafe getenv("FUZZ").map { unsafe String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        let known = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        print("FUZZ=\(name) is no target; there are \(known)")
        exit(2)
    }
    return target
}()

/// libFuzzer's entry: reads one input, and dies of what must not be.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
    do throws(Disagreement) {
        try target.read(input)
    } catch {
        fatalError("\(target.rawValue): \(error)")
    }
    return 0
}
