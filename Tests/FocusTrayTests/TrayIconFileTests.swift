// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The icons on bars that show them as they are. waybar did, in grey on its blue bar.
@Suite struct TrayIconFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/focus-tray/Icons")
    static let icons = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".svg") }.sorted()

    private func text(_ icon: String) throws -> String {
        try String(contentsOf: Self.folder.appending(path: icon), encoding: .utf8)
    }

    /// The parts of a colour, from 0 to 1, of `#rrggbb`.
    private func color(_ text: Substring) throws -> [Double] {
        let number = try #require(Int(text.drop { $0 == "#" }, radix: 16))
        return [16, 8, 0].map { Double(number >> $0 & 0xFF) / 255 }
    }

    private func color(_ style: String, in svg: String) throws -> [Double] {
        let rule = try #require(svg.firstRange(of: "\(style) { color: "))
        return try color(svg[rule.upperBound...].prefix(7))
    }

    /// The contrast of two colours as WCAG 2 defines it, from 1 to 21.
    private func contrast(_ first: [Double], _ second: [Double]) -> Double {
        func luminance(_ color: [Double]) -> Double {
            let parts = color.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
        let both = [luminance(first), luminance(second)].sorted()
        return (both[1] + 0.05) / (both[0] + 0.05)
    }

    /// WCAG asks for 3 between a graphic and what it lies on.
    @Test(
        "each icon stands out from dark, light and coloured bars", arguments: Self.icons,
        ["#000000", "#1e1e1e", "#2980b9", "#64727d", "#808080", "#e8e8e8", "#ffffff"])
    func contrastWithBars(_ icon: String, _ bar: String) throws {
        let svg = try text(icon)
        let shape = try color(".ColorScheme-Text", in: svg)
        let edge = try color(".ColorScheme-Background", in: svg)
        let opacity = try #require(svg.firstRange(of: "stroke-opacity=\""))
        let alpha = try #require(Double(svg[opacity.upperBound...].prefix { $0 != "\"" }))
        let bar = try color(bar[...])
        let shown = zip(edge, bar).map { alpha * $0 + (1 - alpha) * $1 }
        #expect(max(contrast(shape, bar), contrast(shown, bar)) >= 3)
        #expect(contrast(shape, shown) >= 3)
    }

    @Test("each shape has its edge below it", arguments: Self.icons)
    func edges(_ icon: String) throws {
        let svg = try text(icon)
        for name in [" d=\"", " cx=\""] {
            let places = svg.ranges(of: name).map { svg[$0.lowerBound...].prefix { $0 != ">" } }
            try #require(places.count % 2 == 0)
            for index in stride(from: 0, to: places.count, by: 2) {
                #expect(places[index] == places[index + 1])
            }
        }
        // GTK fills all shapes with its text's colour: in the mask, a dark one hides the edge.
        let edges = svg.ranges(of: "fill=\"none\"").count
        #expect(edges > 0 && svg.ranges(of: "mask=\"url(#edge)\"").count == edges)
        #expect(svg.ranges(of: "class=\"ColorScheme-Text\"").count == edges)
    }

    @Test func templatesHaveIconsForTrays() throws {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: Self.folder.appending(path: "../../FocusFiles/Icons").path)
        let icons = Set(Self.icons)
        for name in names where name.hasSuffix("-symbolic.svg") {
            for form in ["tray", "missed"] {
                let file = name.replacing("-symbolic.svg", with: "-\(form)-symbolic.svg")
                #expect(icons.contains(file), "\(file)")
            }
        }
        #expect(names.count > 5 && icons.contains("focusd-off-symbolic.svg"))
    }
}
