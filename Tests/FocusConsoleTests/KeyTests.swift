// SPDX-License-Identifier: Apache-2.0
import GLibLoop
import Testing

@testable import focus_console

@Suite struct KeyReaderTests {
    @Test(
        "bytes become keys",
        arguments: [
            ("1d\r\n", [.character("1"), .character("d"), .enter, .enter]),
            ("é日👍", [.character("é"), .character("日"), .character("👍")]),
            ("\u{7F}\u{08}\u{04}\u{1A}", [.backspace, .backspace, .endOfInput, .suspend]),
            ("\u{1B}", [.escape]),
            ("\u{1B}[A\u{1B}OP\u{1B}[15~x", [.character("x")]),
            ("\u{1B}[", []), ("\u{1}\u{2}", []),
        ] as [(String, [Key])]) func keys(typed: String, expected: [Key])
    {
        var reader = KeyReader()
        #expect(reader.read(Array(typed.utf8)) == expected)
    }

    @Test("a character may arrive in pieces, and invalid bytes are skipped")
    func pieces() {
        var reader = KeyReader()
        let bytes = Array("日".utf8)
        #expect(reader.read(bytes[..<1]) == [])
        #expect(reader.read(bytes[1..<2]) == [])
        #expect(reader.read(bytes[2...]) == [.character("日")])
        #expect(reader.read([0xFF, 0x80, UInt8(ascii: "q")]) == [.character("q")])
    }
}

@Suite struct KeyInterpreterTests {
    var table = NotificationTable()
    var interpreter = KeyInterpreter()
    let actions = [
        Action(key: "default", label: "Open"), Action(key: "a", label: "A"),
        Action(key: "inline-reply", label: "Reply"),
    ]
    let id: NotificationID

    init() {
        _ = table.add(Notification(summary: "older"), replaces: 0)
        id = table.add(Notification(summary: "newest", actions: actions), replaces: 0).id
    }

    @Test("keys apply to the newest notification")
    mutating func commands() {
        #expect(interpreter.press(.character("1"), table) == .invoke(actions[1], id))
        #expect(interpreter.press(.enter, table) == .invoke(actions[0], id))
        #expect(interpreter.press(.character("d"), table) == .dismiss(id))
        #expect(interpreter.press(.character("c"), table) == .clear)
        #expect(interpreter.press(.character("q"), table) == .quit)
        #expect(interpreter.press(.endOfInput, table) == .quit)
        for key in ["3", "9", "0", "x", "٣"] as [Character] {
            #expect(interpreter.press(.character(key), table) == nil)
        }
    }

    @Test("without a notification only the keys for ending work")
    mutating func empty() {
        let table = NotificationTable()
        for key in [.character("1"), .enter, .character("d"), .character("c")] as [Key] {
            #expect(interpreter.press(key, table) == nil)
        }
        #expect(interpreter.press(.character("q"), table) == .quit)
        #expect(interpreter.press(.suspend, table) == .suspend)
    }

    @Test("a reply is typed, corrected and sent")
    mutating func reply() {
        #expect(interpreter.press(.character("2"), table) == nil)
        for key in "qud" { #expect(interpreter.press(.character(key), table) == nil) }
        #expect(interpreter.press(.backspace, table) == nil)
        #expect(interpreter.press(.character("!"), table) == nil)
        #expect(StatusLine.text(table, interpreter.draft, columns: 80) == "Reply: qu!")
        #expect(interpreter.press(.enter, table) == .reply("qu!", id))
        #expect(interpreter.draft == nil)
    }

    @Test("a reply is cancelled by Escape, if it is empty, and if its notification ends")
    mutating func noReply() {
        _ = interpreter.press(.character("2"), table)
        _ = interpreter.press(.character("x"), table)
        #expect(interpreter.press(.escape, table) == nil)
        #expect(interpreter.draft == nil)
        _ = interpreter.press(.character("2"), table)
        #expect(interpreter.press(.enter, table) == nil)
        #expect(interpreter.draft == nil)
        _ = interpreter.press(.character("2"), table)
        _ = table.close(id, .closed)
        #expect(interpreter.press(.character("q"), table) == .quit)
    }

    @Test("a reply has a limit")
    mutating func limit() {
        _ = interpreter.press(.character("2"), table)
        for _ in 0...KeyInterpreter.replyLimit { _ = interpreter.press(.character("x"), table) }
        #expect(interpreter.draft?.text.count == KeyInterpreter.replyLimit)
        #expect(StatusLine.text(table, interpreter.draft, columns: 40).columns < 40)
    }

    @Test("the status line explains the keys, and fits")
    func status() {
        #expect(
            StatusLine.text(table, nil, columns: 100)
                == "2 open  1 A  2 Reply  Enter Open  d dismiss  c clear all  q quit")
        #expect(StatusLine.text(table, nil, columns: 10) == "2 open  …")
        #expect(
            StatusLine.text(NotificationTable(), nil, columns: 100)
                == "Waiting for notifications  q quit")
    }
}

@Suite struct OptionsTests {
    @Test("the help fits 80 columns (issue 17)")
    func help() {
        let lines = Options.parser.help.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    }

    @Test("the command line is read")
    func reads() throws {
        let options = try Options(
            Options.parser.parseOptions([
                "--bus", "unix:path=/x", "--output=/y", "--columns", "60", "--color", "never",
                "--frames", "--replace",
            ]))
        #expect(options.bus == "unix:path=/x")
        #expect(options.output == "/y")
        #expect(options.columns == 60)
        #expect(options.color == .never)
        #expect(options.frames && options.replaces)
    }

    @Test(
        "invalid arguments are refused",
        arguments: [
            ["x"], ["--columns", "19"], ["--columns", "1001"], ["--color", "red"], ["--no"],
        ])
    func refuses(arguments: [String]) {
        #expect(throws: OptionError.self) {
            try Options(Options.parser.parseOptions(arguments))
        }
    }
}
