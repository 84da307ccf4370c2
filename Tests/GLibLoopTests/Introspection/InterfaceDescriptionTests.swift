// SPDX-License-Identifier: Apache-2.0
import GLibLoop
import Testing

/// Introspection XML as values.
@Suite struct InterfaceDescriptionTests {
    @Test func `an interface is read with everything it has`() throws {
        let element = """
            <interface name="org.example.A">
              <method name="Do">
                <arg name="in" type="s" direction="in"/>
                <arg type="a{sv}"/>
                <arg name="out" type="u" direction="out"/>
              </method>
              <method name="Nothing"/>
              <signal name="Done"><arg name="id" type="u"/></signal>
              <property name="Level" type="u" access="readwrite"/>
              <property name="Name" type="s" access="read"/>
              <property name="Secret" type="s" access="write"/>
            </interface>
            """
        let all = try InterfaceDescription.parse("<node>\n\(element)\n</node>")
        let interface = try #require(all.first)
        #expect(all.count == 1)
        #expect(interface.name == "org.example.A")
        #expect(interface.xml == element)
        #expect(interface.methods.map(\.name) == ["Do", "Nothing"])
        #expect(interface.methods[0].input.map(\.signature) == ["s", "a{sv}"])
        #expect(interface.methods[0].input.map(\.name) == ["in", "arg_1"])
        #expect(interface.methods[0].output.map(\.signature) == ["u"])
        #expect(interface.signals.map(\.name) == ["Done"])
        #expect(interface.signals[0].arguments.map(\.name) == ["id"])
        #expect(interface.properties.map(\.name) == ["Level", "Name", "Secret"])
        #expect(interface.properties.map(\.isReadable) == [true, true, false])
        #expect(interface.properties.map(\.isWritable) == [true, false, true])
    }

    @Test func `each interface keeps its own text, for any comments and values`() throws {
        let first = "<interface name='org.example.A'><!-- </interface> <interface> --></interface>"
        let second = "<interface  name=\"org.example.B\" />"
        let third = """
            <interface
              name="org.example.C"><annotation name="a" value="</interface>>"/></interface >
            """
        let xml = "<!-- <interface name='no'/> --><node><!-- > -->\(first)\(second)\(third)</node>"
            .replacing("</interface>>", with: "&lt;/interface>>")
        let all = try InterfaceDescription.parse(xml)
        #expect(all.map(\.name) == ["org.example.A", "org.example.B", "org.example.C"])
        #expect(
            all.map(\.xml) == [
                first, second, third.replacing("</interface>>", with: "&lt;/interface>>"),
            ])
    }

    @Test(arguments: [
        "", "text", "<node>", "<node><interface/></node>", "<interface name='a.b'/>",
        "<node><interface name='a.b'><method/></interface></node>",
    ])
    func `XML that is wrong is refused`(xml: String) {
        #expect(throws: InterfaceError.self) { try InterfaceDescription.parse(xml) }
    }

    @Test func `a document without interfaces has none`() throws {
        #expect(try InterfaceDescription.parse("<node/>").isEmpty)
        #expect(try InterfaceDescription.parse("<node><node name='child'/></node>").isEmpty)
    }
}
