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

    func add(_ member: String, to file: inout FocusFile) throws(FocusFileError) {
        switch self {
        case .apps: try file.addApp(AppID(member))
        case .people: try file.addPerson(member)
        }
    }

    func remove(_ member: String, from file: inout FocusFile) throws(FocusFileError) {
        switch self {
        case .apps: try file.removeApp(AppID(member))
        case .people: try file.removePerson(member)
        }
    }

    /// Replaces the kind and the members of the list.
    func replace(
        in file: inout FocusFile, mode: ListPolicy<AppID>.Mode, with members: [String]
    ) throws(FocusFileError) {
        let old = self == .apps ? file.appList.map(\.rawValue) : file.peopleList
        for member in old { try remove(member, from: &file) }
        switch self {
        case .apps: try file.setAppsMode(mode)
        case .people: try file.setPeopleMode(mode == .allow ? .allow : .silence)
        }
        for member in members { try add(member, to: &file) }
    }
}
