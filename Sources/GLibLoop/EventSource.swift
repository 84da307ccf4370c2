// SPDX-License-Identifier: Apache-2.0
import CGLib

/// What an event source does after its handler ran.
enum Continuation {
    case keep, remove
}

/// Owns one GSource that is attached to a context; dropping it destroys the source.
///
/// The handler sits in a retained box that GLib releases through its destroy notify, so it outlives
/// a source that is destroyed from inside its own handler.
@safe final class EventSource: @unchecked Sendable {
    // Unchecked: the pointer never changes, and GLib locks around every function used on it.
    private let source: UnsafeMutablePointer<GSource>
    /// What GLib calls the descriptor that the source watches; nil when it watches none.
    private let tag: UnsafeMutableRawPointer?

    /// Takes over the caller's reference to `source` and attaches it to the context of `executor`.
    init(
        taking source: UnsafeMutablePointer<GSource>, tag: UnsafeMutableRawPointer? = nil,
        on executor: LoopExecutor, handler: @escaping @LoopActor () -> Continuation
    ) {
        unsafe self.source = source
        unsafe self.tag = tag
        let box = unsafe Unmanaged.passRetained(HandlerBox(handler))
        unsafe g_source_set_callback(
            source,
            { data in
                // GLib holds the box from g_source_set_callback until its destroy notify.
                let box = unsafe Unmanaged<HandlerBox>.fromOpaque(data.unsafelyUnwrapped)
                    .takeUnretainedValue()
                let next = LoopActor.assumeIsolated { box.handler() }
                return next == .keep ? 1 : 0
            }, box.toOpaque(),
            { data in
                unsafe Unmanaged<HandlerBox>.fromOpaque(data.unsafelyUnwrapped).release()
            })
        unsafe executor.attach(source)
    }

    /// A source that fires while `fd` is ready, and hands over what made it fire.
    convenience init(
        watching fd: Int32, for condition: GIOCondition, on executor: LoopExecutor,
        handler: @escaping @LoopActor (GIOCondition) -> Void
    ) {
        // The handler only runs while GLib dispatches the source, so both pointers are valid in it.
        nonisolated(unsafe) let source = unsafe makeBareSource()
        nonisolated(unsafe) let tag = unsafe g_source_add_unix_fd(source, fd, condition)
        unsafe self.init(taking: source, tag: tag, on: executor) {
            // GLib returns NULL only for a source that was destroyed.
            unsafe handler(g_source_query_unix_fd(source, tag.unsafelyUnwrapped))
            return .keep
        }
    }

    /// Changes what the source's descriptor is watched for.
    func watch(for condition: GIOCondition) {
        if unsafe g_source_is_destroyed(source) == 0, let tag = unsafe tag {
            unsafe g_source_modify_unix_fd(source, tag, condition)
        }
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
    let handler: @LoopActor () -> Continuation
    init(_ handler: @escaping @LoopActor () -> Continuation) { self.handler = handler }
}

/// A new unattached source that calls its callback each time it becomes ready.
func makeBareSource() -> UnsafeMutablePointer<GSource> {
    // g_source_new aborts when memory runs out and never returns NULL.
    let source = unsafe g_source_new(
        bareFunctions.pointer, UInt32(MemoryLayout<GSource>.size)
    ).unsafelyUnwrapped
    // Measured: to keep a source from recursing, GLib takes its descriptors out of the poll set and
    // puts them back at every dispatch, and wakes itself up twice for it: four system calls more.
    // Nothing here runs the loop inside a handler, so nothing can recurse.
    unsafe g_source_set_can_recurse(source, 1)
    return unsafe source
}

/// A table of what GLib calls for a kind of source; GLib keeps the pointer, so it is never freed.
@safe struct FunctionTable: @unchecked Sendable {
    // Unchecked: written once before anyone can see it, then only read.
    let pointer: UnsafeMutablePointer<GSourceFuncs>

    init(_ functions: GSourceFuncs) {
        unsafe pointer = .allocate(capacity: 1)
        unsafe pointer.initialize(to: functions)
    }
}

private let bareFunctions: FunctionTable = {
    // Without prepare and check, GLib itself looks at the ready time and the descriptors. A ready time
    // that came stays ready until it is changed, so it is taken back before the callback, which may
    // set the next one.
    var functions = GSourceFuncs()
    unsafe functions.dispatch = { source, callback, data in
        unsafe g_source_set_ready_time(source, -1)
        return unsafe callback?(data) ?? 0
    }
    return FunctionTable(functions)
}()
