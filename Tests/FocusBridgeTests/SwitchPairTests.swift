// SPDX-License-Identifier: Apache-2.0

import FocusBridge
import Testing

@Suite("the desktop's \"Do Not Disturb\" switch and the Focus (issue 19)") struct SwitchPairTests {
    typealias Event = SwitchPair.Event
    typealias Effect = SwitchPair.Effect

    struct Timeline: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let desktop: Bool
        var agreed: Bool?
        let steps: [(Event, Effect?)]
    }

    static let timelines = [
        Timeline(
            testDescription: "the switch turns the Focus on and off", desktop: false,
            steps: [
                (.focus(isOn: false), nil),
                (.desktop(isOn: true), .turnFocus(isOn: true)),
                (.focus(isOn: true), nil),
                (.answered(isOn: true), nil),
                (.desktop(isOn: false), .turnFocus(isOn: false)),
                (.answered(isOn: false), nil),
                (.focus(isOn: false), nil),
            ]),
        Timeline(
            testDescription: "the Focus turns the switch on and off", desktop: false,
            steps: [
                (.focus(isOn: false), nil),
                (.focus(isOn: true), .setDesktop(isOn: true)),
                (.desktop(isOn: true), nil),
                (.focus(isOn: false), .setDesktop(isOn: false)),
                (.desktop(isOn: false), nil),
            ]),
        Timeline(
            testDescription: "at the start, the side that is on wins: the switch",
            desktop: true,
            steps: [
                (.focus(isOn: false), .turnFocus(isOn: true)), (.answered(isOn: true), nil),
            ]),
        Timeline(
            testDescription: "at the start, the side that is on wins: the Focus",
            desktop: false, steps: [(.focus(isOn: true), .setDesktop(isOn: true))]),
        Timeline(
            testDescription: "the switch that was turned off while focusd was away stays off",
            desktop: true,
            steps: [
                (.focus(isOn: true), nil), (.focusLost, nil), (.desktop(isOn: false), nil),
                (.focus(isOn: true), .turnFocus(isOn: false)), (.answered(isOn: false), nil),
            ]),
        Timeline(
            testDescription: "a Focus that ended while focusd was away ends the switch",
            desktop: true,
            steps: [
                (.focus(isOn: true), nil), (.focusLost, nil),
                (.focus(isOn: false), .setDesktop(isOn: false)),
            ]),
        Timeline(
            testDescription: "a Focus that ended while the user was logged out ends the switch",
            desktop: true, agreed: true,
            steps: [(.focus(isOn: false), .setDesktop(isOn: false))]),
        Timeline(
            testDescription: "a switch turned on while the bridge was away turns the Focus on",
            desktop: true, agreed: false,
            steps: [
                (.focus(isOn: false), .turnFocus(isOn: true)), (.answered(isOn: true), nil),
            ]),
        Timeline(
            testDescription: "a switch turned off while the bridge was away turns the Focus off",
            desktop: false, agreed: true,
            steps: [
                (.focus(isOn: true), .turnFocus(isOn: false)), (.answered(isOn: false), nil),
            ]),
        Timeline(
            testDescription: "a second turn of the switch counts after the answer to the first",
            desktop: false,
            steps: [
                (.focus(isOn: false), nil),
                (.desktop(isOn: true), .turnFocus(isOn: true)),
                (.desktop(isOn: false), nil),
                (.focus(isOn: true), nil),
                (.answered(isOn: true), .turnFocus(isOn: false)),
                (.answered(isOn: false), nil),
            ]),
        Timeline(
            testDescription: "somebody else turns it off before the answer", desktop: false,
            steps: [
                (.focus(isOn: false), nil),
                (.desktop(isOn: true), .turnFocus(isOn: true)),
                (.answered(isOn: false), .setDesktop(isOn: false)),
                (.desktop(isOn: false), nil),
            ]),
        Timeline(
            testDescription: "a refused request is not repeated by itself", desktop: false,
            steps: [
                (.focus(isOn: false), nil),
                (.desktop(isOn: true), .turnFocus(isOn: true)),
                (.answered(isOn: nil), nil),
                (.desktop(isOn: false), nil),
                (.desktop(isOn: true), .turnFocus(isOn: true)),
            ]),
        Timeline(
            testDescription: "focusd leaves before its answer", desktop: false,
            steps: [
                (.focus(isOn: false), nil),
                (.desktop(isOn: true), .turnFocus(isOn: true)),
                (.focusLost, nil),
                (.focus(isOn: false), .turnFocus(isOn: true)),
                (.answered(isOn: true), nil),
            ]),
    ]

    @Test("the two follow each other", arguments: timelines)
    func following(_ timeline: Timeline) {
        var pair = SwitchPair(desktop: timeline.desktop, agreed: timeline.agreed)
        for (number, (event, effect)) in timeline.steps.enumerated() {
            #expect(pair.handle(event) == effect, "step \(number): \(event)")
        }
    }

    /// Every sequence of events, with an answer to each request, ends with both alike.
    @Test("after any changes and the last answer they are alike")
    func agreement() {
        let events: [Event] = [
            .desktop(isOn: true), .desktop(isOn: false), .focus(isOn: true), .focus(isOn: false),
            .focusLost,
        ]
        for number in 0..<3_125 {
            var world = World()
            for place in 0..<5 {
                world.post(events[number / [1, 5, 25, 125, 625][place] % 5])
            }
            world.post(.focus(isOn: world.focus))
            #expect(world.desktop == world.focus, "sequence \(number)")
        }
    }

    /// A desktop and a focusd that do as they are told.
    struct World {
        var desktop = false
        var focus = false
        var pair = SwitchPair(desktop: false)

        mutating func post(_ event: Event) {
            var next: Event? = event
            while let event = next {
                switch event {
                case .desktop(let isOn): desktop = isOn
                case .focus(let isOn): focus = isOn
                case .focusLost, .answered: break
                }
                switch pair.handle(event) {
                case nil: next = nil
                case .setDesktop(let isOn): next = .desktop(isOn: isOn)
                case .turnFocus(let isOn):
                    focus = isOn
                    next = .answered(isOn: isOn)
                }
            }
        }
    }
}
