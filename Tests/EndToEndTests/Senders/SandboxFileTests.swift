// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// The identity of a program that reaches the session bus without a proxy, from the kernel's data.
extension EndToEnd.Senders {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct SandboxFileTests {
        /// Arguments of bubblewrap for `/.flatpak-info`; none of these files names its app.
        nonisolated static let oddities: [String] = [
            "empty", "no key file", "no name", "too long", "a long name", "directory", "link",
            "loop", "fifo",
        ]

        /// Makes one of them and answers bubblewrap's arguments for it.
        static func make(_ oddity: String, in directory: String) throws -> [String] {
            let path = directory + "/info"
            func file(_ text: String) throws -> [String] {
                try text.write(toFile: path, atomically: true, encoding: .utf8)
                return ["--ro-bind", path, "/.flatpak-info"]
            }
            switch oddity {
            case "empty": return try file("")
            case "no key file": return try file("\0\u{1}[[")
            case "no name": return try file("[Application]\n")
            case "too long":
                return try file(
                    "[Application]\nname=org.example.Chat\n#"
                        + String(repeating: "x", count: 64 << 10))
            case "a long name":
                return try file(
                    "[Application]\nname=" + String(repeating: "x", count: Limits.appIDBytes + 1))
            case "directory": return ["--dir", "/.flatpak-info"]
            case "link":
                _ = try file("[Application]\nname=org.example.Chat\n")
                return ["--symlink", path, "/.flatpak-info"]
            case "loop": return ["--symlink", ".flatpak-info", "/.flatpak-info"]
            default:
                guard unsafe mkfifo(path, 0o600) == 0 else { throw TestSupportError("mkfifo") }
                return ["--ro-bind", path, "/.flatpak-info"]
            }
        }

        /// Sends a notification as somebody else and asks for what is the user's.
        static let attack = """
            gdbus call --session --dest org.freedesktop.Notifications \
              --object-path /org/freedesktop/Notifications \
              --method org.freedesktop.Notifications.Notify org.example.Chat 0 '' posing '' '[]' \
              "{'desktop-entry': <'org.example.Chat'>}" -- -1
            gdbus call --session --dest org.focusd.Focus1 --object-path /org/focusd/Focus1 \
              --method org.focusd.Focus1.Control.Status
            """

        @Test(
            .enabled(if: Sandbox.isPossible, "bubblewrap does not work here"), arguments: oddities)
        func sandboxWhoseFileIsOddIsASandboxWithoutAName(_ oddity: String) async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let info = try Self.make(oddity, in: desktop.home)
                let text = try await Sandbox.run(desktop, info: info, ["sh", "-c", Self.attack])
                #expect(text.contains("(uint32 1,)"), "\(text)")
                #expect(text.contains("AccessDenied"), "\(text)")
                let entries = try await desktop.client().entries()
                #expect(entries.map { $0.string("app") } == ["flatpak"])
            }
        }

        /// A thread other than the first speaks on the bus, after the first one has ended: then the
        /// kernel no longer tells what the process's root is.
        static let headless = """
            import ctypes, os, threading
            libc = ctypes.CDLL(None)
            import dbus
            main = threading.get_native_id()
            libc.pthread_self.restype = ctypes.c_ulong
            handle = ctypes.c_ulong(libc.pthread_self())
            def speak():
                # Its end is told before the kernel is done with it: that takes some microseconds more.
                libc.pthread_join(handle, None)
                while open(f"/proc/self/task/{main}/stat").read().rsplit(")", 1)[1].split()[0] != "Z":
                    os.sched_yield()
                bus = dbus.SessionBus()
                control = dbus.Interface(
                    bus.get_object("org.focusd.Focus1", "/org/focusd/Focus1", introspect=False),
                    "org.focusd.Focus1.Control")
                try:
                    print("answered", len(control.Status()), flush=True)
                except dbus.DBusException as error:
                    print(error.get_dbus_name(), flush=True)
                os._exit(0)
            threading.Thread(target=speak).start()
            libc.syscall(60, 0)
            """

        @Test(.enabled(if: Sandbox.isPossible, "bubblewrap does not work here"))
        func processWhoseRootCannotBeReachedIsNotTakenForUnsandboxed() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let info = desktop.home + "/info"
                try desktop.writeFile(info, "[Application]\nname=org.example.Evil\n")
                let text = try await Sandbox.run(
                    desktop, info: ["--ro-bind", info, "/.flatpak-info"],
                    ["/usr/bin/python3", "-I", "-c", Self.headless])
                #expect(
                    text.trimmingCharacters(in: .whitespacesAndNewlines)
                        == WireError.accessDenied.rawValue)
            }
        }

        // MARK: Control groups

        /// A control group that this test may make; nil where it may not.
        nonisolated static func makeGroup(_ name: String) -> String? {
            for root in ["/sys/fs/cgroup", "/sys/fs/cgroup/unified", "/sys/fs/cgroup/systemd"] {
                let path = "\(root)/\(name)"
                guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else { continue }
                if unsafe access(path + "/cgroup.procs", W_OK) == 0 { return path }
                unsafe rmdir(path)
            }
            return nil
        }

        nonisolated static let canMakeGroups: Bool = {
            guard let path = makeGroup("focusd-test-\(getpid())") else { return false }
            unsafe rmdir(path)
            return true
        }()

        @Test(
            .enabled(if: Self.canMakeGroups, "control groups cannot be made here"),
            arguments: [
                ("snap.evil.evil-\(getpid()).scope", "snap.evil"),
                ("app-flatpak-org.example.Evil-\(getpid()).scope", "org.example.Evil"),
            ])
        func snapAndFlatpakAreKnownByTheirScope(_ scope: String, _ app: String) async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                guard let group = Self.makeGroup(scope) else { throw TestSupportError("cgroup") }
                defer { unsafe rmdir(group) }
                let text = try await desktop.run(
                    "sh", "-c", "exec 2>&1; echo $$ > \(group)/cgroup.procs; \(Self.attack); true")
                #expect(text.contains("AccessDenied"), "\(text)")
                let entries = try await desktop.client().entries()
                #expect(entries.map { $0.string("app") } == [app])
            }
        }

        @Test(.enabled(if: Self.canMakeGroups, "control groups cannot be made here"))
        func systemdsScopeNamesAnAppThatDoesNotNameItself() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let name = "app-gnome-org.example.Scoped-\(getpid()).scope"
                guard let group = Self.makeGroup(name) else { throw TestSupportError("cgroup") }
                defer { unsafe rmdir(group) }
                try await desktop.run(
                    "sh", "-c",
                    "echo $$ > \(group)/cgroup.procs; exec notify-send --app-name=other a b")
                let entries = try await desktop.client().entries()
                #expect(entries.map { $0.string("app") } == ["org.example.Scoped"])
            }
        }
    }
}
