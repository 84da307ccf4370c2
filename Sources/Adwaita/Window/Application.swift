// SPDX-License-Identifier: Apache-2.0
import CAdwaita
import GLibLoop

/// The program on the desktop: one instance per session, under an id that the session bus knows.
@safe @WindowActor package final class Application {
    // Never changes, and is used on the main thread alone.
    nonisolated(unsafe) let pointer: OpaquePointer

    /// - Parameters:
    ///   - id: The program's name on the bus and of its desktop file.
    ///   - actions: The arguments for each action of the desktop file, by the action's name. A
    ///     desktop with a bus runs the action there, and not its command.
    ///   - open: Called at the start of each process of the program, with its arguments; also when
    ///     this instance already runs. Returns the exit code of that process. A start by the
    ///     session bus has no arguments.
    package nonisolated init(
        _ id: String, actions: [String: [String]] = [:],
        open: @escaping @WindowActor (Application, [String]) -> Int32
    ) {
        // g_application_new ends the program for an invalid id and never returns NULL.
        unsafe pointer = cadwaita_application_new(id).unsafelyUnwrapped
        let start: @WindowActor ([String]) -> Int32 = { [weak self] arguments in
            guard let self else { return 1 }
            return open(self, arguments)
        }
        unsafe cadwaita_on_command_line(
            pointer,
            { _, line, data in
                let arguments = unsafe takeStrings(cadwaita_arguments(line))
                return unsafe LineHandler.run(data, Array(arguments.dropFirst()))
            }, LineHandler.data(start), { data, _ in unsafe LineHandler.release(data) })
        // org.freedesktop.Application: Activate, and ActivateAction.
        _ = unsafe cadwaita_connect(
            UnsafeMutableRawPointer(pointer), "activate",
            { data in unsafe ActionHandler.run(data, ()) }, ActionHandler.data { _ = start([]) },
            { data, _ in unsafe ActionHandler.release(data) })
        for (name, arguments) in actions {
            unsafe cadwaita_add_action(
                pointer, name, { data in unsafe ActionHandler.run(data, ()) },
                ActionHandler.data { _ = start(arguments) },
                { data, _ in unsafe ActionHandler.release(data) })
        }
    }

    private typealias LineHandler = SignalHandler<[String], Int32>
    private typealias ActionHandler = SignalHandler<Void, Void>

    deinit { unsafe g_object_unref(UnsafeMutableRawPointer(pointer)) }

    /// Runs the program on the main thread until its last window closes. A process that finds an
    /// instance hands its arguments over and ends.
    ///
    /// - Parameter arguments: With the program's name first.
    /// - Returns: The exit code.
    package nonisolated func run(_ arguments: [String]) -> Int32 {
        var copies = unsafe arguments.map { unsafe g_strdup($0) } + [nil]
        let code = unsafe copies.withUnsafeMutableBufferPointer {
            unsafe cadwaita_run(pointer, Int32(arguments.count), $0.baseAddress)
        }
        unsafe copies.forEach { unsafe g_free($0) }
        return code
    }

    /// Connects to the display. Returns false without one. Call it before there is another thread,
    /// because it may set variables of the environment.
    package nonisolated static func openDisplay() -> Bool {
        _ = ownVariables
        return gtk_init_check() != 0
    }

    /// The variables that this program has set so that the window is drawn with cairo, because the
    /// user has not chosen otherwise. Other programs do not get them.
    ///
    /// GTK draws with OpenGL. Where Mesa draws that in software, as in a virtual machine, the
    /// window takes more than twice the memory, and scrolls with seven times the processor time.
    /// GDK prepares OpenGL also for a window that is drawn with cairo, unless it is told not to.
    nonisolated static let ownVariables: [String] = {
        if let chosen = unsafe g_getenv(renderer), unsafe String(cString: chosen) != "cairo" {
            return []
        }
        // GTK 4.16 has a variable of its own for this.
        let withoutGL =
            gtk_get_minor_version() < 16 ? ("GDK_DEBUG", "gl-disable") : ("GDK_DISABLE", "gl")
        return [(renderer, "cairo"), withoutGL].compactMap { name, value in
            guard unsafe g_getenv(name) == nil else { return nil }
            return unsafe g_setenv(name, value, 0) != 0 ? name : nil
        }
    }()

    private nonisolated static let renderer = "GSK_RENDERER"

    /// Ends the program.
    package func quit() { unsafe cadwaita_quit(pointer) }
}
