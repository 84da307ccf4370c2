// SPDX-License-Identifier: Apache-2.0

import Adwaita
import CAdwaita
import Glibc

/// Scrolls a list of 10,000 rows from its beginning to its end, one screen each frame, and prints
/// the class that draws, the times between frames and the number of widgets.
// Safe: the list outlives the callback that uses its adjustment.
@safe final class Scrolling {
    private let adjustment: OpaquePointer
    private var last: Int = 0
    private var times: [Int] = []
    private let end: () -> Void

    private init(_ adjustment: OpaquePointer, _ end: @escaping () -> Void) {
        unsafe self.adjustment = adjustment
        self.end = end
    }

    /// Begins to scroll the list in a window. Calls `end` at the last row.
    static func start(_ end: @escaping () -> Void) {
        guard let list = unsafe list(),
            let adjustment = unsafe gtk_scrollable_get_vadjustment(OpaquePointer(list))
        else {
            print("no list")
            return end()
        }
        let scrolling = unsafe Scrolling(OpaquePointer(adjustment), end)
        let box = unsafe Unmanaged.passRetained(scrolling).toOpaque()
        _ = unsafe gtk_widget_add_tick_callback(
            list,
            { _, _, data in
                unsafe Unmanaged<Scrolling>.fromOpaque(data.unsafelyUnwrapped)
                    .takeUnretainedValue().tick() ? 1 : 0
            }, box, { unsafe Unmanaged<Scrolling>.fromOpaque($0.unsafelyUnwrapped).release() })
    }

    /// Returns false at the end of the list.
    private func tick() -> Bool {
        let adjustment = unsafe UnsafeMutablePointer<GtkAdjustment>(self.adjustment)
        let now = g_get_monotonic_time()
        if last > 0 { times.append(now - last) }
        last = now
        let value = unsafe gtk_adjustment_get_value(adjustment)
        let page = unsafe gtk_adjustment_get_page_size(adjustment)
        let rest = unsafe gtk_adjustment_get_upper(adjustment) - page - value
        guard times.count < 20 || rest > 1 else {
            let sorted = times.sorted()
            print(
                "drawn by \(Self.renderer()) frames \(sorted.count) median \(sorted[sorted.count / 2] / 1000)"
                    + " p99 \(sorted[sorted.count * 99 / 100] / 1000)"
                    + " longest \(sorted[sorted.count - 1] / 1000) ms widgets \(LiveWidgets.count)")
            end()
            return false
        }
        unsafe gtk_adjustment_set_value(adjustment, value + page)
        return true
    }

    /// The class that draws the window.
    private static func renderer() -> String {
        guard let list = unsafe list(), let native = unsafe gtk_widget_get_native(list),
            let renderer = unsafe gtk_native_get_renderer(native)
        else { return "nothing" }
        let instance = unsafe UnsafeMutableRawPointer(renderer)
            .assumingMemoryBound(to: GTypeInstance.self)
        return unsafe String(cString: g_type_name_from_instance(instance))
    }

    /// The list of the program's window.
    static func list() -> UnsafeMutablePointer<GtkWidget>? {
        guard let windows = unsafe gtk_window_list_toplevels() else { return nil }
        defer { unsafe g_list_free(windows) }
        var next: UnsafeMutablePointer<GList>? = unsafe windows
        while let entry = unsafe next {
            let window = unsafe entry.pointee.data?.assumingMemoryBound(to: GtkWidget.self)
            if let window = unsafe window, let list = unsafe list(below: window) {
                return unsafe list
            }
            unsafe next = entry.pointee.next
        }
        return nil
    }

    private static func list(
        below widget: UnsafeMutablePointer<GtkWidget>
    ) -> UnsafeMutablePointer<GtkWidget>? {
        let type = unsafe UnsafeMutableRawPointer(widget)
            .assumingMemoryBound(to: GTypeInstance.self)
        if unsafe String(cString: g_type_name_from_instance(type)) == "GtkListView" {
            return unsafe widget
        }
        var child = unsafe gtk_widget_get_first_child(widget)
        while let present = unsafe child {
            if let found = unsafe list(below: present) { return unsafe found }
            unsafe child = gtk_widget_get_next_sibling(present)
        }
        return nil
    }
}
