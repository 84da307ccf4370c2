// SPDX-License-Identifier: Apache-2.0

// An app that reads the values of its extension from UserDefaults, for the tests of the SDK. The
// app runs each line of its input as a command; any other line sets `look`. It ends with its input.

import AppIntents
import StoredClient

while let line = readLine() {
    switch line {
    case "look": print(Store.shared.string(forKey: "look") ?? "none")
    case "looks": print((Store.shared.stringArray(forKey: "looks") ?? []).joined(separator: ","))
    case "quiet": print(Store.shared.integer(forKey: "quiet"))
    case "contexts": print(Store.shared.integer(forKey: "contexts"))
    case "last": print(UserDefaults.standard.string(forKey: "last") ?? "none")
    case "current": do { print(try await StoredFilter.current.look) } catch { print(error) }
    case "exit": exit(0)
    default:
        Store.shared.set(line, forKey: "look")
        UserDefaults.standard.set(line, forKey: "last")
        print("set")
    }
    fflush(nil)
}
