// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import Testing

@Suite struct BaseDirectoriesTests {
    func directories(_ variables: [String: String]) -> BaseDirectories {
        BaseDirectories { variables[$0] }
    }

    @Test func variablesSayWhereThingsAre() {
        let found = directories([
            "HOME": "/home/me", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s",
            "XDG_RUNTIME_DIR": "/r", "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/x:/y/",
        ])
        #expect(found.configuration == "/c")
        #expect(found.state == "/s")
        #expect(found.runtime == "/r")
        #expect(found.data == ["/d", "/x", "/y/"])
        #expect(found.focusd == "/c/focusd")
        #expect(FocusDirectory(found).path == "/c/focusd/focuses")
        #expect(ConfigurationFile(found).path == "/c/focusd/focusd.conf")
    }

    @Test func anotherDataHomeTakesThePlaceOfTheFirst() {
        let found = directories(["XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/x"]).withDataHome("/e")
        #expect(found.data == ["/e", "/x"])
    }

    @Test(arguments: ["", "relative/path", "./x", "~/x"])
    func emptyAndRelativePathsAreIgnored(value: String) {
        let found = directories([
            "HOME": "/home/me", "XDG_CONFIG_HOME": value, "XDG_STATE_HOME": value,
            "XDG_RUNTIME_DIR": value, "XDG_DATA_HOME": value,
        ])
        #expect(found.configuration == "/home/me/.config")
        #expect(found.state == "/home/me/.local/state")
        #expect(found.runtime == nil)
        #expect(found.data == ["/home/me/.local/share", "/usr/local/share", "/usr/share"])
    }

    @Test(arguments: [
        nil, "", "unix:path=/run/user/7/bus", "unix:path=/run/user/7/bus,guid=0123456789abcdef",
    ])
    func thePrivateBusOfTheUsersSessionIsInFocusdsDirectory(address: String?) {
        let found = directories(["HOME": "/h", "XDG_RUNTIME_DIR": "/run/user/7"])
        #expect(found.privateBus(session: address) == "/run/user/7/focusd")
    }

    @Test func sessionsWithABusOfTheirOwnHaveAPrivateBusOfTheirOwn() {
        let found = directories(["HOME": "/h", "XDG_RUNTIME_DIR": "/run/user/7"])
        let addresses = ["unix:path=/tmp/dbus-a", "unix:path=/tmp/dbus-b", "unix:abstract=/tmp/c"]
        let places = addresses.map { found.privateBus(session: $0) }
        #expect(Set(places).count == 3)
        for (address, place) in zip(addresses, places) {
            #expect(place.hasPrefix("/run/user/7/focusd/") && place.count < 50)
            // Not every program is given the bus's unique id.
            #expect(found.privateBus(session: address + ",guid=0123456789abcdef") == place)
        }
    }

    @Test func relativeDataDirectoriesAreLeftOut() {
        let found = directories(["HOME": "/h", "XDG_DATA_DIRS": "a::/b:./c"])
        #expect(found.data == ["/h/.local/share", "/b"])
        #expect(directories(["HOME": "/h", "XDG_DATA_DIRS": ""]).data.count == 3)
    }

    @Test func withoutHomeTheUserDatabaseIsAsked() {
        let found = directories([:])
        #expect(found.configuration.hasPrefix("/"))
        #expect(found.configuration.hasSuffix("/.config"))
    }
}
