// SPDX-License-Identifier: Apache-2.0

// An app with Focus filters that says nothing about them, for the tests of the SDK. It does what it
// reads, a line at a time, and ends with its input.

import AppIntents

AppDependencyManager.shared.add(dependency: Notebook.shared)

while let line = readLine() {
    switch line {
    case "notes": print(Notebook.shared.all.joined(separator: ","))
    case "account":
        do {
            let filter = try await AccountFilter.current
            print(filter.account?.id ?? "none", filter.isDark)
        } catch {
            print(error)
        }
    case "room":
        do { print(try await Rooms.current()) } catch { print(error) }
    case "more":
        Notebook.shared.more = "more"
        AccountFilter.invalidateFocusFilterAppContext()
        print("asked")
    default: print("unknown: \(line)")
    }
    fflush(nil)
}
