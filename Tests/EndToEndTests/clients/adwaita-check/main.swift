// SPDX-License-Identifier: Apache-2.0

// Shows pages with every kind of row many times, closes the window, and prints the numbers of
// widgets: after a few pages, after many, and after the end.

import Adwaita
import GLibLoop
import Glibc

func page(_ number: Int) -> WindowContent<Int> {
    var page = PageContent<Int>("page \(number % 3)", "Page \(number)")
    page.search = SearchField("", placeholder: "Search", search: 0)
    page.buttons = number % 2 == 0 ? [Button("One", 1)] : [Button("One", 1), Button("Two", 2)]
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

guard Application.openDisplay() else { exit(1) }
let application = Application("org.focusd.AdwaitaCheck") { application, _ in
    var window: ContentWindow<Int>? = ContentWindow(application, title: "Check", shortcuts: []) {
        _, _ in
    }
    window?.present()
    for number in 0..<30 { window?.show(page(number)) }
    print("few \(LiveWidgets.count)")
    for number in 0..<300 { window?.show(page(number)) }
    print("many \(LiveWidgets.count)")
    window?.close()
    window = nil
    return 0
}
let code = application.run(["adwaita-check"])
print("end \(LiveWidgets.count)")
exit(code)
