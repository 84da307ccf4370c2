// SPDX-License-Identifier: Apache-2.0
import CAdwaita

/// A row with a drawing of a week: a line for each day, with a band for each time.
///
/// The row's subtitle says the same in words, and is the drawing's description.
@WindowActor final class WeekRowView<Intent: Hashable & Sendable>: RowView<Intent> {
    private let area: Widget

    init(_ row: Row<Intent>, _ send: @escaping Send) {
        area = unsafe Widget(gtk_drawing_area_new())
        unsafe super.init(row, cadwaita_plain_row_new(), send)
        unsafe cadwaita_set_margins(area.pointer, 12, 12)
        unsafe cadwaita_list_row_set_child(widget.pointer, area.pointer)
        unsafe cadwaita_list_row_set_selectable(widget.pointer, 0)
    }

    override func show(_ before: Row<Intent>?) {
        super.show(before)
        area.setName(row.spokenName)
        guard case .week(let bands) = row.control else { return }
        let drawing = unsafe Unmanaged.passRetained(WeekDrawing(bands))
        unsafe cadwaita_set_drawing(
            area.pointer, Int32(WeekDrawing.height),
            { area, cairo, width, _, data in
                let drawing = unsafe Unmanaged<WeekDrawing>.fromOpaque(data.unsafelyUnwrapped)
                    .takeUnretainedValue()
                guard let area = unsafe area, let cairo = unsafe cairo else { return }
                unsafe area.withMemoryRebound(to: GtkWidget.self, capacity: 1) {
                    unsafe drawing.draw($0, cairo, width: Double(width))
                }
            }, drawing.toOpaque(),
            { data in unsafe Unmanaged<WeekDrawing>.fromOpaque(data.unsafelyUnwrapped).release() })
        unsafe gtk_widget_queue_draw(area.pointer)
    }
}

/// The bands of a week, which GTK draws when it needs them.
private final class WeekDrawing: Sendable {
    private static let line = 18.0
    private static let left = 40.0
    private static let top = 16.0
    static let height = top + line * 7

    private let bands: [WeekBand]

    init(_ bands: [WeekBand]) { self.bands = bands }

    @unsafe func draw(
        _ widget: UnsafeMutablePointer<GtkWidget>, _ cairo: OpaquePointer, width: Double
    ) {
        var (red, green, blue) = (0.0, 0.0, 0.0)
        unsafe cadwaita_text_colour(widget, &red, &green, &blue)
        let hour = (width - Self.left) / 24
        unsafe cairo_set_font_size(cairo, 11)
        unsafe cairo_set_source_rgba(cairo, red, green, blue, 0.7)
        for (index, name) in WindowWords.current.days.prefix(7).enumerated() {
            unsafe cairo_move_to(cairo, 0, Self.top + Self.line * Double(index) + 12)
            unsafe cairo_show_text(cairo, name)
        }
        for mark in stride(from: 0, to: 24, by: 6) {
            unsafe cairo_move_to(cairo, Self.left + hour * Double(mark), 11)
            unsafe cairo_show_text(cairo, "\(mark):00")
        }
        for day in 0..<7 {
            unsafe cairo_set_source_rgba(cairo, red, green, blue, 0.1)
            unsafe box(cairo, day: day, 0..<1440, hour: hour)
        }
        for band in bands where (0..<7).contains(band.day) {
            let strength = band.isStrong ? 0.95 : 0.35
            let color = Self.parts(band.color) ?? (red, green, blue)
            unsafe cairo_set_source_rgba(cairo, color.0, color.1, color.2, strength)
            unsafe box(cairo, day: band.day, band.minutes, hour: hour)
        }
    }

    private func box(_ cairo: OpaquePointer, day: Int, _ minutes: Range<Int>, hour: Double) {
        unsafe cairo_rectangle(
            cairo, Self.left + Double(minutes.lowerBound) * hour / 60,
            Self.top + Self.line * Double(day) + 2, Double(minutes.count) * hour / 60,
            Self.line - 4)
        unsafe cairo_fill(cairo)
    }

    /// Returns red, green and blue of `#rrggbb` between 0 and 1; nil for other texts.
    private static func parts(_ color: String?) -> (Double, Double, Double)? {
        guard let color, color.hasPrefix("#"), color.utf8.count == 7,
            let number = UInt32(color.dropFirst(), radix: 16)
        else { return nil }
        return (
            Double(number >> 16) / 255, Double(number >> 8 & 255) / 255, Double(number & 255) / 255
        )
    }
}
