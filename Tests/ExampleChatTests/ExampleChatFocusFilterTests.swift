// SPDX-License-Identifier: Apache-2.0

import AppIntents
import ExampleChatShared
import Testing

/// The example's filter without a bus.
struct ExampleChatFocusFilterTests {
    private func filter(account: String?) -> ExampleChatFocusFilter {
        let filter = ExampleChatFocusFilter()
        filter.account = account.flatMap(ChatAccount.with(id:))
        return filter
    }

    @Test(arguments: [("work", "work", true), ("work", "personal", false), (nil, "personal", true)])
    func predicateLetsTheAccountsNotificationsThrough(
        account: String?, criteria: String, isThrough: Bool
    ) {
        let predicate = filter(account: account).appContext.notificationFilterPredicate
        #expect(predicate?.evaluate(with: criteria) == isThrough)
    }

    @Test func displayNamesWhatIsSet() {
        let work = filter(account: "work")
        let display = work.displayRepresentation
        #expect(String(localized: display.title) == "Set account and look")
        #expect(display.subtitle.map { String(localized: $0) } == "Work and Light")
    }

    @Test func settingsOfDefaultsAskForNothing() {
        let settings = ExampleChatFocusFilter().settings
        #expect(settings == FocusSettings())
        #expect(ChatAccount.all.allSatisfy(settings.shows))
    }

    @Test func settingsOfAnAccountShowNoOther() {
        let settings = filter(account: "work").settings
        #expect(ChatAccount.all.filter(settings.shows).map(\.id) == ["work"])
    }

    @Test(arguments: [("per", ["personal"]), ("WORK", ["work"]), ("x", [])])
    func queryFindsAccountsByTheirNames(text: String, ids: [String]) async throws {
        #expect(try await ChatAccountQuery().entities(matching: text).map(\.id) == ids)
    }
}
