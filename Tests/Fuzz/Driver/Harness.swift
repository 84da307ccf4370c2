// SPDX-License-Identifier: Apache-2.0

// The function that libFuzzer's own main calls. The environment variable FUZZ selects the target,
// because all targets are in one program: linking eleven programs would take longer than a run.

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

/// libFuzzer's entry point: reads one input, and ends the process on a violated rule.
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
