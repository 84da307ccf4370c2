// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles

/// The two lists of a Focus, with one interface.
enum FocusList: Hashable {
    case apps
    case people

    var noun: String { self == .apps ? "apps" : "people" }

    func mode(in file: FocusFile) -> ListPolicy<AppID>.Mode {
        switch self {
        case .apps: file.focus.apps.mode
        case .people: file.focus.people.mode == .allow ? .allow : .silence
        }
    }

    /// The members in the spelling and order of the file.
    func members(in file: FocusFile) -> [String] {
        self == .apps ? file.appList.map(\.rawValue) : file.peopleList
    }

    private var list: FocusChange.List { self == .apps ? .apps : .people }

    func add(_ member: String, to file: inout FocusFile) throws(FocusFileError) {
        try file.apply([.add(list, member)])
    }

    func remove(_ member: String, from file: inout FocusFile) throws(FocusFileError) {
        try file.apply([.remove(list, member)])
    }

    /// Replaces the kind and the members of the list.
    func replace(
        in file: inout FocusFile, mode: ListPolicy<AppID>.Mode, with members: [String]
    ) throws(FocusFileError) {
        for member in self.members(in: file) { try remove(member, from: &file) }
        try file.apply([.mode(self == .apps ? .apps : .people, mode)])
        for member in members { try add(member, to: &file) }
    }
}
