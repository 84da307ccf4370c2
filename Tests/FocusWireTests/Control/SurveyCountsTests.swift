// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Testing

@Suite struct SurveyCountsTests {
    private static func fields(_ next: Int64?) throws -> Fields {
        var app = FieldsBuilder()
        app.set("app", "chat")
        app.set("delivered", .uint32(2))
        app.set("silenced", .uint32(1))
        var counts = FieldsBuilder()
        counts.set("delivered", .uint32(5))
        counts.set("silenced", .uint32(3))
        counts.set("apps", FieldsBuilder.list([app.value]))
        counts.set("next", next.map { .int64($0) })
        return try #require(Fields(counts.value))
    }

    @Test("issue 21: the counts of ExplainEntries are read, and one more is added")
    func countsAreRead() throws {
        var counts = try #require(SurveyCounts(try Self.fields(nil)))
        #expect(counts.delivered == 5 && counts.silenced == 3)
        #expect(counts.apps == [AppID("chat"): .init(delivered: 2, silenced: 1)])
        #expect(counts.isWhole)
        #expect(SurveyCounts(try Self.fields(7))?.isWhole == false)
        counts.add(AppID("mail"), isDelivered: false)
        #expect(counts.silenced == 4)
        #expect(counts.apps[AppID("mail")] == .init(delivered: 0, silenced: 1))
    }
}
