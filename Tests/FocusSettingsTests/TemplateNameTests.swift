// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Testing

@testable import FocusSettings

@Suite struct TemplateNameTests {
    @Test("without a translation, a template is shown with its name for the command line")
    func english() {
        for template in FocusTemplate.all { #expect(template.shownName == template.name) }
    }

    @Test("a Focus is shown with the name that its user has chosen")
    func ownName() {
        for name in ["Do Not Disturb", "Quiet"] {
            #expect(Focus(id: .doNotDisturb, name: name).shownName == name)
        }
        #expect(Focus(id: FocusID("work"), name: "Sleep").shownName == "Sleep")
    }
}
