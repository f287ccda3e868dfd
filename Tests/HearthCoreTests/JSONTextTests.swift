import HearthCore
import Testing

@Suite struct JSONTextTests {
    @Test func stringsAreEscapedScalarByScalar() throws {
        let scalars = (0..<0x180).compactMap(Unicode.Scalar.init) + ["東", "👩", "\u{200D}", "\u{FEFF}", "\u{10FFFF}"]
        for scalar in scalars {
            let text = String(String.UnicodeScalarView([scalar, "a", scalar]))
            let quoted = JSONValue.quoted(text)
            #expect(quoted == "\"\(JSONValue.escaped(scalar))a\(JSONValue.escaped(scalar))\"")
            #expect(try JSONValue(parsing: quoted) == .string(text))
        }
        #expect(JSONValue.quoted("") == "\"\"")
    }
}
