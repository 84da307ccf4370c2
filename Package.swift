// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// What every Swift target of this package is built with.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// A Swift target with the house settings.
func module(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: exclude, resources: resources,
        swiftSettings: house)
}

/// A program: one short main over the library that holds it.
func program(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, exclude: exclude, swiftSettings: house)
}

/// A library that Debian carries, under the name that pkg-config knows.
func system(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// What the SDK's users write, in a mode that they may choose; without the house settings, which
/// are ours to keep and not theirs.
func client(
    _ name: String, _ dependencies: [Target.Dependency], mode: SwiftLanguageMode,
    _ settings: [SwiftSetting] = []
) -> Target {
    .target(
        name: name + "Client", dependencies: dependencies, path: "Tests/SDKClients/\(name)",
        swiftSettings: [.swiftLanguageMode(mode)] + settings)
}

/// A program of the SDK's users.
func clientProgram(
    _ name: String, _ dependencies: [Target.Dependency] = ["AppIntents"], mode: SwiftLanguageMode
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Tests/SDKClients/\(name)",
        swiftSettings: [.swiftLanguageMode(mode)])
}

/// The library and the programs of the app that `focus-switch filter new` writes.
func note(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(
        name: name, dependencies: dependencies,
        path: "Tests/SDKClients/Notes/Sources/\(name)")
}

func noteProgram(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies,
        path: "Tests/SDKClients/Notes/Sources/\(name)")
}

/// Tests of one module.
func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude, swiftSettings: house)
}

let package = Package(
    name: "focusd",
    products: [
        .executable(name: "focusd", targets: ["focusd"]),
        .executable(name: "focus-switch", targets: ["focus-switch"]),
        .executable(name: "focus-console", targets: ["focus-console"]),
        .executable(name: "focus-bridge", targets: ["focus-bridge"]),
        .executable(name: "focus-tray", targets: ["focus-tray"]),
        .executable(name: "focus-link", targets: ["focus-link"]),
        .executable(name: "focus-settings", targets: ["focus-settings"]),
        .executable(name: "focus-calendar", targets: ["focus-calendar"]),
        .library(name: "AppIntents", targets: ["AppIntents"]),
        .library(name: "UserNotifications", targets: ["UserNotifications"]),
        .library(name: "OSLog", targets: ["OSLog", "os"]),
        .library(name: "WidgetKit", targets: ["WidgetKit"]),
        .library(name: "ExtensionFoundation", targets: ["ExtensionFoundation"]),
        .library(name: "Intents", targets: ["Intents"]),
        .executable(name: "ExampleChat", targets: ["ExampleChat"]),
        .executable(name: "ExampleChatExtension", targets: ["ExampleChatExtension"]),
        .library(name: "DBus", targets: ["DBus"]),
        .library(name: "GLibLoop", targets: ["GLibLoop"]),
        .library(name: "Predicates", targets: ["Predicates"]),
        // For tests alone: a program loads it with LD_PRELOAD.
        .library(name: "DiskShim", type: .dynamic, targets: ["DiskShim"]),
    ],
    targets: [
        system("CDBus", "dbus-1", "libdbus-1-dev"),
        system("CGLib", "gio-unix-2.0", "libglib2.0-dev"),
        system("CNotify", "libnotify", "libnotify-dev"),
        system("CSQLite", "sqlite3", "libsqlite3-dev"),
        system(
            "CAppIndicator", "ayatana-appindicator3-0.1", "libayatana-appindicator3-dev"),
        system("CAdwaita", "libadwaita-1", "libadwaita-1-dev"),
        system("CMosquitto", "libmosquitto", "libmosquitto-dev"),
        system("CSodium", "libsodium", "libsodium-dev"),
        system("CQREncode", "libqrencode", "libqrencode-dev"),
        system("CSecret", "libsecret-1", "libsecret-1-dev"),
        system("CICal", "libical", "libical-dev"),
        .target(name: "CRE2", linkerSettings: [.linkedLibrary("re2")]),

        module("GLibLoop", ["CGLib"]),
        module("DBus", ["CDBus", "GLibLoop"]),
        module("Notify", ["CNotify", "DBus", "GLibLoop"]),
        module("Tray", ["CAppIndicator", "GLibLoop"]),
        module("Adwaita", ["CAdwaita", "GLibLoop"]),
        module("Presentation", ["FocusCore", "GLibLoop"]),
        module("Mosquitto", ["CMosquitto", "GLibLoop"]),
        module("Sodium", ["CSodium"]),
        module("QRCode", ["CQREncode"]),
        module("Keyring", ["CSecret"]),
        module("ICal", ["CICal"]),

        module("Predicates", ["CRE2"]),
        module("FocusCore", ["Predicates"]),

        module(
            "FocusWire", ["DBus", "FocusCore", "Predicates"],
            resources: [.embedInCode("Interfaces")]),
        module(
            "FocusFiles", ["FocusCore", "GLibLoop", "Predicates"],
            exclude: ["Documentation", "Icons"]),
        module("FocusStore", ["CSQLite", "FocusCore"]),
        module("FocusClient", ["DBus", "FocusCore", "FocusWire", "GLibLoop"]),

        module(
            "FocusDaemon",
            [
                "DBus", "FocusCore", "FocusFiles", "FocusStore", "FocusWire", "GLibLoop",
                "Notify", "Predicates",
            ],
            exclude: ["Documentation"]),
        module(
            "FocusCLI",
            ["FocusClient", "FocusCore", "FocusFiles", "FocusWire", "GLibLoop", "Predicates"],
            exclude: [
                "Completion/_focus-switch", "Completion/focus-switch.bash",
                "Completion/focus-switch.fish", "Documentation",
            ]),
        module("FocusBridge", ["DBus", "GLibLoop"], exclude: ["Documentation"]),
        module(
            "FocusCalendar", ["DBus", "GLibLoop", "ICal"], exclude: ["Documentation"]),
        program("focus-calendar", ["FocusCalendar"]),
        module("LinkCore", []),
        module(
            "FocusLink",
            [
                "DBus", "FocusClient", "FocusCore", "FocusFiles", "FocusWire", "GLibLoop",
                "Keyring", "LinkCore", "Mosquitto", "QRCode", "Sodium",
            ],
            exclude: ["Documentation"]),
        module(
            "FocusSettings",
            [
                "Adwaita", "DBus", "FocusClient", "FocusCore", "FocusFiles", "FocusWire",
                "GLibLoop", "Predicates", "Presentation",
            ],
            exclude: ["Completions", "Desktop", "Documentation", "Icons"]),
        program("focus-settings", ["FocusSettings"]),
        program("focus-link", ["FocusLink"]),
        program("focusd", ["FocusDaemon"]),
        program("focus-bridge", ["FocusBridge"]),
        program("focus-switch", ["FocusCLI"]),
        program("focus-console", ["DBus", "GLibLoop"], exclude: ["Documentation"]),
        program(
            "focus-tray",
            ["DBus", "FocusClient", "FocusCore", "FocusWire", "GLibLoop", "Presentation", "Tray"],
            exclude: ["Desktop", "Documentation", "Icons"]),

        .target(name: "CAppIntents"),
        .target(
            name: "AppIntents",
            dependencies: ["CAppIntents", "FocusClient", "FocusCore", "Predicates"],
            exclude: ["AppIntents.docc"], swiftSettings: house,
            // Plural rules; a dynamic Foundation does not pass its own link on.
            linkerSettings: [.linkedLibrary("_FoundationICU")]),
        module(
            "UserNotifications", ["AppIntents", "FocusClient", "FocusCore"],
            exclude: ["UserNotifications.docc"]),
        // Companions of the SDK, for sources that import them.
        module("WidgetKit", []),
        module("ExtensionFoundation", []),
        module("Intents", ["AppIntents", "FocusClient", "UserNotifications"]),
        module("OSLog", []),
        .systemLibrary(name: "COSLog"),
        module("os", ["COSLog", "OSLog"]),
        module("ExampleChatShared", ["AppIntents", "OSLog", "UserNotifications"]),
        .executableTarget(
            name: "ExampleChat",
            dependencies: ["AppIntents", "ExampleChatShared", "OSLog", "UserNotifications"],
            exclude: ["Desktop", "c", "python"], swiftSettings: house),
        program("ExampleChatExtension", ["AppIntents", "ExampleChatShared"]),

        .target(
            name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: house),
        .target(
            name: "TestSupport", dependencies: ["DBus", "FocusCore", "FocusWire", "GLibLoop"],
            path: "Tests/TestSupport", swiftSettings: house),
        tests("GLibLoopTests", ["CGLib", "GLibLoop", "TestSupport"]),
        tests("DBusTests", ["DBus", "GLibLoop", "SeededRandom", "TestSupport"]),
        tests("NotifyTests", ["CNotify", "DBus", "GLibLoop", "Notify", "TestSupport"]),
        tests("PredicatesTests", ["Predicates", "SeededRandom"]),
        tests("FocusCoreTests", ["FocusCore", "GLibLoop", "Predicates", "SeededRandom"]),
        tests(
            "FocusFilesTests",
            ["FocusCore", "FocusFiles", "GLibLoop", "Predicates", "TestSupport"]),
        tests(
            "FocusCLITests",
            [
                "DBus", "FocusCLI", "FocusClient", "FocusCore", "FocusFiles", "FocusWire",
                "GLibLoop", "TestSupport",
            ],
            exclude: ["Snapshots"]),
        tests(
            "FocusConsoleTests",
            ["DBus", "GLibLoop", "TestSupport", "focus-console", "focus-switch", "focusd"]),
        tests("FocusBridgeTests", ["DBus", "FocusBridge", "GLibLoop", "TestSupport"]),
        tests("ICalTests", ["GLibLoop", "ICal"]),
        tests("FocusCalendarTests", ["DBus", "FocusCalendar", "GLibLoop", "ICal", "TestSupport"]),
        tests("LinkCoreTests", ["LinkCore", "SeededRandom"]),
        tests(
            "FocusLinkTests",
            [
                "DBus", "FocusClient", "FocusCore", "FocusFiles", "FocusLink", "FocusWire",
                "GLibLoop", "Keyring", "LinkCore", "Mosquitto", "QRCode", "SeededRandom",
                "Sodium", "TestSupport", "focus-console", "focus-link", "focus-switch", "focusd",
            ]),
        tests(
            "FocusSettingsTests",
            [
                "Adwaita", "FocusClient", "FocusCore", "FocusFiles", "FocusSettings", "FocusWire",
                "GLibLoop", "Predicates", "TestSupport",
            ]),
        .executableTarget(
            name: "adwaita-check", dependencies: ["Adwaita", "CAdwaita", "GLibLoop"],
            path: "Tests/EndToEndTests/clients/adwaita-check", swiftSettings: house),
        tests(
            "FocusTrayTests",
            ["FocusCore", "FocusWire", "GLibLoop", "Presentation", "Tray", "focus-tray"]),
        tests("PresentationTests", ["FocusCore", "Presentation"]),
        tests(
            "FocusWireTests",
            ["DBus", "FocusCore", "FocusWire", "GLibLoop", "Predicates", "TestSupport"]),
        tests(
            "FocusDaemonTests",
            [
                "CGLib", "DBus", "FocusCore", "FocusDaemon", "FocusFiles", "FocusStore",
                "FocusWire", "GLibLoop", "Notify", "TestSupport", "focus-console",
            ]),
        tests("FocusStoreTests", ["CSQLite", "FocusCore", "FocusStore", "SeededRandom"]),
        tests(
            "FocusClientTests",
            ["DBus", "FocusClient", "FocusCore", "FocusWire", "GLibLoop", "TestSupport"]),
        client("Swift5", ["AppIntents", "UserNotifications"], mode: .v5),
        client("Swift6", ["AppIntents", "UserNotifications"], mode: .v6),
        client(
            "MainActor", ["AppIntents"], mode: .v6,
            [
                .defaultIsolation(MainActor.self),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"),
            ]),
        clientProgram("FilterApp", mode: .v5),
        clientProgram("FilterExtension", mode: .v6),
        clientProgram("PlainApp", mode: .v6),
        client("Stored", ["AppIntents"], mode: .v5),
        clientProgram("StoredApp", ["AppIntents", "StoredClient"], mode: .v5),
        clientProgram(
            "Companions", ["AppIntents", "ExtensionFoundation", "Intents", "WidgetKit"], mode: .v5),
        clientProgram("ServiceExtension", ["UserNotifications"], mode: .v5),
        // The extension of the article “Change remote notifications”: it compiles without a
        // warning.
        .executableTarget(
            name: "ServiceTemplate", dependencies: ["UserNotifications"],
            path: "Tests/SDKClients/ServiceTemplate",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        // The app of the walk-through, which `focus-switch filter new` writes.
        note("NotesShared", ["AppIntents"]),
        noteProgram("Notes", ["AppIntents", "NotesShared", "UserNotifications"]),
        noteProgram("NotesFocusFilter", ["AppIntents", "NotesShared"]),
        clientProgram("StoredExtension", ["AppIntents", "StoredClient"], mode: .v6),
        tests(
            "AppIntentsTests",
            [
                "AppIntents", "DBus", "FilterApp", "FilterExtension", "FocusClient", "FocusCore",
                "FocusWire", "GLibLoop", "MainActorClient", "PlainApp", "Predicates",
                "StoredApp", "StoredExtension", "Swift5Client", "Swift6Client", "TestSupport",
            ]),
        tests(
            "IntentsTests",
            ["Companions", "DBus", "GLibLoop", "Intents", "TestSupport", "UserNotifications"]),
        tests("OSLogTests", ["OSLog"]),
        tests(
            "UserNotificationsTests",
            [
                "DBus", "FocusClient", "FocusCore", "FocusWire", "GLibLoop", "TestSupport",
                "UserNotifications", "focus-bridge", "focusd",
            ]),
        tests("ExampleChatTests", ["AppIntents", "ExampleChatShared"]),
        .executableTarget(
            name: "filter-extension", dependencies: ["DBus", "FocusCore", "FocusWire", "GLibLoop"],
            path: "Tests/EndToEndTests/clients/filter-extension", swiftSettings: house),
        .executableTarget(
            name: "libdbus-client", dependencies: ["CDBus"],
            path: "Tests/EndToEndTests/clients/libdbus-client"),
        .executableTarget(
            name: "libnotify-client", dependencies: ["CNotify"],
            path: "Tests/EndToEndTests/clients/libnotify-client"),
        .target(name: "CBench", path: "Tests/Benchmarks/CBench"),
        .executableTarget(
            name: "focus-bench",
            dependencies: ["CBench", "FocusCore", "FocusStore", "GLibLoop", "Predicates"],
            path: "Tests/Benchmarks/focus-bench", swiftSettings: house),
        .target(name: "CEcho", dependencies: ["CDBus"], path: "Tests/Benchmarks/CEcho"),
        .executableTarget(
            name: "bench-echo", dependencies: ["CEcho"], path: "Tests/Benchmarks/bench-echo",
            // Valgrind, which counts what the empty server does, gives up at the debug information
            // that comes with Swift's own libraries.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--strip-debug"])]),
        .executableTarget(
            name: "bench-relay", dependencies: ["CEcho", "CNotify"],
            path: "Tests/Benchmarks/bench-relay"),
        .executableTarget(
            name: "bench-client", dependencies: ["CDBus"], path: "Tests/Benchmarks/bench-client"),
        .executableTarget(
            name: "bench-libnotify", dependencies: ["CNotify"],
            path: "Tests/Benchmarks/bench-libnotify"),
        .target(name: "CSoak", path: "Tests/Soak/CSoak"),
        .executableTarget(
            name: "focus-soak",
            dependencies: [
                "CSoak", "DBus", "FocusCore", "FocusFiles", "FocusWire", "GLibLoop",
                "SeededRandom", "TestSupport", "focus-switch", "focusd",
            ], path: "Tests/Soak/focus-soak", swiftSettings: house),
        .target(name: "DiskShim", path: "Tests/DiskShim"),
        tests(
            "EndToEndTests",
            [
                "DBus", "ExampleChat", "ExampleChatExtension", "FocusCore", "FocusFiles",
                "FocusStore", "FocusWire", "GLibLoop", "Notes", "NotesFocusFilter", "SeededRandom",
                "ServiceExtension", "TestSupport", "adwaita-check", "filter-extension",
                "focus-bridge", "focus-console", "focus-settings", "focus-switch", "focus-tray",
                "focusd",
                "libdbus-client",
                "libnotify-client",
            ],
            exclude: ["clients"]),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "DBus", "FocusCore", "FocusFiles", "FocusLink", "FocusWire", "LinkCore",
                "Predicates",
            ],
            path: "Tests/Fuzz/Targets", swiftSettings: house),
        .testTarget(
            name: "FuzzTests", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/ReplayTests",
            swiftSettings: house),
    ],
    cxxLanguageStandard: .cxx17
)

// It has no main but the one that libFuzzer links into it, so only `make fuzz` builds it.
if Context.environment["FOCUSD_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "focus-fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Driver",
            swiftSettings: house))
}
