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
}
