// SPDX-License-Identifier: Apache-2.0

// An app with Focus filters and without code that refers to them, for the tests of the SDK. The app
// performs its input line by line, and ends with its input.

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
