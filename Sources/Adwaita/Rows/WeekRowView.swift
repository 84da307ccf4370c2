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
            area.pointer, Int32(WeekDrawing.height * cadwaita_text_scale()),
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
    private static let top = 16.0
    /// The height at the usual size of texts.
    static let height = top + line * 7

    private let bands: [WeekBand]

    init(_ bands: [WeekBand]) { self.bands = bands }

    @unsafe func draw(
        _ widget: UnsafeMutablePointer<GtkWidget>, _ cairo: OpaquePointer, width: Double
    ) {
        let plan = unsafe Plan(widget, cairo, width: width)
        var (red, green, blue) = (0.0, 0.0, 0.0)
        unsafe cadwaita_text_colour(widget, &red, &green, &blue)
        let isClear = cadwaita_has_high_contrast() != 0
        unsafe cairo_set_source_rgba(cairo, red, green, blue, isClear ? 1 : 0.7)
        unsafe plan.drawTexts()
        for day in 0..<7 {
            unsafe cairo_set_source_rgba(cairo, red, green, blue, isClear ? 0.25 : 0.1)
            unsafe plan.fill(day, 0..<1440)
        }
        for band in bands where (0..<7).contains(band.day) {
            let strength = band.isStrong ? 0.95 : isClear ? 0.6 : 0.35
            let color = Self.parts(band.color) ?? (red, green, blue)
            unsafe cairo_set_source_rgba(cairo, color.0, color.1, color.2, strength)
            unsafe plan.fill(band.day, band.minutes)
            // A dark colour alone does not stand out from a dark window.
            let edge = isClear ? 1 : band.isStrong ? 0.75 : 0.55
            unsafe cairo_set_source_rgba(cairo, red, green, blue, edge)
            unsafe plan.outline(band.day, band.minutes)
        }
    }

    /// The places of texts and bands in the drawing: larger with larger texts, and from right to
    /// left where texts are.
    @unsafe private struct Plan {
        let widget: UnsafeMutablePointer<GtkWidget>
        let cairo: OpaquePointer
        let width: Double
        let line: Double
        let top: Double
        /// The room for the names of the days.
        let margin: Double
        let isMirrored: Bool
        let days = Array(WindowWords.current.days.prefix(7))

        init(
            _ widget: UnsafeMutablePointer<GtkWidget>, _ cairo: OpaquePointer, width: Double
        ) {
            unsafe (self.widget, self.cairo, self.width) = (widget, cairo, width)
            let scale = cadwaita_text_scale()
            unsafe (line, top) = (WeekDrawing.line * scale, WeekDrawing.top * scale)
            let widths = unsafe days.map { unsafe cadwaita_text_width(widget, $0) }
            unsafe margin = (widths.max() ?? 0) + 8
            unsafe isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
        }

        private func position(_ minute: Int) -> Double {
            unsafe margin + (width - margin) * Double(minute) / 1440
        }

        func drawTexts() {
            for (index, name) in unsafe days.enumerated() {
                unsafe draw(name, at: 0, top + line * (Double(index) + 0.5))
            }
            // Large texts in a narrow window leave room for two marks.
            let hours = Array(WindowWords.current.hours.prefix(4))
            var widest = 0.0
            for text in hours { unsafe widest = max(widest, cadwaita_text_width(widget, text)) }
            let isTight = unsafe widest + 4 > position(360) - position(0)
            for index in stride(from: 0, to: hours.count, by: isTight ? 2 : 1) {
                unsafe draw(hours[index], at: position(index * 360), top / 2)
            }
        }

        private func draw(_ text: String, at place: Double, _ middle: Double) {
            unsafe cadwaita_draw_text(
                widget, cairo, text, isMirrored ? width - place : place, middle,
                isMirrored ? 1 : 0)
        }

        func fill(_ day: Int, _ minutes: Range<Int>) {
            unsafe addRectangle(day, minutes, inset: 0)
            unsafe cairo_fill(cairo)
        }

        /// Draws a line of one pixel along the inner edge.
        func outline(_ day: Int, _ minutes: Range<Int>) {
            unsafe cairo_set_line_width(cairo, 1)
            unsafe addRectangle(day, minutes, inset: 0.5)
            unsafe cairo_stroke(cairo)
        }

        private func addRectangle(_ day: Int, _ minutes: Range<Int>, inset: Double) {
            let start = unsafe position(minutes.lowerBound)
            let end = unsafe position(minutes.upperBound)
            unsafe cairo_rectangle(
                cairo, (isMirrored ? width - end : start) + inset,
                top + line * Double(day) + 2 + inset, max(end - start - 2 * inset, 0),
                line - 4 - 2 * inset)
        }
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
