// SPDX-License-Identifier: Apache-2.0

/// Index of desktop files by the texts that notifications name: the file's id, its window class or,
/// for an app that sends no id, its name.
package struct DesktopIndex: Sendable {
    /// All files, by id.
    package let files: [DesktopApp]
    private let byID: [String: Int]
    private let byName: [String: Int?]
    private let byWindowClass: [String: Int]

    package init(_ files: [DesktopApp]) {
        let files = files.sorted { $0.id < $1.id }
        self.files = files
        var byID: [String: Int] = [:]
        var byName: [String: Int?] = [:]
        var byWindowClass: [String: Int] = [:]
        for (index, file) in files.enumerated() {
            let id = file.id.rawValue.lowercased()
            if byID[id] == nil { byID[id] = index }
            if let name = file.name?.lowercased(), !file.isHidden {
                byName[name] = byName[name] == nil ? index : .some(nil)
            }
            guard let name = file.windowClass?.lowercased() else { continue }
            // Where several files have one window class, a file that menus show is preferred.
            if let other = byWindowClass[name], !files[other].isHidden || file.isHidden {
                continue
            }
            byWindowClass[name] = index
        }
        self.byID = byID
        self.byName = byName
        self.byWindowClass = byWindowClass
    }

    /// Returns the desktop file of an app id: by the file's id, its window class or its name,
    /// regardless of letter case. Returns nil for a name that two files have.
    package func file(of app: AppID) -> DesktopApp? {
        guard app.rawValue.utf8.count <= Limits.appIDBytes else { return nil }
        let folded = app.rawValue.lowercased()
        return (byID[folded] ?? byWindowClass[folded] ?? byName[folded] ?? nil).map { files[$0] }
    }
}
