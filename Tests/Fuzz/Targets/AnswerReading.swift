// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Predicates

/// Answers of apps. The first byte selects the call, the second byte the byte order and the types
/// (those of the call, or others), the rest is the body.
enum AnswerReading {
    static func read(_ input: ArraySlice<UInt8>) throws(Disagreement) {
        var body = input
        let question = body.popFirst() ?? 0
        let flags = body.popFirst() ?? 0
        let types = signatures[Int(flags & 2 == 0 ? question : flags >> 2) % signatures.count]
        let untrusted = UntrustedMessage(
            .methodReturn, member: "", signature: Array(types.utf8)[...],
            isBigEndian: flags & 1 == 1, body: body)
        guard let answer = untrusted.message else { return }
        switch signatures[Int(question) % signatures.count] {
        case "a{sv}": try context(answer)
        case "sss": try display(answer)
        case "a(ssss)": try choices(answer)
        default: try suggestions(answer)
        }
    }

    private static let signatures = ["a{sv}", "sss", "a(ssss)", "aa{sv}"]

    /// A filter with a parameter of each type and of each list type.
    static let declaration: FilterDeclaration = {
        var declaration = FilterDeclaration(
            FilterKey(AppID("org.example.Chat"), "ChatFilter"), title: "Chat")
        for kind in ParameterType.Kind.allCases {
            for isList in [false, true] {
                var parameter = ParameterDeclaration(
                    "\(kind)\(isList ? "s" : "")", type: ParameterType(kind, isList: isList))
                if kind == .enumeration {
                    parameter.cases = [
                        ParameterChoice("a", title: "A"), ParameterChoice("b", title: "B"),
                    ]
                }
                declaration.parameters.append(parameter)
            }
        }
        return declaration
    }()

    private static func context(_ answer: Message) throws(Disagreement) {
        guard let context = try? FilterContext(answer: answer) else { return }
        try hold(context.predicate?.utf8.count ?? 0 <= PredicateLimits.maximumBytes, "predicate")
        let prefix = context.targetContentIdentifierPrefix
        try hold(prefix?.utf8.count ?? 0 <= Limits.contextPrefixBytes, "prefix")
    }

    private static func display(_ answer: Message) throws(Disagreement) {
        guard let display = try? FilterDisplay(answer: answer) else { return }
        try hold(display.title.utf8.count <= Limits.filterTitleBytes, "title")
    }

    private static func choices(_ answer: Message) throws(Disagreement) {
        guard let choices = try? ParameterChoice.list(answer: answer) else { return }
        try agree(ParameterChoice.list(ParameterChoice.list(choices)), choices, "choices")
    }

    private static func suggestions(_ answer: Message) throws(Disagreement) {
        guard let suggestions = try? declaration.suggestions(answer: answer) else { return }
        for values in suggestions {
            let again = try? ParameterValues(values.wire, of: declaration.parameters)
            try agree(again.map(FilterCodec.text), FilterCodec.text(of: values), "values")
        }
    }
}
