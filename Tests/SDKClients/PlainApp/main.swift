// SPDX-License-Identifier: Apache-2.0

// An app with the SDK and without Focus filters, for the tests of the SDK: it says how many threads
// it has when its first line runs.

import AppIntents

let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
print("threads: \(threads.count)")
