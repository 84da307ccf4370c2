// SPDX-License-Identifier: Apache-2.0
import CGLib

/// Owns one GSource that is attached to a context; dropping it destroys the source.
///
/// A retained box holds the handler, and GLib releases the box through its destroy notify. A source
/// may therefore be destroyed inside its own handler.
@safe final class EventSource: @unchecked Sendable {
    // Unchecked: the pointer never changes, and GLib locks around every function used on it.
    private let source: UnsafeMutablePointer<GSource>

    /// Takes over the caller's reference to `source` and attaches it to the context of `executor`.
    init(
        taking source: UnsafeMutablePointer<GSource>, on executor: LoopExecutor,
        handler: @escaping @LoopActor () -> Void
    ) {
        unsafe self.source = source
        let box = unsafe Unmanaged.passRetained(HandlerBox(handler))
        unsafe g_source_set_callback(
            source,
            { data in
                // GLib holds the box from g_source_set_callback until its destroy notify.
                let box = unsafe Unmanaged<HandlerBox>.fromOpaque(data.unsafelyUnwrapped)
                    .takeUnretainedValue()
                LoopActor.assumeIsolated { box.handler() }
                return 1
            }, box.toOpaque(),
            { data in
                unsafe Unmanaged<HandlerBox>.fromOpaque(data.unsafelyUnwrapped).release()
            })
        unsafe executor.attach(source)
    }

    /// A descriptor of a source, as GLib names it.
    @safe struct Descriptor: @unchecked Sendable {
        // Unchecked: only the source's handler and its owner use the pointers, on the loop; both
        // exist as long as the source.
        private let source: UnsafeMutablePointer<GSource>
        fileprivate let tag: gpointer

        /// Adds `fd` to a source that is not attached yet.
        init(_ fd: Int32, _ condition: GIOCondition, of source: UnsafeMutablePointer<GSource>) {
            unsafe self.source = source
            // GLib returns NULL only for a destroyed source.
            unsafe tag = g_source_add_unix_fd(source, fd, condition).unsafelyUnwrapped
        }

        /// The conditions of the last poll.
        var reported: GIOCondition { unsafe g_source_query_unix_fd(source, tag) }
    }

    /// Changes the conditions of one descriptor.
    func wait(for condition: GIOCondition, of descriptor: Descriptor) {
        guard unsafe g_source_is_destroyed(source) == 0 else { return }
        unsafe g_source_modify_unix_fd(source, descriptor.tag, condition)
    }

    /// Lets the source of ``makeBareSource()`` call its handler once.
    func makeReady() {
        unsafe g_source_set_ready_time(source, 0)
    }

    /// Stops the source; safe inside its own handler and more than once.
    func destroy() {
        unsafe g_source_destroy(source)
    }

    deinit {
        unsafe g_source_destroy(source)
        unsafe g_source_unref(source)
    }
}

/// The handler of one source, held by GLib.
private final class HandlerBox: Sendable {
    let handler: @LoopActor () -> Void
    init(_ handler: @escaping @LoopActor () -> Void) { self.handler = handler }
}

/// Returns a new unattached source that calls its callback each time it becomes ready.
func makeBareSource() -> UnsafeMutablePointer<GSource> {
    // g_source_new aborts when memory runs out and never returns NULL.
    let source = unsafe g_source_new(
        bareFunctions.pointer, UInt32(MemoryLayout<GSource>.size)
    ).unsafelyUnwrapped
    // Measured: to keep a source from recursing, GLib removes its descriptors from the poll set at
    // every dispatch, adds them again, and wakes itself up twice: four more system calls. No
    // handler here runs the loop, so no source can recurse.
    unsafe g_source_set_can_recurse(source, 1)
    return unsafe source
}

/// The functions that GLib calls for one kind of source. GLib keeps the pointer, so it is never
/// freed.
@safe struct FunctionTable: @unchecked Sendable {
    // Unchecked: written once before it is shared, then only read.
    let pointer: UnsafeMutablePointer<GSourceFuncs>

    init(_ functions: GSourceFuncs) {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: functions)
    }
}

private let bareFunctions: FunctionTable = {
    // Without prepare and check, GLib itself checks the ready time and the descriptors. A ready
    // time in the past stays ready until it changes. It is reset before the callback, which may set
    // the next one.
    var functions = GSourceFuncs()
    unsafe functions.dispatch = { source, callback, data in
        unsafe g_source_set_ready_time(source, -1)
        return unsafe callback?(data) ?? 0
    }
    return FunctionTable(functions)
}()
