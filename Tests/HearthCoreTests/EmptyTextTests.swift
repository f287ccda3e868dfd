import HearthCore
import Testing

@Suite("Text in which there is nothing to read")
struct EmptyTextTests {
    @Test(arguments: [
        "", " ", "\n\t\r\n", "\u{A0}", "\u{3000}\u{2028}", "\u{200B}", "\u{200C}\u{200D}", "\u{2060}", "\u{FEFF}",
        "\u{AD}",
        "\u{0}\u{1B}\u{7F}\u{85}", "\u{202E}\u{2066}", "\u{FE0F}", "\u{3164}", " \u{200B}\n\u{3000}",
    ])
    func `White space, control characters and what is not shown say nothing`(_ text: String) throws {
        #expect(text.isBlank)
        let error = #expect(throws: EmptyTextError.self) { try EmptyTextError.check(text, "text", called: "entry") }
        #expect(error?.field == "text" && error?.code == "empty-text" && error?.kind == .usage)
        #expect(error?.message.hasPrefix("The entry is empty.") == true)
    }

    @Test(arguments: [
        "a", "?", ".", "0", "\u{200B}a", " \u{4F60} ", "\u{301}", "\u{1F600}", "\u{1F468}\u{200D}\u{1F469}",
    ])
    func `One character that is shown is text`(_ text: String) throws {
        #expect(!text.isBlank)
        try EmptyTextError.check(text, "text")
    }
}
