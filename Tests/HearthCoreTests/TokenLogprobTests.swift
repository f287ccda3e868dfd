import HearthCore
import Testing

struct TokenLogprobTests {
    @Test func partsOfCharactersAreWrittenAsTheirBytes() {
        #expect(TokenLogprob.text(of: Array("né".utf8)) == "né")
        #expect(TokenLogprob.text(of: []) == "")
        #expect(TokenLogprob.text(of: [0xE2, 0x82]) == #"\xe2\x82"#)
        #expect(TokenLogprob.text(of: [0x20, 0xF0, 0x9F, 0x0A]) == #" \xf0\x9f\x0a"#)
    }
}
