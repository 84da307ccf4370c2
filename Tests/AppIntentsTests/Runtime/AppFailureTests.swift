// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import AppIntents

private struct Plain: Error {
    let number = 7
}

private struct Resource: LocalizedError, CustomLocalizedStringResourceConvertible {
    var localizedStringResource: LocalizedStringResource { "the \("resource")" }
    var errorDescription: String? { "never read" }
}

private struct Words: LocalizedError {
    var errorDescription: String? { "the\nwords\u{1B}[31m" }
}

private struct Coded: CustomNSError {
    var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: "the code's text"] }
}

/// An app's errors in the user's words (issue 18).
@Suite struct AppFailureTests {
    @Test(
        arguments: [
            (Resource(), "the resource"), (Words(), "the words [31m"),
            (Plain(), "Plain(number: 7)"), (Coded(), "the code's text"),
            (
                NSError(
                    domain: "org.example", code: 7,
                    userInfo: [NSLocalizedDescriptionKey: "no room is left"]), "no room is left"
            ),
        ] as [(any Error & Sendable, String)])
    func textIsTheOneForPeople(_ error: any Error, _ text: String) {
        #expect(AppFailure(error).description == text)
    }

    @Test func errorOfFoundationIsNotADebuggersText() throws {
        let error = #expect(throws: (any Error).self) {
            try String(contentsOfFile: "/nowhere/at all", encoding: .utf8)
        }
        let text = AppFailure(try #require(error)).description
        #expect(!text.isEmpty && !text.contains("UserInfo") && !text.contains("Domain"))
    }
}
