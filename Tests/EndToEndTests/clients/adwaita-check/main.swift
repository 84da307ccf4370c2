// SPDX-License-Identifier: Apache-2.0

// Shows pages with every kind of row many times, closes the window, and prints the numbers of
// widgets: after a few pages, after many, and after the end. With `scroll`, scrolls a long list and
// prints the times between frames. With `toasts`, shows a toast in each of 120 frames. With
// `icons` and `hours`, prints what is shown for the arguments behind.

import Adwaita
import GLibLoop
import Glibc

let condition = ConditionLine<Int>(
    field: .init("Field", [.init("a", 13), .init("b", 14)], selected: 1),
    relation: .init("Relation", [.init("is", 15)], selected: 0), textName: "Text", text: "x",
    apply: 16)

func card(_ number: Int) -> Card<Int> {
    Card("\(number)", "Card", "Text", image: "", fallback: "go-next-symbolic", 21)
}

func check(_ id: Int, _ number: Int) -> Card<Int> {
    var card = card(id)
    card.isOn = (id + number) % 2 == 0
    return card
}

func menuRow(_ number: Int) -> Row<Int> {
    var row = Row<Int>("menu", "Menu", .link(1))
    row.menu = [Button("Up", isEnabled: number % 2 == 0, 17), Button("Down", 18)]
    row.keys = [Shortcut("Delete", 19)]
    row.places = [22, 23]
    row.linkedSubtitle = [.init("see "), .init("it", address: "https://example.org", open: 24)]
    return row
}

func longPage(_ number: Int, rows: Int = 1_000) -> WindowContent<Int> {
    var content = page(number)
    content.page.empty = nil
    content.page.list = LongList(
        "List",
        (0..<rows).map { .init("\($0 + number)", "Row \($0 + number)", open: $0) }, more: nil)
    return content
}

func page(_ number: Int) -> WindowContent<Int> {
    var page = PageContent<Int>("page \(number % 3)", "Page \(number)")
    page.search = SearchField("", placeholder: "Search", search: 0)
    page.buttons = number % 2 == 0 ? [Button("One", 1)] : [Button("One", 1), Button("Two", 2)]
    page.heading = number % 2 == 0 ? nil : EmptyState(icon: "go-next-symbolic", "Heading")
    page.groups = [
        RowGroup(
            "kinds", "Kinds", description: "All",
            [
                Row("none", "None", "Text"),
                Row("link", "Link", .link(1), buttons: [Button("B", 2)]),
                Row("toggle", "Toggle", .toggle(isOn: number % 2 == 0, flip: 3)),
                Row("entry", "Entry", .entry("text \(number)", apply: 4)),
                Row("choice", "Choice", .choice([.init("a", 5), .init("b", 6)], selected: 1)),
                Row("time", "Time", .time(number % 1440, set: 7)),
                Row("flags", "Flags", .flags([.init("M", name: "Monday", isOn: true, flip: 8)])),
                Row(
                    "week", "Week",
                    .week([WeekBand(day: 1, minutes: 60..<120, color: "#3584e4", isStrong: true)])),
                Row("number", "Number", .number(number % 9, in: 0...9, set: 10)),
                Row("color", "Colour", .color("#3584e4", set: 11)),
                Row(
                    "icons", "Icons",
                    .icons([.init("a", name: "A", icon: "go-next-symbolic", isOn: true, flip: 12)])),
                Row("condition", "Condition", .condition(condition)),
                Row(
                    "chips", "Chips",
                    .chips((0...number % 4).map { Chip("\($0)", "Chip", isGone: $0 == 1, 20) })),
                Row("cards", "Cards", .cards((0...number % 3).map(card))),
                Row(
                    "details", "Details",
                    .details((0...number % 3).map { Row("detail \($0)", "Detail") }, open: 30)),
                Row("checks", "Checks", .cards((0...number % 3).map { check($0, number) })),
                menuRow(number), popoverRow(number),
            ]),
        RowGroup("rows", "Rows", (0..<(number % 7)).map { Row("row \($0)", "Row \($0)") }),
    ]
    if number % 5 == 4 { page.empty = EmptyState(icon: nil, "Empty", buttons: [Button("B", 9)]) }
    var content = WindowContent(
        sidebar: (0..<(3 + number % 2)).map {
            SidebarItem("item \($0)", "Item", icon: "go-next-symbolic", color: "#3584e4", open: $0)
        }, page: page)
    content.isPageInFront = true
    return content
}

/// Returns a row whose last button is one of a popover or not, with other content each time.
func popoverRow(_ number: Int) -> Row<Int> {
    let rows = (0...number % 3).map { Row<Int>("row \($0)", "Row") }
    let day = Popover<Int>(
        .moment("2026-12-0\(number % 9 + 1)"), answers: [Button("Show", 40)])
    return Row(
        "popovers", "Popovers",
        buttons: [
            Button("Rows", icon: "go-next-symbolic", 41, opens: Popover(.rows(rows))),
            Button(
                "Day", icon: "go-next-symbolic", 42, opens: number % 2 == 0 ? day : nil),
        ])
}

guard Application.openDisplay() else { exit(1) }
if CommandLine.arguments.contains("scroll") {
    var window: ContentWindow<Int>?
    let application = Application("org.focusd.AdwaitaScroll") { application, _ in
        let shown = ContentWindow<Int>(application, title: "Check", shortcuts: []) { _, _ in }
        window = shown
        shown.show(longPage(0, rows: 10_000))
        shown.present()
        Scrolling.start { application.quit() }
        return 0
    }
    let code = application.run(["adwaita-check"])
    exit(window == nil ? 1 : code)
}
if CommandLine.arguments.contains("toasts") {
    var window: ContentWindow<Int>?
    let application = Application("org.focusd.AdwaitaToasts") { application, _ in
        let shown = ContentWindow<Int>(application, title: "Check", shortcuts: []) { _, _ in }
        window = shown
        shown.show(longPage(0))
        shown.present()
        Task { @WindowActor in
            var number = 0
            for await _ in Frames.stream() {
                number += 1
                var content = longPage(0)
                content.toast = Toast(number, "Toast \(number)", Button("Undo", 1))
                shown.show(content)
                if number == 120 { break }
            }
            print("shown \(number)")
            application.quit()
        }
        return 0
    }
    let code = application.run(["adwaita-check"])
    exit(window == nil ? 1 : code)
}
if CommandLine.arguments.contains("icons") {
    let application = Application("org.focusd.AdwaitaIcons") { _, _ in
        for icon in CommandLine.arguments.dropFirst(2) { print(Icons.shown(icon)) }
        return 0
    }
    exit(application.run(["adwaita-check"]))
}
if CommandLine.arguments.contains("hours") {
    let application = Application("org.focusd.AdwaitaHours") { _, _ in
        printHours(CommandLine.arguments.dropFirst(2))
        return 0
    }
    exit(application.run(["adwaita-check"]))
}
let application = Application("org.focusd.AdwaitaCheck") { application, _ in
    var window: ContentWindow<Int>? = ContentWindow(application, title: "Check", shortcuts: []) {
        _, _ in
    }
    window?.onceDrawn {}
    window?.present()
    for number in 0..<30 { window?.show(page(number)) }
    window?.show(longPage(0))
    for number in 0..<30 { window?.show(page(number)) }
    print("few \(LiveWidgets.count)")
    for number in 0..<300 { window?.show(number % 10 == 0 ? longPage(number) : page(number)) }
    for number in 0..<30 { window?.show(page(number)) }
    print("many \(LiveWidgets.count)")
    window?.close()
    window = nil
    return 0
}
let code = application.run(["adwaita-check"])
print("end \(LiveWidgets.count)")
exit(code)
