import HearthCore
import HearthText
import Testing

@Suite struct WordTests {
    private func words(_ text: String) -> [String] {
        WordSplitter().words(in: text).compactMap { text.text(in: $0.span) }
    }

    @Test func wordsKeepApostrophesNumbersAndAcronymsWhole() {
        #expect(
            words("Don't pay $1,234.5 in the U.S.A. today.") == [
                "Don't", "pay", "1,234.5", "in", "the", "U.S.A", "today",
            ])
    }

    @Test func aMissingSpaceAfterASentenceDoesNotJoinWords() {
        #expect(words("the end.Next one") == ["the", "end", "Next", "one"])
    }

    @Test func chineseCharactersStandAlone() {
        #expect(words("我爱Swift语言") == ["我", "爱", "Swift", "语", "言"])
    }
}
