import HearthCore
import Testing

@Suite struct TypedLineTests {
    private func typed(_ text: String, corrections: Int) -> [UInt8] {
        var line = TypedLine()
        for byte in text.utf8 { line.append(byte) }
        for _ in 0..<corrections { line.removeLast() }
        return line.bytes
    }

    @Test(arguments: [
        ("key", 1, "ke"), ("Grü", 1, "Gr"), ("пароль", 2, "паро"), ("a\u{301}", 1, ""), ("1👩‍👩‍👧", 1, "1"), ("", 1, ""),
        ("ü", 3, ""),
    ]) func aCorrectionTakesTheWholeCharacter(text: String, corrections: Int, left: String) {
        #expect(typed(text, corrections: corrections) == Array(left.utf8))
    }

    @Test func whatIsNoTextIsTakenBackToItsBeginning() {
        var line = TypedLine()
        for byte: UInt8 in [0x61, 0xE2, 0x82] { line.append(byte) }
        line.removeLast()
        #expect(line.bytes == [0x61])
        for byte: UInt8 in [0xFF, 0x62] { line.append(byte) }
        line.removeLast()
        #expect(line.bytes == [0x61, 0xFF])
        line.removeLast()
        #expect(line.bytes == [0x61])
    }
}
