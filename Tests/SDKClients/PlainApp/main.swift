// SPDX-License-Identifier: Apache-2.0

// An app with the SDK and without Focus filters, for the tests of the SDK. Prints the number of its
// threads when its first line runs.

import AppIntents

let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
print("threads: \(threads.count)")
